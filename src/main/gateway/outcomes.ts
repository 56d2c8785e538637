/** The exit status of a command and the HTTP status for each error (exit statuses as in sysexits.h, where it has one). */
import type { ErrorCode, ErrorData } from '../../shared/errors.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { describeForProgram } from '../../shared/text/program-error-text.ts';
import { redactText } from '../redact/redact.ts';

/**
 * 64: wrong use. 65: the service or the app refused what was asked. 69: something is unreachable. 70: a fault of the app. 75: try again later. 76: it
 * is unknown whether a write was done. 77: not allowed.
 */
export type Exit = 64 | 65 | 69 | 70 | 75 | 76 | 77;

export const EXITS: Readonly<Record<ErrorCode, Exit>> = {
  invalidInput: 64,
  notFound: 65,
  applicationLimit: 65,
  bookingOptionForbids: 65,
  sandboxConnection: 65,
  hostNotConfirmed: 65,
  secretMissing: 65,
  secretUnreadable: 69,
  storageFailed: 69,
  quotaExhausted: 75,
  lastSlot: 75,
  reserveKept: 75,
  tokenNeeded: 75,
  resultsGone: 65,
  tokenNotAdoptable: 65,
  credentialsRejected: 65,
  tokenEndpointUnreachable: 69,
  tokenEndpointFailed: 69,
  tokenAnswerUnusable: 69,
  unauthorized: 65,
  forbidden: 65,
  rateLimited: 75,
  refused: 65,
  redirected: 65,
  serverFailed: 69,
  unreachable: 69,
  timedOut: 69,
  outcomeUnknown: 76,
  answerUnusable: 69,
  queueFull: 75,
  deadlineExceeded: 75,
  circuitOpen: 75,
  servicePaused: 75,
  notReplayable: 65,
  addressMissing: 65,
  cancelled: 75,
  quoteExpired: 65,
  quoteUsed: 65,
  notGranted: 77,
  grantPending: 77,
  programPaused: 77,
  budgetUsed: 75,
  tokenWithheld: 75,
  sandboxDown: 69,
  internal: 70,
};

const STATUSES: Readonly<Record<Exit, number>> = { 64: 400, 65: 409, 69: 503, 70: 500, 75: 429, 76: 409, 77: 403 };

/** The HTTP status for an error: the service's own if it refused, else the one of the exit status. */
export function httpStatusOf(error: ErrorData): number {
  const exit = EXITS[error.code];
  if (exit === 65 && 'server' in error && error.server) return error.server.status;
  return error.code === 'notFound' ? 404 : STATUSES[exit];
}

/** The errors that count as a refusal: what the rights do not name, and what the service refused. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['notGranted', 'unauthorized', 'forbidden', 'refused']);

export const isRefusal = ({ code }: ErrorData): boolean => REFUSALS.has(code);

/** When to try again after an error (epoch ms); `null` when the error does not say. */
export function retryAtOf(error: ErrorData): number | null {
  if ('retryAt' in error) return error.retryAt;
  if ('until' in error) return error.until;
  return 'nextSlotAt' in error ? error.nextSlotAt : null;
}

/** The error without the service's own words, which may name a guest, for a program that may not see guests. The exchange has them. */
export function withoutServiceWords(error: ErrorData): ErrorData {
  const without =
    'server' in error && error.server ? { ...error, server: { ...error.server, serverMessage: null } } : error;
  if (without.code === 'answerUnusable') return { ...without, problem: 'Traffic has what it says' };
  return without.code === 'outcomeUnknown' ? { ...without, reason: 'Traffic has the answer' } : without;
}

/** The sentence about an error and what to do, on one line. */
export function sentencesOf(data: ErrorData): string {
  const { sentence, action } = describeForProgram(data);
  return plainLine(redactText(`${sentence} ${action}`));
}
