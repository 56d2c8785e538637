/** Decides what a failed step means for the other steps: the task goes on, waits and continues by itself, or pauses until a person resumes it. */
import type { AppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/**
 * The effect of a step's failure on the task. `allSteps`: every step would fail in the same way until a person acts. `wait`: every step would fail
 * for a time. `service`: the service may fail for a time. `unclear`: only a person can tell whether the cause concerns this step or all. `step`: the
 * service rejects this step. `retry`: the request was not sent; run the step again. `cancelled`: a person cancelled the pending request.
 */
export type Impact = 'allSteps' | 'wait' | 'service' | 'unclear' | 'step' | 'retry' | 'cancelled';

/** The number of consecutive `service` or `unclear` failures after which the task waits or pauses. */
const MAX_SERVICE_FAILURES = 5;

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
  teamUnreachable: 'wait',
  teamServerFailed: 'wait',
  tokenNeeded: 'allSteps',
  resultsGone: 'allSteps',
  tokenNotAdoptable: 'allSteps',
  credentialsRejected: 'allSteps',
  tokenEndpointUnreachable: 'wait',
  tokenEndpointFailed: 'wait',
  tokenAnswerUnusable: 'allSteps',
  // A long rate-limit window is full, so the request got no permit in time.
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
  locked: 'unclear',
  internal: 'unclear',
  outcomeUnknown: 'unclear',
  refused: 'step',
  answerUnusable: 'step',
  invalidInput: 'step',
  notReplayable: 'step',
  notGranted: 'step',
  grantPending: 'step',
  programPaused: 'step',
  budgetUsed: 'step',
  tokenWithheld: 'step',
  applicationLimit: 'step',
  bookingOptionForbids: 'step',
  sandboxConnection: 'step',
  hostNotConfirmed: 'step',
  quoteExpired: 'step',
  quoteUsed: 'step',
};

export const impactOf = (error: AppError): Impact => IMPACTS[error.code];

export class FailureStreak {
  #serviceFailures: number[] = [];
  #stepFailures: number[] = [];
  #hasSucceeded: boolean;

  /** `succeeded` says whether a step of the task has already succeeded. */
  constructor(succeeded: boolean) {
    this.#hasSucceeded = succeeded;
  }

  succeeded(): void {
    this.#serviceFailures = [];
    this.#stepFailures = [];
    this.#hasSucceeded = true;
  }

  /** Counts a failure. Returns the steps to run again if the task must wait or pause, else `null`. */
  failed(step: number, impact: 'service' | 'unclear' | 'step'): readonly number[] | null {
    if (impact !== 'step') this.#serviceFailures.push(step);
    else {
      // The service answered, so the earlier failures have another cause.
      this.#serviceFailures = [];
      this.#stepFailures.push(step);
    }
    if (this.#serviceFailures.length >= MAX_SERVICE_FAILURES) return this.#serviceFailures;
    // So many failures before any success mean that the task itself is wrong.
    return !this.#hasSucceeded && this.#stepFailures.length >= 2 * MAX_SERVICE_FAILURES ? this.#stepFailures : null;
  }
}
