/**
 * The latest instant at which a request can have reached the server. The client knows when it sent the request and when the answer came;
 * the arrival lies between. Only the excess over the fastest request of the same kind matters, because a delay that all requests share
 * moves the whole stream.
 *
 * Long windows charge the whole excess of a round trip, which is safe on any network and costs little. In short windows that would cost a
 * tenth of the rate and more where the server's own work varies, so they charge an ordinary round trip at most the jitter of one way: an
 * assumed jitter at first, and twice as much after each 429 that contradicts it.
 */

/** How many round trips of a kind are needed before they are evaluated. */
const MIN_SAMPLES = 30;
/** The assumed jitter of one way. At 275 a minute, five evenly spaced requests take 91 ms longer than a second. */
export const JITTER_MS = 80;
/** The maximum of the jitter, which a 429 doubles. */
const MAX_JITTER_MS = 2_560;
/** Learned jitter is halved each time after this long without a 429. */
const JITTER_HALVING_MS = 6 * 3_600_000;
/** Long windows charge an ordinary round trip at most this multiple of the jitter. */
const LONG_WINDOW_FACTOR = 1.2;
/** Windows of this length and more are long. */
export const LONG_WINDOW_MS = 10_000;
/** Granularity of the clocks on both sides. */
const CLOCK_STEP_MS = 2;
/**
 * A request that was overtaken counts as lost after so many times the longest of the last round trips, within these bounds: where some
 * requests take ten times as long as most, one may take much longer than the last two hundred, and then arrives after all.
 */
const PATIENCE = { minMs: 2_000, factor: 8, maxMs: 8_000, unknownMs: 3_000 };

/**
 * An answered request. `chargeInFull`: charge its whole excess, because it may have opened its connection first. `leftEarly`: it left before
 * even spacing allows, so later requests follow at the edge of its windows, where the unknown way there matters: charge at least that.
 */
export interface RoundTrip {
  readonly kind: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly chargeInFull: boolean;
  readonly leftEarly: boolean;
}

export class Arrivals {
  readonly #roundTrips = new RoundTrips();
  #jitterMs: number;
  #learnedAt: number;

  /** `jitterMs`: the jitter learned before a restart. */
  constructor(now: number, jitterMs: number | null = null) {
    this.#jitterMs = Math.min(MAX_JITTER_MS, Math.max(JITTER_MS, jitterMs ?? 0));
    this.#learnedAt = now;
  }

  /** A request was answered after `roundTripMs` of a clock at `rate`. Drops the round trips of its kind at another rate. */
  record(kind: string, roundTripMs: number, rate = 1): void {
    this.#roundTrips.record(kind, roundTripMs, rate);
  }

  /** Whether enough round trips of the kind are known to recognise ordinary ones. */
  isKnown(kind: string, rate = 1): boolean {
    return this.#known(kind, rate) !== null;
  }

  /** How long an answer usually takes, in ms of a clock at `rate`; `null` before the first answer. */
  latencyMs(kind: string, rate: number): number | null {
    return this.#roundTrips.latencyMs(kind, rate);
  }

  /** How long to wait for the answer to a request that was overtaken, in ms of a clock at `rate`. */
  patienceMs(kind: string, rate: number): number {
    const longestMs = this.#known(kind, rate)?.sorted.at(-1);
    if (longestMs === undefined) return PATIENCE.unknownMs * rate;
    return Math.min(PATIENCE.maxMs * rate, Math.max(PATIENCE.minMs * rate, PATIENCE.factor * longestMs));
  }

