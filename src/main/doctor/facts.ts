/** The facts by which a refusal is judged, all from the journal: nothing is sent. */
import type { ReportedError } from '../../shared/errors.ts';
import { ADDRESS_KEYS, type Addresses, type Connection, credentialOf } from '../../shared/model/connection.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import type { Exchange, ExchangeSummary } from '../../shared/model/traffic.ts';
import { Answer } from '../http/answer.ts';
import { type HistoryFacts, historyOf, isUnder } from './history.ts';
import { type TokenFacts, tokenOf } from './token-facts.ts';

/** The address of the request, compared with those of the connection and its preset; `null` for unknown. */
export interface AddressFacts {
  readonly host: string;
  /** True for the sandbox, whose addresses the console itself sets. */
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
  /** The form of the Authorization header. */
  readonly authorization: 'bearer' | 'other' | 'absent';
  /** The token of the request; `null` when neither the token manager nor the journal knows it. */
  readonly token: TokenFacts | null;
  /** The API of the request's credential; `null` when the credential was removed. */
  readonly credentialApi: Exchange['api'] | null;
  readonly history: HistoryFacts;
  readonly address: AddressFacts;
}

export interface Records {
  readonly exchange: Exchange & { status: 401 | 403 };
  /** The exchanges of the connection in the journal, in any order. */
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
    address: addressFactsOf(records, base),
  };
}

/** The error that the service reported, read from the journal, which is redacted. */
const reportedErrorOf = (exchange: Exchange): ReportedError => {
  const { reportedError } = new Answer({
    exchangeId: exchange.id,
    status: exchange.status ?? 0,
    headers: new Headers(exchange.responseHeaders ?? []),
    text: exchange.responseBody?.text ?? '',
    receivedAt: exchange.sentAt + (exchange.durationMs ?? 0),
  });
  return { ...reportedError, requestId: exchange.requestId ?? reportedError.requestId };
};

function addressFactsOf({ exchange, connection, preset, tokenExchange }: Records, base: string | null): AddressFacts {
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

/** The form of the Authorization header: `other` for any value that does not start with "Bearer ". Redaction keeps the scheme. */
function authorizationOf({ requestHeaders }: Exchange): RefusalFacts['authorization'] {
  const value = requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (value === undefined) return 'absent';
  return /^Bearer \S/.test(value) ? 'bearer' : 'other';
}

/** The base address of a request, without a trailing slash; `null` when the connection does not use that API. */
function expectedBase(addresses: Addresses, about: { api: Api; operation: string }): string | null {
  const address = addresses[ADDRESS_KEYS[about.api][about.operation === 'token' ? 'token' : 'base']];
  return address === null ? null : address.replace(/\/+$/, '');
}

/** The addresses that a preset names; `null` where it leaves them to the person. */
const addressesOf = ({ addresses }: Pick<Preset, 'addresses'>): Addresses => ({
  baseUrl: addresses.baseUrl.value,
  authUrl: addresses.authUrl.value,
  bookingBaseUrl: addresses.bookingBaseUrl.value,
  bookingAuthUrl: addresses.bookingAuthUrl.value,
});
