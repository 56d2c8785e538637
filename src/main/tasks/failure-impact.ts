/**
 * What an error of one step says about the others. Some errors impact every step: the task pauses at once. Some do when they come several
 * times in a row: then it pauses instead of sending thousands of requests into a wall, and those steps count as not yet taken.
 */
import type { AppError, ErrorCode } from '../../shared/errors.ts';

/**
 * `all`: every step meets it. `wall`: it may be the service, not the step. `step`: the service answered, and says that this step is wrong.
 * `again`: nothing was sent, and nothing is wrong. `takenBack`: a person took the request back where it waited.
 */
export type Impact = 'allSteps' | 'service' | 'step' | 'retry' | 'cancelled';

/** In a row before a wall is taken for one. */
const MAX_SERVICE_FAILURES = 5;
/** A task whose first steps are all refused like this asks the wrong question, and not a wrong listing's. */
const MAX_FIRST_FAILURES = 10;

const IMPACTS: Record<ErrorCode, Impact> = {
  addressMissing: 'allSteps',
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
  // It found no place before its deadline: a long window is full.
  deadlineExceeded: 'retry',
  // The pipeline has waited with the step until its deadline, or obtained another token, before it gave up.
  circuitOpen: 'allSteps',
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
  quoteExpired: 'step',
  quoteUsed: 'step',
};

export const impactOf = (error: AppError): Impact => IMPACTS[error.code];

/** The steps that failed one after the other. */
export class FailureStreak {
  #serviceFailures: number[] = [];
  #stepFailures: number[] = [];
  #hasSucceeded: boolean;

  /** `succeeded`: a step of the task was done before. */
  constructor(succeeded: boolean) {
    this.#hasSucceeded = succeeded;
  }

  succeeded(): void {
    this.#serviceFailures = [];
    this.#stepFailures = [];
    this.#hasSucceeded = true;
  }

  /** Counts a failure; gives the steps that are to be taken again when it is the one too many, else `null`. */
  failed(step: number, impact: 'service' | 'step'): readonly number[] | null {
    if (impact === 'service') this.#serviceFailures.push(step);
    else {
      // The service answers, so it is no wall.
      this.#serviceFailures = [];
      this.#stepFailures.push(step);
    }
    if (this.#serviceFailures.length >= MAX_SERVICE_FAILURES) return this.#serviceFailures;
    return !this.#hasSucceeded && this.#stepFailures.length >= MAX_FIRST_FAILURES ? this.#stepFailures : null;
  }
}
