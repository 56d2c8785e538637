/** Builders for doctor tests: exchanges, failures, token status and surroundings with everything unknown, to be changed one thing at a time. */

import type { ConnectionFacts, Failure, LedgerFacts, Surroundings } from '../../../../src/main/doctor/failure.ts';
import { NO_SURROUNDINGS } from '../../../../src/main/doctor/failure.ts';
import type { HistoryFacts } from '../../../../src/main/doctor/history.ts';
import { toFailure } from '../../../../src/main/doctor/surroundings.ts';
import type { TokenFacts } from '../../../../src/main/doctor/token-facts.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import { PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import { PRESET_TOKEN_RULES } from '../../../../src/shared/model/token-rules.ts';
import type { Exchange, ExchangeSummary } from '../../../../src/shared/model/traffic.ts';

export const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);

export function anExchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    seq: 1,
    lane: 'interactive',
    taskId: null,
    host: 'api.example',
    grantedAt: NOW,
    firstByteMs: null,
    requestBytes: null,
    id: 'x1',
    chainId: 'c1',
    attempt: 1,
    connectionId: 'one',
    credentialId: 'key',
    api: 'booking',
    operation: 'search',
    method: 'GET',
    url: 'https://booking.example.test/api/v1/search',
    status: 403,
    error: null,
    requestId: null,
    tokenGeneration: 3,
    queuedAt: NOW,
    sentAt: NOW,
    durationMs: 40,
    responseBytes: 60,
    requestHeaders: [['Authorization', 'Bearer [redacted]']],
    requestBody: null,
    responseHeaders: [['content-type', 'application/json']],
    responseBody: { text: '{"message":"You don\'t have permission to access"}', bytes: 49, cut: false },
    failure: null,
    ...changes,
  };
}

export const summaryOf = (exchange: Exchange): ExchangeSummary => {
  const { requestHeaders, requestBody, responseHeaders, responseBody, failure, ...summary } = exchange;
  return summary;
};

export interface Known {
  readonly exchange?: Partial<Exchange>;
  readonly failure?: Partial<Failure>;
  readonly connection?: Partial<ConnectionFacts>;
  readonly token?: Partial<TokenFacts>;
  readonly history?: Partial<HistoryFacts>;
  readonly ledger?: LedgerFacts;
  readonly skewMs?: number;
}

/** A recorded failure of which nothing is known but its request and answer, with what is given. */
export function aCase({
  exchange,
  failure,
  connection,
  token,
  history,
  ledger,
  skewMs,
}: Known): [Failure, Surroundings] {
  return [
    { ...toFailure(anExchange(exchange)), ...failure },
    {
      ...NO_SURROUNDINGS,
      connection: connection
        ? {
            name: 'One',
            ownSandbox: false,
            addresses: aConnection().addresses,
            presetName: null,
            presetAddresses: null,
            credentialApi: null,
            bookingOption: null,
            applications: 1,
            otherApplications: [],
            ...connection,
          }
        : null,
      token: token
        ? {
            generation: 3,
            ageMs: null,
            leftMs: null,
            scope: null,
            requestedScope: null,
            replaced: false,
            fromSameAddress: null,
            ...token,
          }
        : null,
      history: {
        otherBefore: null,
        otherAfter: null,
        sameBefore: null,
        sameAfter: null,
        newerAccepted: null,
        newerRefused: false,
        olderRefused: false,
        baseAccepted: null,
        reservationBefore: null,
        reservationOfQuote: null,
        acceptedElsewhere: null,
        refusedElsewhere: null,
        settled: false,
        ...history,
      },
      ledger: ledger ?? null,
      skewMs: skewMs ?? null,
    },
  ];
}

export const aConnection = (changes: Partial<Connection> = {}): Connection => ({
  id: 'one',
  name: 'One',
  presetId: 'custom',
  addresses: {
    baseUrl: 'https://open.example.test',
    authUrl: 'https://open.example.test',
    bookingBaseUrl: 'https://booking.example.test/api',
    bookingAuthUrl: 'https://booking.example.test',
  },
  openApi: null,
  applications: [
    {
      id: 'key',
      api: 'booking',
      label: 'Website',
      clientId: 'client',
      secret: 'encrypted',
      secretSetAt: NOW,
      bookingOption: 'both',
    },
  ],
  activeApplicationId: 'key',
  renewalMarginMinutes: 30,
  quotaReset: 'rolling',
  issuanceReserve: 0,
  limits: PRESET_LIMITS,
  tokenRules: PRESET_TOKEN_RULES,
  createdAt: NOW,
  ...changes,
});

export const aStatus = (changes: Partial<TokenStatus> = {}): TokenStatus => ({
  credentialId: 'key',
  api: 'booking',
  label: 'Website',
  state: 'valid',
  reason: '',
  since: NOW,
  generation: 3,
  issuedAt: NOW - 3_600_000,
  dueAt: NOW + 80_000_000,
  expiresAt: NOW + 82_800_000,
  retryAt: null,
  scope: null,
  storage: 'memory',
  quota: {
    unit: 'renewals',
    limit: 3,
    used: 0,
    remaining: 3,
    mayIssue: true,
    nextSlotAt: null,
    basis: 'rolling',
    asOf: NOW,
  },
  server: null,
  issuances: [],
  origin: 'issued',
  reserve: 0,
  foreignUse: null,
  refusals: [],
  lastError: null,
  ...changes,
});
