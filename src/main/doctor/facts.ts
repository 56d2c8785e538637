/** The facts a refusal is judged by, taken from records only: nothing is sent, so looking spends no token. */
import type { ReportedError } from '../../shared/errors.ts';
import { type Connection, credentialOf } from '../../shared/model/connection.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import type { Exchange, ExchangeSummary } from '../../shared/model/traffic.ts';
import { serverSaid } from '../http/error-envelope.ts';
import { authorizationOf } from './authorization.ts';
import { addressesOf, expectedBase } from './places.ts';
import { type TokenFacts, tokenOf } from './token-facts.ts';

/** An accepted request (2xx) that tells something: which operation, and how long before (negative) or after the refusal, ms. */
export interface Accepted {
  readonly operation: string;
  readonly offsetMs: number;
}

/** What other requests of the same connection tell about a refused one. */
export interface HistoryFacts {
  /** Accepted with the same token, another operation. */
  readonly otherBefore: Accepted | null;
  readonly otherAfter: Accepted | null;
  /** Accepted with the same token, the same operation. */
  readonly sameBefore: Accepted | null;
  readonly sameAfter: Accepted | null;
  /** The same operation accepted with a newer token, after the refusal. */
  readonly newerAccepted: Accepted | null;
  /** The same operation refused (401/403) with a newer token, after the refusal. */
  readonly newerRefused: boolean;
  /** The same operation was refused with an older token before: this one was its replacement. */
  readonly olderRefused: boolean;
  /** Any request accepted under the same base address. */
  readonly baseAccepted: Accepted | null;
  /** A reservation made through a quote, before the refusal. */
  readonly reservationBefore: Accepted | null;
  /** The same operation accepted with any token, after the refusal. */
  readonly settled: boolean;
}

/** Where the request went, against where the connection and its preset say it should. Unknown is `null`. */
export interface PlaceFacts {
  readonly host: string;
  /** The embedded sandbox: its addresses are the console's own. */
  readonly ownSandbox: boolean;
  /** Whether the request's address lies under the base that the connection has now. */
  readonly underBase: boolean | null;
  readonly presetName: string | null;
  readonly presetHost: string | null;
  readonly hostMatchesPreset: boolean | null;
  readonly baseMatchesPreset: boolean | null;
  /** The path holds a version segment twice ("/v1/v1"): the base ends in one. */
  readonly doubledVersion: boolean;
  /** Whether the token in use came from the token address that the connection has now. */
  readonly tokenFromSameAddress: boolean | null;
}

export interface RefusalFacts {
  readonly exchange: Exchange;
  readonly status: 401 | 403;
  readonly server: ReportedError;
  /** How the Authorization header looked. */
  readonly authorization: 'bearer' | 'other' | 'absent';
  /** Facts about the token the request carried; `null` when no token is on record. */
  readonly token: TokenFacts | null;
  /** API of the key pair the request was made with; `null` when the credential is gone. */
  readonly credentialApi: Exchange['api'] | null;
  readonly history: HistoryFacts;
  readonly place: PlaceFacts;
}

export interface Records {
  readonly exchange: Exchange & { status: 401 | 403 };
  /** All exchanges on record of the connection, in any order. */
  readonly all: readonly ExchangeSummary[];
  /** The last accepted token request before the refusal, whole. */
  readonly tokenExchange: Exchange | null;
  readonly status: TokenStatus | null;
  readonly connection: Connection | null;
  readonly preset: Pick<Preset, 'name' | 'addresses'> | null;
}

/** Condenses the records around one refusal into facts. */
export function gatherFacts(records: Records): RefusalFacts {
  const { exchange, connection } = records;
  const credential = connection && credentialOf(connection, exchange.credentialId);
  const base = connection ? expectedBase(connection.addresses, exchange) : null;
  return {
    exchange,
    status: exchange.status,
    server: reportedErrorOf(exchange),
    authorization: authorizationOf(exchange),
    token: tokenOf(exchange, records.status, records.tokenExchange),
    credentialApi: credential?.api ?? null,
    history: historyOf(exchange, records.all, base),
    place: placeOf(records, base),
  };
}

/** The server's own words, read from the record and not from the answer: the record is redacted. */
const reportedErrorOf = ({ status, responseHeaders, responseBody, requestId, id }: Exchange): ReportedError => {
  const said = serverSaid({
    status: status ?? 0,
    headers: new Headers(responseHeaders ?? []),
    text: responseBody?.text ?? '',
    exchangeId: id,
  });
  return { ...said, requestId: requestId ?? said.requestId };
};

