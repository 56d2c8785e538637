/**
 * Hedged requests: a harmless request whose answer is late is sent again while the first is still in flight, and the first usable answer
 * counts. So a lost answer costs a click a fraction of a second, and no slow answer is given up.
 */
import type { Clock } from '../platform/ports.ts';

/** An answer is late after this multiple of the time in which 95 of 100 answers of its operation came, but not before `MIN_LATE_MS`. */
const LATE_FACTOR = 1.25;
const MIN_LATE_MS = 150;
/** An answer of an operation with fewer answers than `MIN_SAMPLES` is late after this long. */
const UNKNOWN_LATE_MS = 3_000;
const MIN_SAMPLES = 8;
const MAX_SAMPLES = 64;
/** Each interval to the next attempt is this multiple of the one before, up to `MAX_INTERVAL_MS`. */
const INTERVAL_FACTOR = 4;
const MAX_INTERVAL_MS = 4_000;

/** How long answers take, by kind of request; real time. */
export class AnswerTimes {
  readonly #recent = new Map<string, number[]>();

  record(kind: string, ms: number): void {
    const recent = this.#recent.get(kind);
    if (!recent) this.#recent.set(kind, [ms]);
    else if (recent.push(ms) > MAX_SAMPLES) recent.shift();
  }

  /** After how many ms without an answer a request is late. */
  lateAfterMs(kind: string): number {
    const recent = this.#recent.get(kind) ?? [];
    if (recent.length < MIN_SAMPLES) return UNKNOWN_LATE_MS;
    const sorted = recent.toSorted((one, other) => one - other);
    const most = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? UNKNOWN_LATE_MS;
    return Math.max(MIN_LATE_MS, LATE_FACTOR * most);
  }
}

/** The intervals between `count` further attempts; ms. The first one is `lateAfterMs`. */
export const hedgeIntervals = (lateAfterMs: number, count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.max(lateAfterMs, Math.min(MAX_INTERVAL_MS, lateAfterMs * INTERVAL_FACTOR ** index)),
  );

export interface HedgeOptions<Outcome> {
  readonly first: Promise<Outcome>;
  /** Sends a further attempt; `null` when none may be sent. */
  readonly sendAgain: () => Promise<{ readonly outcome: Promise<Outcome> } | null>;
  /** Whether an outcome ends the request although other attempts are in flight. */
  readonly isFinal: (outcome: Outcome) => boolean;
  /** The intervals between the attempts, in ms of `clock`. */
  readonly intervalsMs: readonly number[];
  readonly clock: Clock;
  /** Aborted at the end: it ends the attempts that are still in flight. */
  readonly losers: AbortController;
}

/** Resolves with the first final outcome, or with the last one when all attempts in flight have ended. */
export function hedged<Outcome>(options: HedgeOptions<Outcome>): Promise<Outcome> {
  const { first, sendAgain, isFinal, intervalsMs, clock, losers } = options;
  return new Promise((resolve, reject) => {
    let inFlight = 0;
    let disarm = () => {};
    const end = (settle: () => void) => {
      disarm();
      settle();
      losers.abort();
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
        sendAgain().then(
          (attempt) => {
            if (!attempt) return;
            watch(attempt.outcome);
            if (!losers.signal.aborted) arm(later);
          },
          (error: unknown) => end(() => reject(error)),
        );
      });
    };
    watch(first);
    arm(intervalsMs);
  });
}
