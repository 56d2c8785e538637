/** Finds the last 401 or 403 of each operation and credential, so that an often failing request hides no other. */
import { MAX_FAILURE_GROUPS } from '../../shared/model/failure-group.ts';
import { type ExchangeFacets, type ExchangeSummary, filterOf } from '../../shared/model/traffic.ts';
import { type FailureScan, isPicture, keyOf } from './failure-scan.ts';
import { type JudgeDeps, MAX_EXCHANGES, nullIfNotFound } from './judge.ts';

type Facets = Pick<ExchangeFacets, 'operations'>;
export type RefusalJournal = JudgeDeps['journal'] & {
  facets(connectionId: string): Facets | Promise<Facets>;
};

/** Returns the last 401 or 403 of each operation and credential, newest first. One scan finds all, so `next` is null. */
export async function lastRefusals(journal: RefusalJournal, connectionId: string): Promise<FailureScan> {
  const last = newestOfEach(await refused(journal, connectionId)).slice(0, MAX_FAILURE_GROUPS);
  const exchanges = await Promise.all(last.map(({ id }) => nullIfNotFound(() => journal.get(id))));
  const groups = exchanges
    .filter((exchange) => exchange !== null)
    .map((exchange) => ({ key: keyOf(exchange), exchange, count: 1, firstAt: exchange.sentAt }));
  return { groups, next: null, readTo: null };
}

/** The newest refusals. When they do not fit one page, each operation is read by itself, so that a frequent refusal hides no other. */
async function refused(journal: RefusalJournal, connectionId: string): Promise<ExchangeSummary[]> {
  const page = (operations: string[]) =>
    journal.page({
      filter: filterOf(connectionId, { outcomes: ['unauthorized', 'forbidden'], operations }),
      before: null,
      limit: MAX_EXCHANGES,
    });
  const newest = await page([]);
  if (newest.next === null) return newest.exchanges;
  const { operations } = await journal.facets(connectionId);
  const names = operations.map(({ name }) => name).filter((operation) => !isPicture({ operation }));
  const perOperation = await Promise.all(names.map((name) => page([name])));
  return perOperation.flatMap(({ exchanges }) => exchanges);
}

function newestOfEach(all: readonly ExchangeSummary[]): ExchangeSummary[] {
  const last = new Map<string, ExchangeSummary>();
  for (const exchange of all) {
    if ((exchange.status !== 401 && exchange.status !== 403) || isPicture(exchange)) continue;
    const key = `${exchange.credentialId} ${exchange.operation}`;
    const newest = last.get(key);
    if (!newest || isNewer(exchange, newest)) last.set(key, exchange);
  }
  return [...last.values()].sort((one, two) => two.sentAt - one.sentAt);
}

const isNewer = (one: ExchangeSummary, two: ExchangeSummary): boolean =>
  one.sentAt > two.sentAt || (one.sentAt === two.sentAt && one.attempt > two.attempt);
