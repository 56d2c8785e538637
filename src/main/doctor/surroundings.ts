/** Gathers the facts that the console knows about one recorded failure from its own records; nothing is sent. */

import { credentialOf } from '../../shared/connection/account.ts';
import type { Addresses, Connection } from '../../shared/model/connection.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import type { Exchange, ExchangeSummary } from '../../shared/model/traffic.ts';
import { authorizationShape } from './authorization.ts';
import {
  type ConnectionFacts,
  type Failure,
  type KnownService,
  NO_SURROUNDINGS,
  type Surroundings,
} from './failure.ts';
import { historyOf } from './history.ts';
import { baseOf } from './rules/expected-base.ts';
import { tokenOf } from './token-facts.ts';

export interface Records {
  readonly exchange: Exchange;
  /** The exchanges of the connection in the journal, in any order. */
  readonly all: readonly ExchangeSummary[];
  /** The whole exchange of the last accepted token request before the failure. */
  readonly tokenExchange: Exchange | null;
  readonly status: TokenStatus | null;
  readonly connection: Connection | null;
  readonly preset: Pick<Preset, 'name' | 'addresses'> | null;
  /** The token status of the connection's other applications. */
  readonly others: readonly TokenStatus[];
  readonly skewMs: number | null;
}

/** Stands for a token that the journal has masked. */
const UNSEEN_TOKEN = 'tokenThatTheJournalHasMasked';

/** Converts a recorded exchange to a failure. The journal is masked, but keeps the scheme of an Authorization header. */
export function toFailure(exchange: Exchange): Failure {
  const authorization = exchange.requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const contentType = exchange.requestHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const text = exchange.requestBody?.text ?? null;
  const isForm = text !== null && /^application\/x-www-form-urlencoded/i.test(contentType ?? '');
  return {
    origin: 'journal',
    exchangeId: exchange.id,
    api: exchange.api,
    operation: exchange.operation,
    method: exchange.method,
    url: exchange.url,
    requestHeaders: exchange.requestHeaders,
    requestHeadersKnown: true,
    requestBody: text === null ? null : { contentType, text, fields: isForm ? fieldsOf(text) : null },
    status: exchange.status,
    responseHeaders: exchange.responseHeaders ?? [],
    responseHeadersKnown: exchange.responseHeaders !== null,
    responseBody: exchange.responseBody?.text ?? null,
    networkError: exchange.status === null ? networkErrorOf(exchange) : null,
    sentAt: exchange.sentAt,
    // The journal masks the token alone, so a mark without a scheme was a bare token.
    authorization: authorizationShape(authorization?.replaceAll('[redacted]', UNSEEN_TOKEN)),
    tokenClaims: null,
  };
}

const fieldsOf = (form: string): Record<string, string> => Object.fromEntries(new URLSearchParams(form));

function networkErrorOf({ failure, error }: Exchange): Failure['networkError'] {
  const reason =
    failure && 'reason' in failure ? failure.reason : failure?.code === 'timedOut' ? 'the request timed out' : null;
  return { code: error, message: reason ?? error ?? 'no answer' };
}

export function surroundingsOf(records: Records): Surroundings {
  const { exchange, connection, status } = records;
  const base = connection && baseOf(connection.addresses, exchange.api, exchange.operation === 'token');
  return {
    ...NO_SURROUNDINGS,
    services: servicesOf(records),
    connection: connection && connectionFacts(records, connection),
    token: tokenOf(
      exchange,
      status,
      records.tokenExchange,
      connection && baseOf(connection.addresses, exchange.api, true),
    ),
    ledger: status?.quota ?? null,
    history: historyOf(exchange, records.all, base),
    skewMs: records.skewMs,
  };
}

function servicesOf({ connection, preset }: Records): KnownService[] {
  const services: KnownService[] = [];
  if (connection) services.push({ name: connection.name, kind: 'connection', addresses: connection.addresses });
  if (preset) services.push({ name: preset.name, kind: 'preset', addresses: addressesOf(preset) });
  return services;
}

const connectionFacts = ({ exchange, preset, others }: Records, connection: Connection): ConnectionFacts => {
  const credential = credentialOf(connection, exchange.credentialId);
  return {
    name: connection.name,
    ownSandbox: connection.presetId === 'sandbox',
    addresses: connection.addresses,
    presetName: preset?.name ?? null,
    presetAddresses: preset && addressesOf(preset),
    credentialApi: credential?.api ?? null,
    bookingOption: credential?.bookingOption ?? null,
    applications: connection.applications.length,
    otherApplications:
      exchange.api === 'booking' ? others.map(({ label, quota }) => ({ label, remaining: quota.remaining })) : [],
  };
};

/** The addresses of a preset; an address that the person enters is null. */
const addressesOf = ({ addresses }: Pick<Preset, 'addresses'>): Addresses => ({
  baseUrl: addresses.baseUrl.value,
  authUrl: addresses.authUrl.value,
  bookingBaseUrl: addresses.bookingBaseUrl.value,
  bookingAuthUrl: addresses.bookingAuthUrl.value,
});