const accepted = (exchange: ExchangeSummary): boolean =>
  exchange.status !== null && exchange.status >= 200 && exchange.status < 300;
const isUnder = (url: string, base: string): boolean =>
  url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);

function historyOf(exchange: Exchange, all: readonly ExchangeSummary[], base: string | null): HistoryFacts {
  const offset = (other: ExchangeSummary) => other.sentAt - exchange.sentAt;
  const after = (other: ExchangeSummary) =>
    offset(other) > 0 || (other.chainId === exchange.chainId && other.attempt > exchange.attempt);
  const others = all
    .filter((other) => other.id !== exchange.id)
    .sort((one, two) => Math.abs(offset(one)) - Math.abs(offset(two)));
  const nearest = (matches: (other: ExchangeSummary) => boolean): Accepted | null => {
    const found = others.find((other) => accepted(other) && matches(other));
    return found ? { operation: found.operation, offsetMs: offset(found) } : null;
  };
  const sameToken = (other: ExchangeSummary) =>
    exchange.tokenGeneration !== null &&
    other.credentialId === exchange.credentialId &&
    other.tokenGeneration === exchange.tokenGeneration;
  const sameOperation = (other: ExchangeSummary) =>
    other.operation === exchange.operation && other.credentialId === exchange.credentialId;
  const generation = exchange.tokenGeneration;
  const newer = (other: ExchangeSummary) =>
    generation !== null && other.tokenGeneration !== null && other.tokenGeneration > generation;
  const older = (other: ExchangeSummary) =>
    generation !== null && other.tokenGeneration !== null && other.tokenGeneration < generation;
  // A 401 speaks of its token and a 403 of permission: one is no evidence for the other.
  const refusedAlike = (other: ExchangeSummary) => other.status === exchange.status;
  const isToken = (other: ExchangeSummary) => other.operation === 'token';
  const isPicture = (other: ExchangeSummary) => other.operation === 'picture';
  return {
    otherBefore: nearest((other) => sameToken(other) && !sameOperation(other) && !isToken(other) && !after(other)),
    otherAfter: nearest((other) => sameToken(other) && !sameOperation(other) && !isToken(other) && after(other)),
    sameBefore: nearest((other) => sameToken(other) && sameOperation(other) && !after(other)),
    sameAfter: nearest((other) => sameToken(other) && sameOperation(other) && after(other)),
    newerAccepted: nearest((other) => sameOperation(other) && newer(other) && after(other)),
    newerRefused: others.some((other) => refusedAlike(other) && sameOperation(other) && newer(other) && after(other)),
    olderRefused: others.some((other) => refusedAlike(other) && sameOperation(other) && older(other) && !after(other)),
    baseAccepted: nearest(
      (other) =>
        base !== null &&
        isUnder(exchange.url, base) &&
        isUnder(other.url, base) &&
        !isPicture(other) &&
        other.api === exchange.api &&
        isToken(other) === isToken(exchange),
    ),
    reservationBefore: nearest(
      (other) => (other.operation === 'quoteInstant' || other.operation === 'quoteRequest') && !after(other),
    ),
    settled: others.some((other) => accepted(other) && sameOperation(other) && after(other)),
  };
}

function placeOf({ exchange, connection, preset, tokenExchange }: Records, base: string | null): PlaceFacts {
  const presetBase = preset ? expectedBase(addressesOf(preset), exchange) : null;
  const url = new URL(exchange.url);
  const tokenAddress = connection && expectedBase(connection.addresses, { api: exchange.api, operation: 'token' });
  return {
    host: url.hostname,
    ownSandbox: connection?.presetId === 'sandbox',
    underBase: base === null ? null : isUnder(exchange.url, base),
    presetName: preset?.name ?? null,
    presetHost: presetBase === null ? null : new URL(presetBase).hostname,
    hostMatchesPreset: presetBase === null ? null : new URL(presetBase).hostname === url.hostname,
    baseMatchesPreset: presetBase === null ? null : isUnder(exchange.url, presetBase),
    doubledVersion: /\/(v\d+)\/\1(\/|$)/.test(url.pathname),
    tokenFromSameAddress: tokenExchange && tokenAddress ? isUnder(tokenExchange.url, tokenAddress) : null,
  };
}
