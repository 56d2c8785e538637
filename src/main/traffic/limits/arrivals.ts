/**
 * Calculates the latest instant at which a request can have reached the server. The client knows when it sent the request and when the answer
 * came; the arrival lies in between. Only the excess over the fastest request of the same kind matters, because a delay that all requests share
 * moves the whole stream.
 *
 * To charge an excess is to assume that the request arrived later than the fastest one by that time. Long windows charge the whole excess, which
 * is safe on any network and costs little. In short windows that would cost a tenth of the rate, and more if the server's own work varies. Short
 * windows charge an ordinary round trip at most the jitter of one way: an assumed jitter at first, and twice as much after each 429 that
 * contradicts it.
 */

/** The number of round trips of a kind from which they are evaluated. */
const MIN_SAMPLES = 30;
/** The assumed jitter of one way. At 275 requests a minute, five evenly spaced requests take 91 ms longer than a second. */
export const JITTER_MS = 80;
/** The maximum of the jitter, which a 429 doubles. */
const MAX_JITTER_MS = 2_560;
/** The time without a 429 after which learned jitter is halved, each time. */
const JITTER_HALVING_MS = 6 * 3_600_000;
/** The multiple of the jitter that long windows charge at most for an ordinary round trip. */
const LONG_WINDOW_FACTOR = 1.2;
/** The length from which a window is long. */
export const LONG_WINDOW_MS = 10_000;
/** The granularity of the clocks on both sides. */
const CLOCK_STEP_MS = 2;
/**
 * The time after which an overtaken request counts as lost: a multiple of the longest of the last round trips, within bounds. Where some requests
 * take ten times as long as most, one may take much longer than the last two hundred and still arrive.
 */
const PATIENCE = { minMs: 2_000, factor: 8, maxMs: 8_000, unknownMs: 3_000 };

/**
 * An answered request. `chargeInFull`: its whole excess is charged, because it may have opened its connection first, or because a 429 came lately.
 * `leftEarly`: it was sent before even spacing allowed it, so later requests follow at the edge of its windows. There the unknown time that it
 * took to the server matters; at least the assumed jitter is charged, or the round trip if that is shorter.
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

  /** Makes the calculator. `jitterMs`: the jitter that was learned before a restart. */
  constructor(now: number, jitterMs: number | null = null) {
    this.#jitterMs = Math.min(MAX_JITTER_MS, Math.max(JITTER_MS, jitterMs ?? 0));
    this.#learnedAt = now;
  }

  /** Records a request that was answered after `roundTripMs` of a clock at `rate`. Drops the round trips of its kind at another rate. */
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

  /** How long the answer to an overtaken request is awaited, in ms of a clock at `rate`. */
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

  /** Doubles the jitter after a 429, because the requests were spaced correctly, so the network has more jitter than assumed. */
  doubleJitter(now: number): void {
    this.#jitterMs = Math.min(MAX_JITTER_MS, this.jitterMs(now) * 2);
    this.#learnedAt = now;
  }

  /**
   * The latest instant at which an answered request counts in a window of `windowMs`, on a scale where the fastest request counts when it is
   * sent. `rate` is the speed of the clock: jitter is in machine time, so a faster clock counts more of it.
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

  /**
   * The latest instant for an unanswered request, if its kind usually takes longer than `windowMs`; otherwise `null`, and the answer must be
   * awaited.
   */
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
 * Measures a sample. `spreadMs`: how far the median is above the shortest round trip. `maxOrdinaryMs`: the longest ordinary round trip, derived
 * from the median, which a few long ones do not move. `certainMs`: a lower bound of every round trip, a little below the shortest one; lower with
 * fewer samples.
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
/** The number of round trips whose median is the latency. */
const LATENCY_SAMPLES = 21;
/** The number of round trips in an epoch; the shortest round trip is that of the current and the previous epoch. */
const EPOCH_SIZE = 1_000;

/** Round trips of one kind, in ms of a clock at `rate`. */
interface RoundTripSample {
  readonly rate: number;
  /** The last 200 round trips, ascending. */
  readonly sorted: readonly number[];
  /** The last 200 round trips, the newest last. */
  readonly recent: readonly number[];
  /** The shortest round trip of the current and the previous epoch. */
  readonly shortest: number;
  readonly count: number;
}

/** Round-trip times of one API's requests, by kind of request: for arrivals, and for the estimates of tasks. */
export class RoundTrips {
  readonly #samples = new Map<string, Sample>();

  /** Records a request of this kind that was answered after `roundTripMs`. Drops the kind's round trips at another rate of the clock. */
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
   * How long an answer usually takes, in ms of a clock at `rate`: by the last answers of its kind, else of all kinds; `null` before the first.
   * The network runs in machine time, so a faster clock counts more ms for the same round trip.
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
