/** The Doctor explains the last 401 and 403 of each operation from the journal. It sends nothing and spends no slot. */
import { isAppError } from '../../shared/errors.ts';
import { type Connection, credentialsOf, type PresetId } from '../../shared/model/connection.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import {
  type Exchange,
  type ExchangeFacets,
  type ExchangeFilter,
  type ExchangePage,
  type ExchangeSummary,
  filterOf,
} from '../../shared/model/traffic.ts';
import { recordedError } from '../http/recorded-error.ts';
import { diagnose } from './diagnose.ts';
import type { Failure, Surroundings } from './failure.ts';
import { failureOf, surroundingsOf } from './surroundings.ts';

/** The page limit of the journal. */
const MAX_EXCHANGES = 1_000;
/** For an older refusal, the Doctor reads the journal this long before and after it. */
const AROUND_MS = 15 * 60_000;
const PICTURE = 'picture';

type Conditions = Parameters<typeof filterOf>[1];

/** The services that the Doctor reads from. */
export interface DoctorDeps {
  readonly journal: {
    page(question: { filter: ExchangeFilter; before: null; limit: number }): ExchangePage | Promise<ExchangePage>;
    get(id: string): Exchange | Promise<Exchange>;
    facets(connectionId: string): Pick<ExchangeFacets, 'operations'> | Promise<Pick<ExchangeFacets, 'operations'>>;
  };
  readonly tokens: { status(credentialId: string): TokenStatus };
  readonly vault: { connection(id: string): Connection };
  /** Without it, addresses are not compared with a preset. */
  readonly presetOf?: (presetId: PresetId) => Pick<Preset, 'name' | 'addresses'>;
  /** Keeps each diagnosis. */
  readonly keep?: (diagnosed: { exchange: Exchange; failure: Failure; diagnosis: Diagnosis }) => void;
}

export class Doctor {
  readonly #deps: DoctorDeps;

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
  }

  /** The last refusal of each operation and credential of a connection, newest first. */
  async refusals(connectionId: string): Promise<Refusal[]> {
    const last = lastRefusals(await this.#refused(connectionId));
    if (last.length === 0) return [];
    const newest = await this.#exchanges(connectionId, {});
    const tokenRequests = await this.#exchanges(connectionId, { operations: ['token'] });
    const connection = await known(() => this.#deps.vault.connection(connectionId));
    const judged = last.map((summary) => this.#judge(summary, newest, tokenRequests, connection));
    return (await Promise.all(judged)).filter((refusal) => refusal !== null);
  }

  /** The newest refusals. When they do not fit one page, each operation is read by itself, so that a frequent refusal hides no other. */
  async #refused(connectionId: string): Promise<ExchangeSummary[]> {
    const outcomes: Conditions = { outcomes: ['unauthorized', 'forbidden'] };
    const newest = await this.#page(connectionId, outcomes);
    if (newest.next === null) return newest.exchanges;
    const { operations } = await this.#deps.journal.facets(connectionId);
    const names = operations.map(({ name }) => name).filter((name) => name !== PICTURE);
    const perOperation = names.map((name) => this.#exchanges(connectionId, { ...outcomes, operations: [name] }));
    return (await Promise.all(perOperation)).flat();
  }

  async #judge(
    summary: ExchangeSummary,
    newest: readonly ExchangeSummary[],
    tokenRequests: readonly ExchangeSummary[],
    connection: Connection | null,
  ): Promise<Refusal | null> {
    const { journal, tokens, presetOf } = this.#deps;
    const exchange = await known(() => journal.get(summary.id));
    if (!exchange || !isRefused(exchange)) return null;
    const { credentialId } = exchange;
    const all = distinct([...newest, ...tokenRequests, ...(await this.#around(exchange, newest))]);
    const tokenRequest = exchange.operation === 'token' ? null : tokenRequestBefore(exchange, all);
    const statusOf = (id: string) => known(() => tokens.status(id));
    const others = connection
      ? credentialsOf(connection).filter(({ id, api }) => id !== credentialId && api === 'booking')
      : [];
    const surroundings = surroundingsOf({
      exchange,
      all,
      tokenExchange: tokenRequest && (await known(() => journal.get(tokenRequest.id))),
      status: credentialId === null ? null : await statusOf(credentialId),
      connection,
      preset: (connection && presetOf?.(connection.presetId)) ?? null,
      others: (await Promise.all(others.map(({ id }) => statusOf(id)))).filter((status) => status !== null),
      skewMs: null,
    });
    const failure = failureOf(exchange);
    const diagnosis = diagnose(failure, surroundings);
    this.#deps.keep?.({ exchange, failure, diagnosis });
    return refusalOf(exchange, surroundings, diagnosis);
  }

  /** The exchanges around a refusal that is older than the newest page, and the later successes of its operation. */
  async #around(exchange: Exchange, newest: readonly ExchangeSummary[]): Promise<ExchangeSummary[]> {
    const { connectionId, operation, sentAt } = exchange;
    if (newest.length < MAX_EXCHANGES) return [];
    const near = await this.#exchanges(connectionId, { from: sentAt - AROUND_MS, until: sentAt + AROUND_MS });
    return [
      ...near,
      ...(await this.#exchanges(connectionId, { operations: [operation], outcomes: ['ok'], from: sentAt })),
    ];
  }

  async #exchanges(connectionId: string, conditions: Conditions): Promise<ExchangeSummary[]> {
    return (await this.#page(connectionId, conditions)).exchanges;
  }

  async #page(connectionId: string, conditions: Conditions): Promise<ExchangePage> {
    const filter = filterOf(connectionId, conditions);
    return this.#deps.journal.page({ filter, before: null, limit: MAX_EXCHANGES });
  }
}

function refusalOf(
  exchange: Exchange & { status: 401 | 403 },
  { history }: Surroundings,
  diagnosis: Diagnosis,
): Refusal {
  const { status, responseHeaders, responseBody } = exchange;
  const server = recordedError({
    status,
    responseHeaders: responseHeaders ?? [],
    responseBody: responseBody?.text ?? null,
  });
  return {
    exchangeId: exchange.id,
    connectionId: exchange.connectionId,
    credentialId: exchange.credentialId,
    api: exchange.api,
    operation: exchange.operation,
    method: exchange.method,
    url: exchange.url,
    at: exchange.sentAt,
    status: exchange.status,
    serverMessage: server.serverMessage,
    serverCode: server.serverCode,
    requestId: exchange.requestId ?? server.requestId,
    tokenGeneration: exchange.tokenGeneration,
    settled: history?.settled ?? false,
    diagnosis,
  };
}

const distinct = (exchanges: readonly ExchangeSummary[]): ExchangeSummary[] => [
  ...new Map(exchanges.map((exchange) => [exchange.id, exchange])).values(),
];

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

function tokenRequestBefore(exchange: Exchange, all: readonly ExchangeSummary[]): ExchangeSummary | null {
  return all
    .filter(
      (other) =>
        other.operation === 'token' &&
        other.status === 200 &&
        other.credentialId === exchange.credentialId &&
        other.sentAt + (other.durationMs ?? 0) <= exchange.sentAt,
    )
    .reduce<ExchangeSummary | null>((last, other) => (last && last.sentAt >= other.sentAt ? last : other), null);
}

function isRefused<Of extends ExchangeSummary>(exchange: Of): exchange is Of & { status: 401 | 403 } {
  return exchange.status === 401 || exchange.status === 403;
}

/** The result of `ask`, or `null` for `notFound`; rethrows other errors. */
async function known<Value>(ask: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}
