/**
 * Decides what the failure of one step means for the others. A task that needs a decision pauses until a person resumes it; one that only needs
 * time waits, and continues by itself.
 */
import type { AppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/**
 * The impact of a failure. `allSteps`: every step would fail in the same way until a person acts. `wait`: every step would fail for a time.
 * `service`: the service may fail for a time. `unclear`: the cause may be this step or concern every step, and only a person can decide. `step`:
 * the service rejects this step. `retry`: the request was not sent, without any problem. `cancelled`: a person cancelled the pending request.
 */
export type Impact = 'allSteps' | 'wait' | 'service' | 'unclear' | 'step' | 'retry' | 'cancelled';

/** The number of failures of impact `service` or `unclear` in a row after which the task waits or pauses, depending on the last of them. */
const MAX_SERVICE_FAILURES = 5;
/** The number of steps that fail with impact `step` before any succeeds, from which the task itself is considered wrong. */
const MAX_FIRST_FAILURES = 10;

const IMPACTS: Record<ErrorCode, Impact> = {
  addressMissing: 'allSteps',
  redirected: 'allSteps',
  notFound: 'allSteps',
  secretMissing: 'allSteps',
  secretUnreadable: 'allSteps',
  storageFailed: 'allSteps',
  quotaExhausted: 'wait',
  lastSlot: 'allSteps',
  reserveKept: 'wait',
  tokenNeeded: 'allSteps',
  resultsGone: 'allSteps',
  tokenNotAdoptable: 'allSteps',
  credentialsRejected: 'allSteps',
  tokenEndpointUnreachable: 'wait',
  tokenEndpointFailed: 'wait',
  tokenAnswerUnusable: 'allSteps',
  // The request got no permit before its deadline: a long window is full.
  deadlineExceeded: 'retry',
  circuitOpen: 'wait',
  servicePaused: 'wait',
  unauthorized: 'unclear',
  queueFull: 'wait',
  sandboxDown: 'allSteps',
  forbidden: 'unclear',
  rateLimited: 'service',
  serverFailed: 'service',
  unreachable: 'service',
  timedOut: 'service',
  cancelled: 'cancelled',
  internal: 'unclear',
  outcomeUnknown: 'unclear',
  refused: 'step',
  answerUnusable: 'step',
  invalidInput: 'step',
  notReplayable: 'step',
  applicationLimit: 'step',
  bookingOptionForbids: 'step',
  sandboxConnection: 'step',
  hostNotConfirmed: 'step',
  quoteExpired: 'step',
  quoteUsed: 'step',
};

export const impactOf = (error: AppError): Impact => IMPACTS[error.code];

/** Counts consecutive failures. */
export class FailureStreak {
  #serviceFailures: number[] = [];
  #stepFailures: number[] = [];
  #hasSucceeded: boolean;

  /** Makes the streak. `succeeded`: a step of the task has already succeeded. */
  constructor(succeeded: boolean) {
    this.#hasSucceeded = succeeded;
  }

  succeeded(): void {
    this.#serviceFailures = [];
    this.#stepFailures = [];
    this.#hasSucceeded = true;
  }

  /** Counts a failure. Returns the steps to run again when the task must wait or pause, else `null`. */
  failed(step: number, impact: 'service' | 'unclear' | 'step'): readonly number[] | null {
    if (impact !== 'step') this.#serviceFailures.push(step);
    else {
      // The service answered, so it is not the cause of the earlier failures.
      this.#serviceFailures = [];
      this.#stepFailures.push(step);
    }
    if (this.#serviceFailures.length >= MAX_SERVICE_FAILURES) return this.#serviceFailures;
    return !this.#hasSucceeded && this.#stepFailures.length >= MAX_FIRST_FAILURES ? this.#stepFailures : null;
  }
}
