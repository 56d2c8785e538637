/** Diagnoses recorded exchanges with all facts that the console knows about them. It sends nothing and spends no slot. */

import { isAppError } from '../../shared/app-error.ts';
import { credentialsOf } from '../../shared/connection/account.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Connection, PresetId } from '../../shared/model/connection.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import {
  type Exchange,
  type ExchangeFilter,
  type ExchangePage,
  type ExchangeSummary,
  filterOf,
} from '../../shared/model/traffic.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { diagnose } from './diagnose.ts';
import type { Failure, Surroundings, TokenClaims } from './failure.ts';
import { surroundingsOf, toFailure } from './surroundings.ts';

export const MAX_EXCHANGES = MAX_ENTRIES.chosen;
/** How long before and after an exchange the journal is read, if the exchange is older than the newest page. */
const AROUND_MS = 15 * MINUTE_MS;

type Conditions = Parameters<typeof filterOf>[1];

export interface JudgeDeps {
  readonly journal: {
    page(question: { filter: ExchangeFilter; before: null; limit: number }): ExchangePage | Promise<ExchangePage>;
    get(id: string): Exchange | Promise<Exchange>;
  };
  readonly tokens: { status(credentialId: string): TokenStatus };
  readonly vault: { connection(id: string): Connection };
  /** Looks up a preset. Without this function, addresses are not compared with a preset. */
  readonly presetOf?: (presetId: PresetId) => Pick<Preset, 'name' | 'addresses'>;
  /**
   * Reads the harmless claims of a credential's token of this generation; null when the token is no longer stored. The token itself is not returned.
   */
  readonly claimsOf?: (credentialId: string, generation: number) => Promise<TokenClaims | null>;
  /** How far the service's clock is ahead of this machine's, in ms; null while it was not measured. */
  readonly skewOf?: (connectionId: string) => number | null;
  /** Keeps each diagnosis as a case and returns its id; null when it is not kept. */
  readonly keep?: (diagnosed: { exchange: Exchange; failure: Failure; diagnosis: Diagnosis }) => string | null;
}

/** A connection with its records from the journal, read once for the diagnoses of all its exchanges. */
export interface ConnectionRecords {
  readonly connection: Connection | null;
  readonly newest: readonly ExchangeSummary[];
  readonly tokenRequests: readonly ExchangeSummary[];
}

interface Judged {
  readonly surroundings: Surroundings;
  readonly diagnosis: Diagnosis;
  readonly caseId: string | null;
}

export class Judge {
  readonly #deps: JudgeDeps;

  constructor(deps: JudgeDeps) {
    this.#deps = deps;
  }

  async records(connectionId: string): Promise<ConnectionRecords> {
    return {
      newest: await this.#exchanges(connectionId, {}),
      tokenRequests: await this.#exchanges(connectionId, { operations: ['token'] }),
      connection: await nullIfNotFound(() => this.#deps.vault.connection(connectionId)),
    };
  }

  async judge(exchange: Exchange, records: ConnectionRecords): Promise<Judged> {
    const { journal, tokens, presetOf, skewOf } = this.#deps;
    const { connection, newest, tokenRequests } = records;
    const { credentialId } = exchange;
    const all = distinct([...newest, ...tokenRequests, ...(await this.#around(exchange, newest))]);
    const tokenRequest = exchange.operation === 'token' ? null : tokenRequestBefore(exchange, all);
    const statusOf = (id: string) => nullIfNotFound(() => tokens.status(id));
    const others = connection
      ? credentialsOf(connection).filter(({ id, api }) => id !== credentialId && api === 'booking')
      : [];
    const surroundings = surroundingsOf({
      exchange,
      all,
      tokenExchange: tokenRequest && (await nullIfNotFound(() => journal.get(tokenRequest.id))),
      status: credentialId === null ? null : await statusOf(credentialId),
      connection,
      preset: (connection && presetOf?.(connection.presetId)) ?? null,
      others: (await Promise.all(others.map(({ id }) => statusOf(id)))).filter((status) => status !== null),
      // Requests use the connection's clock, which follows the service; certificates are checked by the machine's.
      skewMs: exchange.status === null ? (skewOf?.(exchange.connectionId) ?? null) : null,
    });
    const failure = { ...toFailure(exchange), tokenClaims: await this.#claims(exchange) };
    const diagnosis = diagnose(failure, surroundings);
    return { surroundings, diagnosis, caseId: this.#deps.keep?.({ exchange, failure, diagnosis }) ?? null };
  }

  async #claims({ credentialId, tokenGeneration }: Exchange): Promise<TokenClaims | null> {
    if (credentialId === null || tokenGeneration === null) return null;
    return (await this.#deps.claimsOf?.(credentialId, tokenGeneration)) ?? null;
  }

  /** Reads the exchanges around an exchange and later successes of its operation; none when the newest page has the whole journal. */
  async #around(exchange: Exchange, newest: readonly ExchangeSummary[]): Promise<ExchangeSummary[]> {
    const { connectionId, operation, sentAt } = exchange;
    if (newest.length < MAX_EXCHANGES) return [];
    const near = await this.#exchanges(connectionId, { from: sentAt - AROUND_MS, until: sentAt + AROUND_MS });
    return [
      ...near,
      ...(await this.#exchanges(connectionId, { operations: [operation], outcomes: ['ok'], from: sentAt })),
    ];
  }

  /** Reads the newest page of exchanges that fulfil the conditions. */
  async #exchanges(connectionId: string, conditions: Conditions): Promise<ExchangeSummary[]> {
    const filter = filterOf(connectionId, conditions);
    return (await this.#deps.journal.page({ filter, before: null, limit: MAX_EXCHANGES })).exchanges;
  }
}

const distinct = (exchanges: readonly ExchangeSummary[]): ExchangeSummary[] => [
  ...new Map(exchanges.map((exchange) => [exchange.id, exchange])).values(),
];

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

/** Resolves with the result of `ask`, or with null when it throws `notFound`; rethrows other errors. */
export async function nullIfNotFound<Value>(ask: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}
