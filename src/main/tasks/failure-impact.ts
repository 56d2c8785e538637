/**
 * What the failure of one step means for the other steps. An error that would occur in every step pauses the task at once. Several errors in
 * a row that the service may have caused pause the task, and those steps run again later.
 */
import type { AppError, ErrorCode } from '../../shared/errors.ts';

/**
 * `allSteps`: every step would fail the same way. `service`: the cause may be the service, not the step. `step`: the service rejects this step.
 * `retry`: the request was not sent, and nothing is wrong. `cancelled`: a person cancelled the pending request.
 */
export type Impact = 'allSteps' | 'service' | 'step' | 'retry' | 'cancelled';

/** This many failures of impact `service` in a row pause the task. */
const MAX_SERVICE_FAILURES = 5;
/** When this many steps fail with impact `step` before any succeeds, the task itself is wrong. */
const MAX_FIRST_FAILURES = 10;

const IMPACTS: Record<ErrorCode, Impact> = {
  addressMissing: 'allSteps',
  redirected: 'allSteps',
  notFound: 'allSteps',
  secretMissing: 'allSteps',
  secretUnreadable: 'allSteps',
  storageFailed: 'allSteps',
  quotaExhausted: 'allSteps',
  lastSlot: 'allSteps',
  reserveKept: 'allSteps',
  tokenNeeded: 'allSteps',
  tokenNotAdoptable: 'allSteps',
  credentialsRejected: 'allSteps',
  tokenEndpointUnreachable: 'allSteps',
  tokenEndpointFailed: 'allSteps',
  tokenAnswerUnusable: 'allSteps',
  // The request got no permit before its deadline: a long window is full.
  deadlineExceeded: 'retry',
  // The pipeline has already waited until the request's deadline or used another token.
  circuitOpen: 'allSteps',
  servicePaused: 'allSteps',
  unauthorized: 'allSteps',
  queueFull: 'allSteps',
  sandboxDown: 'allSteps',
  forbidden: 'service',
  rateLimited: 'service',
  serverFailed: 'service',
  unreachable: 'service',
  timedOut: 'service',
  cancelled: 'cancelled',
  internal: 'service',
  outcomeUnknown: 'service',
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

  /** `succeeded`: a step of the task has succeeded before. */
  constructor(succeeded: boolean) {
    this.#hasSucceeded = succeeded;
  }

  succeeded(): void {
    this.#serviceFailures = [];
    this.#stepFailures = [];
    this.#hasSucceeded = true;
  }

  /** Counts a failure. Returns the steps to run again when the task must pause, else `null`. */
  failed(step: number, impact: 'service' | 'step'): readonly number[] | null {
    if (impact === 'service') this.#serviceFailures.push(step);
    else {
      // The service answered, so it is not the cause of the earlier failures.
      this.#serviceFailures = [];
      this.#stepFailures.push(step);
    }
    if (this.#serviceFailures.length >= MAX_SERVICE_FAILURES) return this.#serviceFailures;
    return !this.#hasSucceeded && this.#stepFailures.length >= MAX_FIRST_FAILURES ? this.#stepFailures : null;
  }
}
