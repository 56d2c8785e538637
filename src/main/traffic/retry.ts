/**
 * When a failed request is sent again: a total function of the error's code and of whether repeating is harmless (spec.md, Errors:
 * "exponential backoff, jitter and a maximum cap"). A request that is not repeatable is never sent again when it may have been done.
 */
import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import { RetryAfterAsked } from '../http/classify.ts';
import { describeFailure, mayHaveLeft } from '../http/no-answer.ts';
import type { Random } from '../platform/ports.ts';

export const MAX_ATTEMPTS = 5;
const BASE_MS = 500;
const CAP_MS = 20_000;

/** `retry`: send it again. `fail`: give the error to the caller. `unknown`: it may have been done, and nobody can tell from here. */
export type RetryDecision = 'retry' | 'fail' | 'unknown';

interface Policy {
  /** Repeating does no harm. */
  readonly repeatable: RetryDecision;
  /** Not repeatable, and it may have left this machine. */
  readonly write: RetryDecision;
  /** Not repeatable, and it certainly did not leave. */
  readonly unsentWrite: RetryDecision;
}

const FAIL: Policy = { repeatable: 'fail', write: 'fail', unsentWrite: 'fail' };

const POLICIES: Record<ErrorCode, Policy> = {
  // Not done: the limit was checked first.
  rateLimited: { repeatable: 'retry', write: 'retry', unsentWrite: 'retry' },
  // The service's own word that it failed; see `verdict` for the statuses of something in front of it.
  serverFailed: { repeatable: 'retry', write: 'fail', unsentWrite: 'fail' },
  unreachable: { repeatable: 'retry', write: 'unknown', unsentWrite: 'retry' },
  timedOut: { repeatable: 'retry', write: 'unknown', unsentWrite: 'fail' },
  // It was answered, and the answer is lost all the same.
  answerUnusable: { repeatable: 'fail', write: 'unknown', unsentWrite: 'fail' },
  cancelled: { repeatable: 'fail', write: 'unknown', unsentWrite: 'fail' },
  // A token that is not accepted is replaced by the pipeline, not by waiting.
  unauthorized: FAIL,
  forbidden: FAIL,
  refused: FAIL,
  outcomeUnknown: FAIL,
  queueFull: FAIL,
  deadlineExceeded: FAIL,
  circuitOpen: FAIL,
  notReplayable: FAIL,
  addressMissing: FAIL,
  invalidInput: FAIL,
  notFound: FAIL,
  applicationLimit: FAIL,
  bookingOptionForbids: FAIL,
  sandboxConnection: FAIL,
  secretMissing: FAIL,
  secretUnreadable: FAIL,
  storageFailed: FAIL,
  quotaExhausted: FAIL,
  lastSlot: FAIL,
  reserveKept: FAIL,
  tokenNeeded: FAIL,
  tokenNotAdoptable: FAIL,
  credentialsRejected: FAIL,
  tokenEndpointUnreachable: FAIL,
  tokenEndpointFailed: FAIL,
  tokenAnswerUnusable: FAIL,
  quoteExpired: FAIL,
  quoteUsed: FAIL,
  sandboxDown: FAIL,
  internal: FAIL,
};

/**
 * What follows from an error. A write answered with 502 or above has an unknown outcome: those statuses (52x too) come from something
 * in front of the service, which cannot know whether the service did it. A 500 or 501 is the service's own word that it failed.
 */
export function decide(error: AppError, repeatable: boolean): RetryDecision {
  const policy = POLICIES[error.code];
  if (repeatable) return policy.repeatable;
  if (isAppError(error, 'serverFailed') && error.data.server.status >= 502) return 'unknown';
  const answerless = error.code === 'unreachable' || error.code === 'timedOut' || error.code === 'cancelled';
  return answerless && !mayHaveLeft(error) ? policy.unsentWrite : policy.write;
}

/** Where a chain of attempts stands: how many failed, the time now, and how long it has until its deadline (ms of the same clock). */
export interface RetryState {
  readonly failures: number;
  readonly now: number;
  readonly remainingMs: number;
}

/**
 * Milliseconds to wait before the next attempt; `null` when there is to be none: too many failed, or it could not begin before the
 * deadline. Full jitter over an exponential that is capped; never before the instant the server asked to wait for.
 */
export function backoffMs(error: AppError, { failures, now, remainingMs }: RetryState, random: Random): number | null {
  if (failures >= MAX_ATTEMPTS) return null;
  const jitterMs = random.fraction() * Math.min(CAP_MS, BASE_MS * 2 ** (failures - 1));
  const until = isAppError(error, 'rateLimited')
    ? error.data.retryAt
    : error.cause instanceof RetryAfterAsked
      ? error.cause.retryAt
      : null;
  const waitMs = (until === null ? 0 : Math.max(0, until - now)) + jitterMs;
  return waitMs < remainingMs ? waitMs : null;
}

/** The error of a write whose outcome nobody knows. `what` names the operation to a person. */
export function outcomeUnknown(error: AppError, what: string): AppError<'outcomeUnknown'> {
  return new AppError('outcomeUnknown', { what, ...describeFailure(error) }, { cause: error });
}
