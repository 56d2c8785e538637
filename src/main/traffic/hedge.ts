/**
 * Hedges requests: a harmless request whose answer is late is sent again while the first attempt is in flight, and the first usable answer
 * counts. So a lost answer delays a click by a fraction of a second, and no slow answer is abandoned.
 */
import type { Clock } from '../platform/ports.ts';

/** An answer is late after this factor times the time in which 95 % of its operation's answers came, but not before `MIN_LATE_MS`. */
const LATE_FACTOR = 1.25;
const MIN_LATE_MS = 150;
/** The time after which an answer is late when its operation has had fewer than `MIN_SAMPLES` answers. */
const UNKNOWN_LATE_MS = 3_000;
const MIN_SAMPLES = 8;
const MAX_SAMPLES = 64;
/** The factor from one interval between attempts to the next, up to `MAX_INTERVAL_MS`. */
const INTERVAL_FACTOR = 4;
const MAX_INTERVAL_MS = 4_000;

/** Measures how long answers take, in real time, for each kind of request. */
export class AnswerTimes {
  readonly #kinds = new Map<
    string,
    { readonly recent: number[]; count: number; judged: number; lateAfterMs: number }
  >();

  record(kind: string, ms: number): void {
    const known = this.#kinds.get(kind) ?? { recent: [], count: 0, judged: 0, lateAfterMs: UNKNOWN_LATE_MS };
    this.#kinds.set(kind, known);
    known.recent[known.count % MAX_SAMPLES] = ms;
    known.count += 1;
  }

  /** The number of ms without an answer after which a request is late. It changes only after `MIN_SAMPLES` more answers. */
  lateAfterMs(kind: string): number {
    const known = this.#kinds.get(kind);
    if (!known) return UNKNOWN_LATE_MS;
    if (known.count - known.judged >= MIN_SAMPLES) {
      known.lateAfterMs = lateAfter(known.recent);
      known.judged = known.count;
    }
    return known.lateAfterMs;
  }
}

function lateAfter(recent: readonly number[]): number {
  const sorted = recent.toSorted((one, other) => one - other);
  const most = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? UNKNOWN_LATE_MS;
  return Math.max(MIN_LATE_MS, LATE_FACTOR * most);
}

/** Returns the intervals in ms before each of `count` further attempts. The first one is `lateAfterMs`. */
export const hedgeIntervals = (lateAfterMs: number, count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.max(lateAfterMs, Math.min(MAX_INTERVAL_MS, lateAfterMs * INTERVAL_FACTOR ** index)),
  );

export interface HedgeOptions<Outcome> {
  readonly first: Promise<Outcome>;
  /** Sends a further attempt; `null` when none may be sent. */
  readonly sendAgain: () => Promise<{ readonly outcome: Promise<Outcome> } | null>;
  /** Whether an outcome ends the request even while other attempts are in flight. */
  readonly isFinal: (outcome: Outcome) => boolean;
  /** The intervals between the attempts, in ms of `clock`. */
  readonly intervalsMs: readonly number[];
  readonly clock: Clock;
  /** Aborted when the request ends while further attempts are in flight or wait for their permit. */
  readonly losers: AbortController;
}

/** Sends further attempts while the first one is late. Resolves with the first outcome that is final, or else with the last outcome. */
export function hedged<Outcome>(options: HedgeOptions<Outcome>): Promise<Outcome> {
  const { first, sendAgain, isFinal, intervalsMs, clock, losers } = options;
  return new Promise((resolve, reject) => {
    let inFlight = 0;
    let isAsking = false;
    let hasEnded = false;
    let disarm = () => {};
    const end = (settle: () => void) => {
      hasEnded = true;
      disarm();
      settle();
      if (inFlight > 0 || isAsking) losers.abort();
    };
    const watch = (outcome: Promise<Outcome>) => {
      inFlight += 1;
      outcome.then(
        (value) => {
          inFlight -= 1;
          if (inFlight === 0 || isFinal(value)) end(() => resolve(value));
        },
        (error: unknown) => end(() => reject(error)),
      );
    };
    const arm = ([intervalMs, ...later]: readonly number[]) => {
      if (intervalMs === undefined) return;
      disarm = clock.after(intervalMs, () => {
        isAsking = true;
        sendAgain().then(
          (attempt) => {
            isAsking = false;
            if (!attempt) return;
            watch(attempt.outcome);
            if (!hasEnded) arm(later);
          },
          (error: unknown) => end(() => reject(error)),
        );
      });
    };
    watch(first);
    arm(intervalsMs);
  });
}
