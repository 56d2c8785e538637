/** The Doctor explains the failures in the journal: the last refusals, and all failures in groups. It sends nothing and spends no slot. */
import type { FailureGroup, FailurePage } from '../../shared/model/failure-group.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import type { Exchange, ExchangeFacets, ExchangeSummary } from '../../shared/model/traffic.ts';
import { recordedError } from '../http/recorded-error.ts';
import { type FailureJournal, type FoundGroup, keyOf, scanFailures } from './failure-scan.ts';
import { type Conditions, type ConnectionRecords, Judge, type JudgeDeps, type Judged, known } from './judge.ts';

const PICTURE = 'picture';

/** The services that the Doctor reads from. */
export interface DoctorDeps extends JudgeDeps {
  readonly journal: JudgeDeps['journal'] &
    FailureJournal & {
      facets(connectionId: string): Pick<ExchangeFacets, 'operations'> | Promise<Pick<ExchangeFacets, 'operations'>>;
    };
}

export class Doctor {
  readonly #deps: DoctorDeps;
  readonly #judge: Judge;

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
    this.#judge = new Judge(deps);
  }

  /** The last refusal of each operation and credential of a connection, newest first. */
  async refusals(connectionId: string): Promise<Refusal[]> {
    const last = lastRefusals(await this.#refused(connectionId));
    if (last.length === 0) return [];
    const records = await this.#judge.records(connectionId);
    const judged = last.map((summary) => this.#refusal(summary, records));
    return (await Promise.all(judged)).filter((refusal) => refusal !== null);
  }

  /** Failures in groups, newest first, each with the diagnosis of its newest; see scanFailures. */
  async failures({ connectionId, before }: { connectionId: string; before: number | null }): Promise<FailurePage> {
    const { groups, next } = await scanFailures(this.#deps.journal, connectionId, before);
    if (groups.length === 0) return { groups: [], next };
    const records = await this.#judge.records(connectionId);
    return { groups: await Promise.all(groups.map((group) => this.#group(group, records))), next };
  }

  /** The diagnosis of one exchange. Throws `notFound`. */
  async failure(exchangeId: string): Promise<FailureGroup> {
    const exchange = await this.#deps.journal.get(exchangeId);
    const records = await this.#judge.records(exchange.connectionId);
    return this.#group({ key: keyOf(exchange), exchange, count: 1, firstAt: exchange.sentAt }, records);
  }

  async #group({ key, exchange, count, firstAt }: FoundGroup, records: ConnectionRecords): Promise<FailureGroup> {
    const judged = await this.#judge.judge(exchange, records);
    const { status, error } = exchange;
    return { ...factsOf(judged), key, status, error, count, firstAt };
  }

  async #refusal(summary: ExchangeSummary, records: ConnectionRecords): Promise<Refusal | null> {
    const exchange = await known(() => this.#deps.journal.get(summary.id));
    if (!exchange || !isRefused(exchange)) return null;
    return { ...factsOf(await this.#judge.judge(exchange, records)), status: exchange.status };
  }

  /** The newest refusals. When they do not fit one page, each operation is read by itself, so that a frequent refusal hides no other. */
  async #refused(connectionId: string): Promise<ExchangeSummary[]> {
    const outcomes: Conditions = { outcomes: ['unauthorized', 'forbidden'] };
    const newest = await this.#judge.page(connectionId, outcomes);
    if (newest.next === null) return newest.exchanges;
    const { operations } = await this.#deps.journal.facets(connectionId);
    const names = operations.map(({ name }) => name).filter((name) => name !== PICTURE);
    const perOperation = names.map((name) => this.#judge.exchanges(connectionId, { ...outcomes, operations: [name] }));
    return (await Promise.all(perOperation)).flat();
  }
}

function factsOf({ exchange, surroundings, diagnosis }: Judged): Omit<Refusal, 'status'> {
  const server = reportedBy(exchange);
  return {
    exchangeId: exchange.id,
    connectionId: exchange.connectionId,
    credentialId: exchange.credentialId,
    api: exchange.api,
    operation: exchange.operation,
    method: exchange.method,
    url: exchange.url,
    at: exchange.sentAt,
    serverMessage: server?.serverMessage ?? null,
    serverCode: server?.serverCode ?? null,
    requestId: exchange.requestId ?? server?.requestId ?? null,
    tokenGeneration: exchange.tokenGeneration,
    settled: surroundings.history?.settled ?? false,
    diagnosis,
  };
}

/** The error that an answer reports; null for none, and for a success. */
function reportedBy({ status, responseHeaders, responseBody }: Exchange) {
  if (status === null || status < 400) return null;
  return recordedError({ status, responseHeaders: responseHeaders ?? [], responseBody: responseBody?.text ?? null });
}

/** The newest 401 or 403 of each operation and credential, newest first. Pictures carry no token and are left out. */
function lastRefusals(all: readonly ExchangeSummary[]): ExchangeSummary[] {
  const last = new Map<string, ExchangeSummary>();
  for (const exchange of all) {
    if (!isRefused(exchange) || exchange.operation === PICTURE) continue;
    const key = `${exchange.credentialId} ${exchange.operation}`;
    const newest = last.get(key);
    if (
      !newest ||
      exchange.sentAt > newest.sentAt ||
      (exchange.sentAt === newest.sentAt && exchange.attempt > newest.attempt)
    ) {
      last.set(key, exchange);
    }
  }
  return [...last.values()].sort((one, two) => two.sentAt - one.sentAt);
}

function isRefused<Of extends ExchangeSummary>(exchange: Of): exchange is Of & { status: 401 | 403 } {
  return exchange.status === 401 || exchange.status === 403;
}
