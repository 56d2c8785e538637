/** The messages of the app and the actions that they advise, for the help: the texts of error-text.ts with example values. */
import type { ErrorCode, ErrorOf, ReportedError } from '../../../shared/errors.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { ErrorText } from '../../../shared/text/error-text.ts';
import { describeForProgram } from '../../../shared/text/program-error-text.ts';
import { managerErrorText } from '../../text/manager-error.ts';

export interface Message extends ErrorText {
  readonly code: ErrorCode;
}

const server = (status: number): ReportedError => ({
  status,
  serverCode: null,
  serverMessage: null,
  requestId: null,
  exchangeId: null,
});
const LABEL = 'Direct bookings';
const HOST = 'api.example.com';
const slot = { label: LABEL, nextSlotAt: 0, assumption: 'server' } as const;

/** An example of each error. A code without an example does not compile. */
const EXAMPLES: { readonly [Code in ErrorCode]: Omit<ErrorOf<Code>, 'code'> } = {
  invalidInput: { issues: [{ path: 'name', message: 'A name is needed.' }] },
  notFound: { what: 'The quote' },
  applicationLimit: { limit: 5 },
  bookingOptionForbids: { option: 'Request to book', step: 'instant booking' },
  sandboxConnection: {},
  hostNotConfirmed: { hosts: [HOST] },
  secretMissing: { label: LABEL },
  secretUnreadable: { label: LABEL },
  storageFailed: { what: 'Quotes', reason: 'the disk is full' },
  quotaExhausted: { ...slot, limit: 3 },
  lastSlot: slot,
  reserveKept: { ...slot, reserve: 1 },
  tokenNeeded: { label: LABEL },
  resultsGone: {},
  tokenNotAdoptable: { problem: 'it has expired' },
  credentialsRejected: { label: LABEL, server: server(401) },
  tokenEndpointUnreachable: { host: HOST, reason: 'no connection', mayHaveBeenIssued: false },
  tokenEndpointFailed: { label: LABEL, server: server(503) },
  tokenAnswerUnusable: { problem: 'it has no token', exchangeId: null },
  unauthorized: { server: server(401) },
  forbidden: { server: server(403) },
  rateLimited: { retryAt: 0, server: server(429) },
  refused: { server: server(400) },
  redirected: { host: HOST, status: 301, location: `https://www.${HOST}/`, address: 'base address', exchangeId: null },
  serverFailed: { server: server(503) },
  unreachable: { host: HOST, reason: 'no connection', exchangeId: null },
  timedOut: { host: HOST, afterMs: 30_000, exchangeId: null },
  outcomeUnknown: { what: 'Request to book', reason: 'the connection broke', exchangeId: null },
  answerUnusable: { problem: 'it is no JSON', exchangeId: null },
  queueFull: { queued: 500, estimateMs: 120_000 },
  deadlineExceeded: { what: 'Search', afterMs: 60_000 },
  circuitOpen: { host: HOST, until: 0, failures: 5, reason: 'no connection' },
  servicePaused: { what: 'Search', host: HOST, until: 0, status: 429 },
  notReplayable: { problem: 'a write is never repeated' },
  addressMissing: { address: 'base address of the Open API' },
  cancelled: {},
  quoteExpired: { expiredAt: 0 },
  quoteUsed: { status: 'reserved' },
  notGranted: { reason: 'no key allows it' },
  grantPending: {},
  programPaused: {},
  budgetUsed: { what: 'its requests of 24 hours', retryAt: 0 },
  tokenWithheld: { label: LABEL, reason: 'only a person may use the last slot', retryAt: 0 },
  teamUnreachable: { label: LABEL },
  teamServerFailed: { problem: 'Nothing listens at valkey.example.com:6380. Start the server, or check the port.' },
  locked: {},
  sandboxDown: { reason: 'its port is in use' },
  internal: { logId: '4f2a' },
};

/** The errors that managers do not meet: errors of programs, of pasted tokens, and of recorded requests. */
const OF_SUPPORT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'notGranted',
  'grantPending',
  'programPaused',
  'budgetUsed',
  'tokenWithheld',
  'tokenNotAdoptable',
  'notReplayable',
]);

const atExampleTime = (): string => 'at 14:05';

/** Returns the messages that an audience may meet, each with what to do. */
export function messagesFor(audience: Audience): Message[] {
  const codes = Object.keys(EXAMPLES) as ErrorCode[];
  return codes
    .filter((code) => audience === 'support' || !OF_SUPPORT.has(code))
    .map((code) => {
      const error = { code, ...EXAMPLES[code] } as ErrorOf<ErrorCode>;
      const everyday = audience === 'managers' ? managerErrorText(error, atExampleTime) : null;
      return { code, ...(everyday ?? describeForProgram(error, atExampleTime)) };
    });
}
