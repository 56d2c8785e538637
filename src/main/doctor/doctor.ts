/** Doctor: what the records say about the last 401 and 403 of each operation. It only reads records, so it spends no token and sends nothing. */
import { isAppError } from '../../shared/errors.ts';
import type { Connection, PresetId } from '../../shared/model/connection.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import {
  type Exchange,
  type ExchangeFilter,
  type ExchangePage,
  type ExchangeSummary,
  filterOf,
} from '../../shared/model/traffic.ts';
import { gatherFacts } from './facts.ts';
import { triage } from './triage.ts';

/** As many exchanges as the journal's question allows. */
const MOST_EXCHANGES = 1_000;

/** The delegates of Doctor: three questions to the rooms that know. */
export interface DoctorDeps {
  readonly journal: {
    page(question: { filter: ExchangeFilter; before: null; limit: number }): ExchangePage;
    get(id: string): Exchange;
  };
  readonly tokens: { status(credentialId: string): TokenStatus };
  readonly vault: { connection(id: string): Connection };
  /** Without it, nothing is compared with a preset. */
  readonly presetOf?: (presetId: PresetId) => Pick<Preset, 'name' | 'addresses'>;
}

export class Doctor {
  readonly #deps: DoctorDeps;

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
  }

  /** The last refusal of each operation and key pair of a connection, newest first. */
  refusals(connectionId: string): Refusal[] {
    const { journal, tokens, vault, presetOf } = this.#deps;
    const all = journal.page({ filter: filterOf(connectionId), before: null, limit: MOST_EXCHANGES }).exchanges;
    const connection = known(() => vault.connection(connectionId));
    return lastRefusals(all).flatMap((summary) => {
      const exchange = known(() => journal.get(summary.id));
      if (!exchange || !isRefused(exchange)) return [];
      const { credentialId } = exchange;
      const tokenRequest = exchange.operation === 'token' ? null : tokenRequestBefore(exchange, all);
      return triage(
        gatherFacts({
          exchange,
          all,
          tokenExchange: tokenRequest && known(() => journal.get(tokenRequest.id)),
          status: credentialId === null ? null : known(() => tokens.status(credentialId)),
          connection,
          preset: (connection && presetOf?.(connection.presetId)) ?? null,
        }),
      );
    });
  }
}

/** The newest 401 or 403 of each operation and key pair, newest first. Pictures carry no token and are left out. */
function lastRefusals(all: readonly ExchangeSummary[]): ExchangeSummary[] {
  const last = new Map<string, ExchangeSummary>();
  for (const exchange of all) {
    if (!isRefused(exchange) || exchange.operation === 'picture') continue;
    const key = `${exchange.credentialId} ${exchange.operation}`;
    const known = last.get(key);
    if (
      !known ||
      exchange.sentAt > known.sentAt ||
      (exchange.sentAt === known.sentAt && exchange.attempt > known.attempt)
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

/** What a room answers, or `null` when it no longer has it. Other failures go on. */
function known<Value>(ask: () => Value): Value | null {
  try {
    return ask();
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}
