/**
 * When a request reached the server, at the latest. Only sending and answering can be seen from here; the truth lies between, and
 * what counts for spacing is how much later than usual a request arrives. Learned from the round trips of each kind of request.
 *
 * In long windows the whole excess of a round trip over the shortest one is charged: that is safe whatever the network does, and costs
 * little. In short ones that would cost a tenth of the speed and more where the server's own work varies, so there no more is charged of
 * an ordinary trip than the jitter of one way: what is usual at first, and as much more as refusals have shown to be needed.
 */

/** Round trips looked at before anything is concluded from them. */
const MIN_SAMPLES = 30;
const MAX_SAMPLES = 200;
/** The shortest trips of so many are kept, and of as many before. */
const EPOCH = 1_000;
/** Ordinary jitter of one way. Even spacing at 275 a minute leaves 91 ms between five requests and their second, guard included. */
const JITTER_MS = 80;
/** A refusal doubles the jitter; so much is more than any request waits for the network. */
const MAX_JITTER_MS = 2_560;
/** What refusals taught is halved after so long without another. */
const JITTER_HALVING_MS = 6 * 3_600_000;
/** In long windows so many times the jitter is reckoned with. */
const LONG_WINDOW_FACTOR = 1.2;
/** Windows from here on are long. */
const LONG_WINDOW_MS = 10_000;
/** Steps of the machine's clock, of both sides. */
const CLOCK_STEP_MS = 2;

interface RoundTrips {
  /** The last ones in order of time, and the same sorted. */
  readonly recent: number[];
  readonly sorted: number[];
  /** The shortest of the epoch that runs and of the one before. */
  shortest: number;
  shortestBefore: number;
  counted: number;
}

/** A request that was answered. `chargeInFull`: all of its excess is charged, as of one that may have opened its connection first. */
export interface RoundTrip {
  readonly kind: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly chargeInFull: boolean;
}

export class Arrivals {
  readonly #kinds = new Map<string, RoundTrips>();
  #jitterMs: number;
  #learnedAt: number;

  /** `jitterMs`: what was learned before a restart. */
  constructor(now: number, jitterMs: number | null = null) {
    this.#jitterMs = Math.min(MAX_JITTER_MS, Math.max(JITTER_MS, jitterMs ?? 0));
    this.#learnedAt = now;
  }

  /** The clock runs at another rate: how long trips took on it until now says nothing any more. */
  resetRoundTrips(): void {
    this.#kinds.clear();
  }

  record(kind: string, tripMs: number): void {
    const trips = this.#kinds.get(kind) ?? {
      recent: [],
      sorted: [],
      shortest: Number.POSITIVE_INFINITY,
      shortestBefore: Number.POSITIVE_INFINITY,
      counted: 0,
    };
    this.#kinds.set(kind, trips);
    trips.recent.push(tripMs);
    trips.sorted.splice(rank(trips.sorted, tripMs), 0, tripMs);
    if (trips.recent.length > MAX_SAMPLES) trips.sorted.splice(rank(trips.sorted, trips.recent.shift() ?? 0), 1);
    trips.shortest = Math.min(trips.shortest, tripMs);
    trips.counted += 1;
    if (trips.counted % EPOCH !== 0) return;
    trips.shortestBefore = trips.shortest;
    trips.shortest = Number.POSITIVE_INFINITY;
  }

  /** Whether enough trips of the kind are known to tell what is ordinary. */
  isKnown(kind: string): boolean {
    return (this.#kinds.get(kind)?.recent.length ?? 0) >= MIN_SAMPLES;
  }

  /** Jitter of one way that is reckoned with in short windows, in ms. */
  jitterMs(now: number): number {
    const halvings = Math.floor((now - this.#learnedAt) / JITTER_HALVING_MS);
    return halvings > 0 ? Math.max(JITTER_MS, this.#jitterMs / 2 ** halvings) : this.#jitterMs;
  }

  /** A request was refused although all were spaced as they should: the network delays them more than was thought. */
  doubleJitter(now: number): void {
    this.#jitterMs = Math.min(MAX_JITTER_MS, this.jitterMs(now) * 2);
    this.#learnedAt = now;
  }

  /**
   * The latest instant at which an answered request counts in a server's window of `windowMs`, on a scale where the fastest one counts
   * when it is sent. `rate` is how fast the clock runs: jitter is the machine's, so a faster clock sees more of it.
   */
  latest({ kind, sentAt, answeredAt, chargeInFull }: RoundTrip, windowMs: number, rate: number): number {
    const tripMs = Math.max(0, answeredAt - sentAt);
    const trips = this.#kinds.get(kind);
    if (!trips || trips.recent.length < MIN_SAMPLES) return sentAt + tripMs;
    const { certain, usual, middle } = measure(trips);
    const excessMs = tripMs - Math.max(0, Math.min(certain - CLOCK_STEP_MS * rate, tripMs));
    const jitterMs = this.jitterMs(answeredAt) * rate;
    const isLong = windowMs >= LONG_WINDOW_MS;
    if (chargeInFull || tripMs > usual || (isLong && middle > LONG_WINDOW_FACTOR * jitterMs)) return sentAt + excessMs;
    return sentAt + Math.min(excessMs, isLong ? LONG_WINDOW_FACTOR * jitterMs : jitterMs);
  }

  /** The same for one that is still unanswered, when answers of its kind usually take longer than `windowMs`; else `null`: wait for it. */
  latestOfUnanswered(kind: string, sentAt: number, windowMs: number, rate: number): number | null {
    const trips = this.#kinds.get(kind);
    const jitterMs = this.jitterMs(sentAt) * rate;
    if (!trips || trips.recent.length < MIN_SAMPLES || measure(trips).usual <= windowMs + jitterMs) return null;
    return sentAt + jitterMs;
  }
}

/**
 * The longest trip that is still ordinary, judged by the median, which a few long ones do not move; and what every trip takes at the
 * least: a little less than the shortest one seen, the fewer were seen the less.
 */
function measure({ sorted, shortest: now, shortestBefore, counted }: RoundTrips): {
  certain: number;
  usual: number;
  middle: number;
} {
  const shortest = Math.min(now, shortestBefore);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? shortest;
  const seen = Math.min(counted, EPOCH);
  return {
    certain: shortest - (2 * (median - shortest)) / Math.sqrt(seen),
    usual: median + 2 * (median - shortest),
    middle: median - shortest,
  };
}

/** The first index whose value is not below `value`. */
function rank(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
