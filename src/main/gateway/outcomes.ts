/** Maps each error to the exit status of a command and to an HTTP status. */
import { serverOf } from '../../shared/app-error.ts';
import type { ErrorCode, ErrorData } from '../../shared/errors.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { describeForProgram } from '../../shared/text/program-error-text.ts';
import { redactText } from '../redact/redact.ts';
import { EXIT } from './conversation.ts';

type Exit = Exclude<(typeof EXIT)[keyof typeof EXIT], typeof EXIT.notWritten>;

export const EXITS: Readonly<Record<ErrorCode, Exit>> = {
  invalidInput: EXIT.wrongUse,
  notFound: EXIT.refused,
  applicationLimit: EXIT.refused,
  bookingOptionForbids: EXIT.refused,
  sandboxConnection: EXIT.refused,
  hostNotConfirmed: EXIT.refused,
  secretMissing: EXIT.refused,
  secretUnreadable: EXIT.unreachable,
  storageFailed: EXIT.unreachable,
  quotaExhausted: EXIT.later,
  lastSlot: EXIT.later,
  reserveKept: EXIT.later,
  tokenNeeded: EXIT.later,
  resultsGone: EXIT.refused,
  tokenNotAdoptable: EXIT.refused,
  credentialsRejected: EXIT.refused,
  tokenEndpointUnreachable: EXIT.unreachable,
  tokenEndpointFailed: EXIT.unreachable,
  tokenAnswerUnusable: EXIT.unreachable,
  unauthorized: EXIT.refused,
  forbidden: EXIT.refused,
  rateLimited: EXIT.later,
  refused: EXIT.refused,
  redirected: EXIT.refused,
  serverFailed: EXIT.unreachable,
  unreachable: EXIT.unreachable,
  timedOut: EXIT.unreachable,
  outcomeUnknown: EXIT.unknown,
  answerUnusable: EXIT.unreachable,
  queueFull: EXIT.later,
  deadlineExceeded: EXIT.later,
  circuitOpen: EXIT.later,
  servicePaused: EXIT.later,
  notReplayable: EXIT.refused,
  addressMissing: EXIT.refused,
  cancelled: EXIT.later,
  quoteExpired: EXIT.refused,
  quoteUsed: EXIT.refused,
  notGranted: EXIT.notAllowed,
  grantPending: EXIT.notAllowed,
  programPaused: EXIT.notAllowed,
  budgetUsed: EXIT.later,
  tokenWithheld: EXIT.later,
  sandboxDown: EXIT.unreachable,
  locked: EXIT.notAllowed,
  teamUnreachable: EXIT.unreachable,
  teamServerFailed: EXIT.unreachable,
  internal: EXIT.fault,
};

const STATUSES: Readonly<Record<Exit, number>> = {
  [EXIT.wrongUse]: 400,
  [EXIT.refused]: 409,
  [EXIT.unreachable]: 503,
  [EXIT.fault]: 500,
  [EXIT.later]: 429,
  [EXIT.unknown]: 409,
  [EXIT.notAllowed]: 403,
};

/** Returns the HTTP status for an error: the service's own if the service refused, 404 for `notFound`, otherwise the one that belongs to the exit status. */
export function httpStatusOf(error: ErrorData): number {
  const exit = EXITS[error.code];
  const server = serverOf(error);
  if (exit === EXIT.refused && server) return server.status;
  return error.code === 'notFound' ? 404 : STATUSES[exit];
}

/** The errors that count as refusals: the program's rights do not allow the request, or the service refused it. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['notGranted', 'unauthorized', 'forbidden', 'refused']);

export const isRefusal = ({ code }: ErrorData): boolean => REFUSALS.has(code);

/** Returns the instant (epoch ms) of the next try that an error suggests; `null` without one. */
export function retryAtOf(error: ErrorData): number | null {
  if ('retryAt' in error) return error.retryAt;
  if ('until' in error) return error.until;
  return 'nextSlotAt' in error ? error.nextSlotAt : null;
}

/** Removes the service's own words from an error, because they may name a guest. */
export function withoutServiceWords(error: ErrorData): ErrorData {
  const without =
    'server' in error && error.server ? { ...error, server: { ...error.server, serverMessage: null } } : error;
  if (without.code === 'answerUnusable') return { ...without, problem: 'Traffic has what it says' };
  return without.code === 'outcomeUnknown' ? { ...without, reason: 'Traffic has the answer' } : without;
}

/** Describes an error and what to do about it, on one line. */
export function sentencesOf(data: ErrorData): string {
  const { sentence, action } = describeForProgram(data);
  return plainLine(redactText(`${sentence} ${action}`));
}
