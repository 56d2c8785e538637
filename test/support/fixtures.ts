/** Complete, valid snapshots for component tests; `changes` replaces fields. */

import type { ReportedError } from '../../src/shared/errors.ts';
import type { AppInfo, Preferences } from '../../src/shared/model/app.ts';
import type { Connection, ConnectionsSnapshot, Credential } from '../../src/shared/model/connection.ts';
import type { PendingRequest } from '../../src/shared/model/pending.ts';
import type { RateFinding, RateGroup, RatesSnapshot } from '../../src/shared/model/rates.ts';
import { PRESET_LIMITS } from '../../src/shared/model/rates.ts';
import type { Issuance, TokenQuota, TokenStatus, TokensSnapshot } from '../../src/shared/model/token.ts';
import { PRESET_TOKEN_RULES } from '../../src/shared/model/token-rules.ts';
import type { ExchangePage, ExchangeSummary } from '../../src/shared/model/traffic.ts';
import type { UpdateStatus } from '../../src/shared/model/update.ts';

const HOUR = 3_600_000;

/** The time of every renderer test, and the start of the manual clock. */
export const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);

/** A clock face that shows this machine's time. */
export const machineFace = { anchorMachine: 0, anchorVirtual: 0, rate: 1 };

export const credentialFixture = (changes: Partial<Credential> = {}): Credential => ({
  id: 'cred-open',
  api: 'openApi',
  label: 'Open API',
  clientId: 'client-open',
  secret: 'encrypted',
  secretSetAt: NOW - 48 * HOUR,
  bookingOption: null,
  ...changes,
});

export const applicationFixture = (changes: Partial<Credential> = {}): Credential =>
  credentialFixture({
    id: 'cred-app-1',
    api: 'booking',
    label: 'Website',
    clientId: 'client-app-1',
    bookingOption: 'both',
    ...changes,
  });

export const connectionFixture = (changes: Partial<Connection> = {}): Connection => ({
  id: 'conn-1',
  name: 'Harbour Stays',
  presetId: 'guesty',
  addresses: {
    baseUrl: 'https://open.example.com',
    authUrl: 'https://open.example.com',
    bookingBaseUrl: 'https://booking.example.com/api',
    bookingAuthUrl: 'https://booking.example.com',
  },
  openApi: credentialFixture(),
  applications: [applicationFixture()],
  activeApplicationId: 'cred-app-1',
  renewalMarginMinutes: 30,
  quotaReset: 'rolling',
  issuanceReserve: 0,
  limits: PRESET_LIMITS,
  tokenRules: PRESET_TOKEN_RULES,
  createdAt: NOW - 72 * HOUR,
  ...changes,
});

export const sandboxFixture = (changes: Partial<Connection> = {}): Connection =>
  connectionFixture({
    id: 'sandbox',
    name: 'Sandbox',
    presetId: 'sandbox',
    openApi: credentialFixture({ id: 'sandbox-open', clientId: 'sandbox-open-client' }),
    applications: [applicationFixture({ id: 'sandbox-app-1', clientId: 'sandbox-app-client' })],
    activeApplicationId: 'sandbox-app-1',
    ...changes,
  });

export const connectionsFixture = (
  connections: Connection[] = [sandboxFixture()],
  currentId = connections[0]?.id ?? 'sandbox',
): ConnectionsSnapshot => ({ revision: 1, currentId, connections, merged: [] });

export const quotaFixture = (changes: Partial<TokenQuota> = {}): TokenQuota => ({
  unit: 'issuances',
  limit: 5,
  used: 1,
  remaining: 4,
  mayIssue: true,
  nextSlotAt: NOW + 22 * HOUR,
  basis: 'rolling',
  asOf: NOW,
  ...changes,
});

export const issuanceFixture = (changes: Partial<Issuance> = {}): Issuance => ({
  id: 'iss-1',
  at: NOW - 2 * HOUR,
  cause: 'start',
  renewal: false,
  outcome: 'confirmed',
  settledAt: NOW - 2 * HOUR,
  ...changes,
});

export const tokenFixture = (changes: Partial<TokenStatus> = {}): TokenStatus => ({
  credentialId: 'cred-open',
  api: 'openApi',
  label: 'Open API',
  state: 'valid',
  reason: 'The token is valid.',
  since: NOW - 2 * HOUR,
  generation: 3,
  issuedAt: NOW - 2 * HOUR,
  dueAt: NOW + 21.5 * HOUR,
  expiresAt: NOW + 22 * HOUR,
  retryAt: null,
  scope: 'open-api',
  origin: 'issued',
  storage: 'encrypted',
  quota: quotaFixture(),
  server: { limit: 5, remaining: 4, resetAt: NOW + 22 * HOUR, receivedAt: NOW - 2 * HOUR },
  issuances: [issuanceFixture()],
  reserve: 0,
  foreignUse: null,
  refusals: [],
  lastError: null,
  ...changes,
});

export const tokensFixture = (
  connectionId = 'conn-1',
  tokens: TokenStatus[] = [tokenFixture()],
  changes: Partial<TokensSnapshot> = {},
): TokensSnapshot => ({ connectionId, revision: 1, clock: machineFace, skew: null, tokens, ...changes });

