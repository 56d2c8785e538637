/**
 * The retry policy: a total function of the error code and of whether repeating is harmless (service.md §4.5). A request that is not repeatable is
 * never retried when the service may have done it (ADR 5).
 */
import { AppError, isAppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { RetryAfterCause } from '../http/answer.ts';
import { describeFailure, isGatewayStatus, mayHaveLeft } from '../http/no-answer.ts';
import type { Random } from '../platform/ports.ts';

export const MAX_ATTEMPTS = 5;
const CAP_MS = 20_000;
/** Redirects after which a write may have been done. */
const MAYBE_DONE: ReadonlySet<number> = new Set([302, 303]);

/**
 * The decision after a failed attempt. `retry`: send the request again. `fail`: throw its error. `unknown`: throw `outcomeUnknown`, because the
 * service may have carried out the write.
 */
export type RetryDecision = 'retry' | 'fail' | 'unknown';

interface Policy {
  /** The decision for a request whose repetition is harmless. */
  readonly repeatable: RetryDecision;
  /** The decision for a write that may have left this machine. */
  readonly write: RetryDecision;
  /** The decision for a write that certainly did not leave this machine. */
  readonly unsentWrite: RetryDecision;
}

const FAIL: Policy = { repeatable: 'fail', write: 'fail', unsentWrite: 'fail' };

const POLICIES: Record<ErrorCode, Policy> = {
  // The service checks the limit before it does anything.
  rateLimited: { repeatable: 'retry', write: 'retry', unsentWrite: 'retry' },
  // The service itself reports that it failed; `decide` handles the statuses of proxies in front of it.
  serverFailed: { repeatable: 'retry', write: 'fail', unsentWrite: 'fail' },
  unreachable: { repeatable: 'retry', write: 'unknown', unsentWrite: 'retry' },
  timedOut: { repeatable: 'retry', write: 'unknown', unsentWrite: 'fail' },
  // The service has answered, but the answer cannot be read.
  answerUnusable: { repeatable: 'fail', write: 'unknown', unsentWrite: 'fail' },
  cancelled: { repeatable: 'fail', write: 'unknown', unsentWrite: 'fail' },
  // The pipeline replaces a refused token; waiting does not help.
  unauthorized: FAIL,
  forbidden: FAIL,
  refused: FAIL,
  // A 303, and in practice a 302, may mean that the service did the write and shows its result elsewhere.
  redirected: { repeatable: 'fail', write: 'unknown', unsentWrite: 'fail' },
  outcomeUnknown: FAIL,
  queueFull: FAIL,
  deadlineExceeded: FAIL,
  circuitOpen: FAIL,
  servicePaused: FAIL,
  notReplayable: FAIL,
  notGranted: FAIL,
  grantPending: FAIL,
  programPaused: FAIL,
  budgetUsed: FAIL,
  tokenWithheld: FAIL,
  addressMissing: FAIL,
  invalidInput: FAIL,
  notFound: FAIL,
  applicationLimit: FAIL,
  bookingOptionForbids: FAIL,
  sandboxConnection: FAIL,
  hostNotConfirmed: FAIL,
  secretMissing: FAIL,
  secretUnreadable: FAIL,
  storageFailed: FAIL,
  quotaExhausted: FAIL,
  lastSlot: FAIL,
  reserveKept: FAIL,
  teamUnreachable: FAIL,
  teamServerFailed: FAIL,
  tokenNeeded: FAIL,
  resultsGone: FAIL,
  tokenNotAdoptable: FAIL,
  credentialsRejected: FAIL,
  tokenEndpointUnreachable: FAIL,
  tokenEndpointFailed: FAIL,
  tokenAnswerUnusable: FAIL,
  quoteExpired: FAIL,
  quoteUsed: FAIL,
  sandboxDown: FAIL,
  locked: FAIL,
  internal: FAIL,
};

/** Decides what to do after an attempt that failed with `error`. A write that a gateway answered is unconfirmed. */
export function decide(error: AppError, repeatable: boolean): RetryDecision {
  const policy = POLICIES[error.code];
  if (repeatable) return policy.repeatable;
  if (isAppError(error, 'serverFailed') && isGatewayStatus(error.data.server.status)) return 'unknown';
  if (isAppError(error, 'redirected') && !MAYBE_DONE.has(error.data.status)) return 'fail';
  const answerless = error.code === 'unreachable' || error.code === 'timedOut' || error.code === 'cancelled';
  return answerless && !mayHaveLeft(error) ? policy.unsentWrite : policy.write;
}

/** The state of a chain after a failure. `failures`: its failed attempts. `now`, `remainingMs` (until the deadline): on the connection's clock. */
export interface RetryState {
  readonly lane: Lane;
  readonly failures: number;
  readonly now: number;
  readonly remainingMs: number;
}

/**
 * Returns the time until the next attempt in ms: a capped exponential backoff with jitter, after the wait that the server asks for. `null` after too
 * many failures, or when the attempt could not begin before the deadline.
 */
export function backoffMs(
  error: AppError,
  { lane, failures, now, remainingMs }: RetryState,
  random: Random,
): number | null {
  if (failures >= MAX_ATTEMPTS) return null;
  // A bulk request has time: its first four attempts take at least 7 s, so it does not use up all five before the circuit of a failing host opens.
  // `certain` is the share of a backoff that has no jitter.
  const { baseMs, certain } = lane === 'bulk' ? { baseMs: 2_000, certain: 0.5 } : { baseMs: 500, certain: 0 };
  const ownMs = Math.min(CAP_MS, baseMs * 2 ** (failures - 1)) * (certain + (1 - certain) * random.fraction());
  const until = isAppError(error, 'rateLimited')
    ? error.data.retryAt
    : error.cause instanceof RetryAfterCause
      ? error.cause.retryAt
      : null;
  const waitMs = (until === null ? 0 : Math.max(0, until - now)) + ownMs;
  return waitMs < remainingMs ? waitMs : null;
}

/** Makes the error of an unconfirmed write. `what`: the operation's name on the screen. */
export function outcomeUnknown(error: AppError, what: string): AppError<'outcomeUnknown'> {
  return new AppError('outcomeUnknown', { what, ...describeFailure(error) }, { cause: error });
}
