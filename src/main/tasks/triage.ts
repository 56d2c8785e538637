/**
 * What an error of one step says about the others. Some errors concern every step: the task pauses at once. Some do when they come several
 * times in a row: then it pauses instead of sending thousands of requests into a wall, and those steps count as not yet taken.
 */
import type { AppError, ErrorCode } from '../../shared/errors.ts';

/**
 * `all`: every step meets it. `wall`: it may be the service, not the step. `step`: the service answered, and says that this step is wrong.
 * `again`: nothing was sent, and nothing is wrong. `takenBack`: a person took the request back where it waited.
 */
export type Concern = 'all' | 'wall' | 'step' | 'again' | 'takenBack';

/** In a row before a wall is taken for one. */
const WALL_AFTER = 5;
/** A task whose first steps are all refused like this asks the wrong question, and not a wrong listing's. */
const WRONG_AFTER = 10;

const CONCERNS: Record<ErrorCode, Concern> = {
  addressMissing: 'all',
  notFound: 'all',
  secretMissing: 'all',
  secretUnreadable: 'all',
  storageFailed: 'all',
  quotaExhausted: 'all',
  lastSlot: 'all',
  reserveKept: 'all',
  tokenNeeded: 'all',
  tokenNotAdoptable: 'all',
  credentialsRejected: 'all',
  tokenEndpointUnreachable: 'all',
  tokenEndpointFailed: 'all',
  tokenAnswerUnusable: 'all',
  // It found no place before its deadline: a long window is full.
  deadlineExceeded: 'again',
  // The pipeline has waited with the step until its deadline, or obtained another token, before it gave up.
  circuitOpen: 'all',
  unauthorized: 'all',
  queueFull: 'all',
  sandboxDown: 'all',
  forbidden: 'wall',
  rateLimited: 'wall',
  serverFailed: 'wall',
  unreachable: 'wall',
  timedOut: 'wall',
  cancelled: 'takenBack',
  internal: 'wall',
  outcomeUnknown: 'wall',
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

export const concernOf = (error: AppError): Concern => CONCERNS[error.code];

/** The steps that failed one after the other. */
export class Streak {
  #wall: number[] = [];
  #wrong: number[] = [];
  #succeeded: boolean;

  /** `succeeded`: a step of the task was done before. */
  constructor(succeeded: boolean) {
    this.#succeeded = succeeded;
  }

  succeeded(): void {
    this.#wall = [];
    this.#wrong = [];
    this.#succeeded = true;
  }

  /** Counts a failure; gives the steps that are to be taken again when it is the one too many, else `null`. */
  failed(step: number, concern: 'wall' | 'step'): readonly number[] | null {
    if (concern === 'wall') this.#wall.push(step);
    else {
      // The service answers, so it is no wall.
      this.#wall = [];
      this.#wrong.push(step);
    }
    if (this.#wall.length >= WALL_AFTER) return this.#wall;
    return !this.#succeeded && this.#wrong.length >= WRONG_AFTER ? this.#wrong : null;
  }
}