export const rateGroupFixture = (changes: Partial<RateGroup> = {}): RateGroup => ({
  api: 'booking',
  windows: [
    { windowMs: 1_000, limit: 5, allowed: 5, used: 2, otherClients: 0, freesAt: null, server: null },
    { windowMs: 60_000, limit: 275, allowed: 275, used: 84, otherClients: 0, freesAt: null, server: null },
    { windowMs: HOUR, limit: 16_500, allowed: 16_500, used: 312, otherClients: 0, freesAt: null, server: null },
  ],
  queued: 0,
  lanes: { interactive: 0, background: 0, bulk: 0 },
  estimateMs: 0,
  pausedUntil: null,
  rateShare: 1,
  lastHour: Array.from({ length: 60 }, () => 0),
  findings: [],
  ...changes,
});

export const ratesFixture = (
  connectionId = 'conn-1',
  groups: RateGroup[] = [{ ...rateGroupFixture(), api: 'openApi', windows: [] }, rateGroupFixture()],
): RatesSnapshot => ({ connectionId, revision: 1, clock: machineFace, asOf: NOW, groups });

export const exchangeFixture = (changes: Partial<ExchangeSummary> = {}): ExchangeSummary => ({
  seq: 1,
  id: 'ex-1',
  chainId: 'chain-1',
  attempt: 1,
  connectionId: 'conn-1',
  credentialId: 'cred-open',
  api: 'openApi',
  operation: 'listListings',
  lane: 'interactive',
  taskId: null,
  method: 'GET',
  host: 'open.example.com',
  url: 'https://open.example.com/v1/listings?limit=100&skip=0',
  status: 200,
  error: null,
  requestId: 'req-7f31',
  tokenGeneration: 3,
  queuedAt: NOW - 60_100,
  grantedAt: NOW - 60_020,
  sentAt: NOW - 60_000,
  firstByteMs: 120,
  durationMs: 184,
  requestBytes: null,
  responseBytes: 84_120,
  ...changes,
});

export const appInfoFixture = (changes: Partial<AppInfo> = {}): AppInfo => ({
  version: '0.1.0',
  runtime: 'Node 24',
  platform: 'linux',
  startedAt: NOW - HOUR,
  protection: {
    level: 'protected',
    stores: true,
    detail: 'Encrypted with the key store of this machine.',
    personal: null,
  },
  sandboxed: true,
  locale: 'en-GB',
  dataPath: '/home/you/.config/latchkey',
  quarantined: [],
  update: null,
  ...changes,
});

export const updateStatusFixture = (changes: Partial<UpdateStatus> = {}): UpdateStatus => ({
  revision: 1,
  current: '0.1.0',
  way: 'self',
  reason: null,
  channel: 'latest',
  fixed: false,
  checkedAt: null,
  phase: { kind: 'current' },
  ...changes,
});

export const preferencesFixture = (changes: Partial<Preferences> = {}): Preferences => ({
  revision: 1,
  audience: 'managers',
  welcomed: true,
  theme: 'system',
  textSize: 'normal',
  formats: { locale: null, clock: 'locale' },
  storeUnprotected: false,
  desktop: [],
  updates: { look: true, channel: 'latest' },
  journal: { maxDays: 30, maxMegabytes: 700, bodyKilobytes: 64, keepGuests: false, keepTexts: false },
  listingViews: [],
  lock: { minutes: 10, hidesFromCapture: false, clearsCopied: false },
  seenVersion: '0.1.0',
  ...changes,
});

/** The last page of the journal, with these exchanges. */
export const exchangePageFixture = (
  exchanges: ExchangeSummary[] = [],
  changes: Partial<ExchangePage> = {},
): ExchangePage => ({
  revision: 1,
  exchanges,
  next: null,
  matched: { count: exchanges.length, more: false },
  total: exchanges.length,
  ...changes,
});

/** A bulk request that waits for the rate limit. */
export const pendingRequestFixture = (changes: Partial<PendingRequest> = {}): PendingRequest => ({
  id: 'w-1',
  api: 'booking',
  operation: 'search',
  title: 'Search',
  method: 'GET',
  lane: 'bulk',
  taskId: 'task-1',
  attempt: 1,
  since: 0,
  phase: 'limit',
  phaseSince: 0,
  until: null,
  reason: null,
  ...changes,
});

/** A 429 at 31 of 275 requests in a minute. */
export const findingFixture = (at: number, changes: Partial<RateFinding> = {}): RateFinding => ({
  kind: 'rateLimited',
  windowMs: 60_000,
  limit: 275,
  ours: 31,
  theirs: null,
  times: 1,
  firstAt: at,
  lastAt: at,
  exchangeId: null,
  ...changes,
});

export const reportedErrorFixture = (changes: Partial<ReportedError> = {}): ReportedError => ({
  status: 403,
  serverCode: 'FORBIDDEN',
  serverMessage: 'No.',
  requestId: 'req-8',
  exchangeId: 'ex-8',
  ...changes,
});