  /** The jitter of one way that short windows charge at most, in ms. */
  jitterMs(now: number): number {
    const halvings = Math.floor((now - this.#learnedAt) / JITTER_HALVING_MS);
    return halvings > 0 ? Math.max(JITTER_MS, this.#jitterMs / 2 ** halvings) : this.#jitterMs;
  }

  /** The server answered 429 although all requests were spaced correctly, so the network has more jitter than assumed. */
  doubleJitter(now: number): void {
    this.#jitterMs = Math.min(MAX_JITTER_MS, this.jitterMs(now) * 2);
    this.#learnedAt = now;
  }

  /**
   * The latest instant at which an answered request counts in a window of `windowMs`, on a scale where the fastest request counts when
   * it is sent. `rate` is the speed of the clock: jitter is the machine's, so a faster clock sees more of it.
   */
  latest({ kind, sentAt, answeredAt, chargeInFull, leftEarly }: RoundTrip, windowMs: number, rate: number): number {
    const roundTripMs = Math.max(0, answeredAt - sentAt);
    const sample = this.#known(kind, rate);
    if (!sample) return sentAt + roundTripMs;
    const { certainMs, maxOrdinaryMs, spreadMs } = measure(sample);
    const excessMs = roundTripMs - Math.max(0, Math.min(certainMs - CLOCK_STEP_MS * rate, roundTripMs));
    const jitterMs = this.jitterMs(answeredAt) * rate;
    const isLong = windowMs >= LONG_WINDOW_MS;
    const isOrdinary = roundTripMs <= maxOrdinaryMs && !(isLong && spreadMs > LONG_WINDOW_FACTOR * jitterMs);
    const maxMs = isLong ? LONG_WINDOW_FACTOR * jitterMs : jitterMs;
    const chargedMs = chargeInFull || !isOrdinary ? excessMs : Math.min(excessMs, maxMs);
    return sentAt + (leftEarly ? Math.max(chargedMs, Math.min(roundTripMs, JITTER_MS * rate)) : chargedMs);
  }

  /** The same for an unanswered request, if its kind usually takes longer than `windowMs`; else `null`: wait for the answer. */
  latestOfUnanswered(kind: string, sentAt: number, windowMs: number, rate: number): number | null {
    const sample = this.#known(kind, rate);
    const jitterMs = this.jitterMs(sentAt) * rate;
    if (!sample || measure(sample).maxOrdinaryMs <= windowMs + jitterMs) return null;
    return sentAt + jitterMs;
  }

  #known(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#roundTrips.sampleOf(kind, rate);
    return sample && sample.recent.length >= MIN_SAMPLES ? sample : null;
  }
}

/**
 * `spreadMs`: how far the median is above the shortest round trip. `maxOrdinaryMs`: the longest ordinary round trip, by the median, because
 * a few long ones do not move it. `certainMs`: a lower bound of every round trip, a little below the shortest one; lower with fewer samples.
 */
function measure({ sorted, shortest, count }: RoundTripSample) {
  const medianMs = median(sorted) ?? shortest;
  const spreadMs = medianMs - shortest;
  return {
    certainMs: shortest - (2 * spreadMs) / Math.sqrt(Math.min(count, EPOCH_SIZE)),
    maxOrdinaryMs: medianMs + 2 * spreadMs,
    spreadMs,
  };
}

const MAX_RECENT = 200;
/** The latency is the median of this many round trips. */
const LATENCY_SAMPLES = 21;
/** An epoch has this many round trips; the shortest one is that of the current epoch and the one before. */
const EPOCH_SIZE = 1_000;

/** Round trips of one kind, in ms of a clock at `rate`. */
interface RoundTripSample {
  readonly rate: number;
  /** The last 200, ascending. */
  readonly sorted: readonly number[];
  /** The last 200, the newest last. */
  readonly recent: readonly number[];
  /** Of the current epoch and the one before. */
  readonly shortest: number;
  readonly count: number;
}

/** Round-trip times of one API's requests, by kind of request: for arrivals, and for the estimates of tasks. */
export class RoundTrips {
  readonly #samples = new Map<string, Sample>();

  /** A request of this kind was answered after `roundTripMs`. Drops the kind's round trips at another rate of the clock. */
  record(kind: string, roundTripMs: number, rate: number): void {
    const known = this.#samples.get(kind);
    const sample = known?.rate === rate ? known : new Sample(rate);
    this.#samples.set(kind, sample);
    sample.add(roundTripMs);
  }

  /** The round trips of a kind at this rate of the clock; `null` before its first answer. */
  sampleOf(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#samples.get(kind);
    return sample?.rate === rate ? sample : null;
  }

  /**
   * How long an answer usually takes, in ms of a clock at `rate`: by the last answers of its kind, else of all kinds; `null` before the
   * first. The network runs in the machine's time, so a faster clock counts more ms for the same round trip.
   */
  latencyMs(kind: string, rate: number): number | null {
    const own = this.#samples.get(kind);
    const samples = own ? [own] : [...this.#samples.values()];
    const roundTrips = samples.flatMap((sample) =>
      sample.recent.slice(-LATENCY_SAMPLES).map((ms) => (ms / sample.rate) * rate),
    );
    return median(roundTrips.sort((a, b) => a - b));
  }
}

/** The lower median of ascending values; `null` of none. */
const median = (sorted: readonly number[]): number | null => sorted[Math.floor((sorted.length - 1) / 2)] ?? null;

class Sample implements RoundTripSample {
  readonly rate: number;
  readonly recent: number[] = [];
  readonly sorted: number[] = [];
  count = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #shortestBefore = Number.POSITIVE_INFINITY;

  constructor(rate: number) {
    this.rate = rate;
  }

  get shortest(): number {
    return Math.min(this.#shortest, this.#shortestBefore);
  }

  add(roundTripMs: number): void {
    this.recent.push(roundTripMs);
    this.sorted.splice(rank(this.sorted, roundTripMs), 0, roundTripMs);
    if (this.recent.length > MAX_RECENT) this.sorted.splice(rank(this.sorted, this.recent.shift() ?? 0), 1);
    this.#shortest = Math.min(this.#shortest, roundTripMs);
    this.count += 1;
    if (this.count % EPOCH_SIZE !== 0) return;
    this.#shortestBefore = this.#shortest;
    this.#shortest = Number.POSITIVE_INFINITY;
  }
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
