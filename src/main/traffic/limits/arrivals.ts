/**
 * The latest instant at which a request can have reached the server. The client sees only sending and answering; the arrival lies between.
 * What matters for spacing is how much later than the fastest request of its kind a request arrives: a delay that all share moves the
 * whole stream.
 *
 * Long windows charge the whole excess of a round trip over the shortest one: safe whatever the network does, and cheap. In short windows
 * that would cost a tenth of the rate and more where the server's own work varies, so an ordinary round trip is charged at most the jitter
 * of one way: the usual jitter at first, and more once a 429 has shown that it is more.
 */

/** Round trips of a kind that are needed before anything is concluded from them. */
const MIN_SAMPLES = 30;
/** Ordinary jitter of one way. Even spacing at 275 a minute leaves 91 ms between five requests and their second, guard included. */
const JITTER_MS = 80;
/** A 429 doubles the jitter, at most up to this. */
const MAX_JITTER_MS = 2_560;
/** Learned jitter is halved after each such time without a 429. */
const JITTER_HALVING_MS = 6 * 3_600_000;
/** Long windows charge up to this multiple of the jitter. */
const LONG_WINDOW_FACTOR = 1.2;
/** Windows of this length and more are long. */
const LONG_WINDOW_MS = 10_000;
/** Granularity of the clocks on both sides. */
const CLOCK_STEP_MS = 2;

/** An answered request. `chargeInFull`: charge its whole excess, because it may have opened its connection first. */
export interface RoundTrip {
  readonly kind: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly chargeInFull: boolean;
}

export class Arrivals {
  readonly #roundTrips = new RoundTrips();
  #jitterMs: number;
  #learnedAt: number;

  /** `jitterMs`: what was learned before a restart. */
  constructor(now: number, jitterMs: number | null = null) {
    this.#jitterMs = Math.min(MAX_JITTER_MS, Math.max(JITTER_MS, jitterMs ?? 0));
    this.#learnedAt = now;
  }

  /** A request was answered after `roundTripMs` of a clock at `rate`. Round trips at another rate say nothing about this one. */
  record(kind: string, roundTripMs: number, rate = 1): void {
    this.#roundTrips.record(kind, roundTripMs, rate);
  }

  /** Whether enough round trips of the kind are known to tell what is ordinary. */
  isKnown(kind: string, rate = 1): boolean {
    return this.#known(kind, rate) !== null;
  }

  /** How long an answer usually takes, in ms of a clock at `rate`; `null` before the first answer. */
  latencyMs(kind: string, rate: number): number | null {
    return this.#roundTrips.latencyMs(kind, rate);
  }

  /** The jitter of one way that short windows charge at most, in ms. */
  jitterMs(now: number): number {
    const halvings = Math.floor((now - this.#learnedAt) / JITTER_HALVING_MS);
    return halvings > 0 ? Math.max(JITTER_MS, this.#jitterMs / 2 ** halvings) : this.#jitterMs;
  }

  /** The server answered 429 although all requests were spaced correctly, so the network delays them more than assumed. */
  doubleJitter(now: number): void {
    this.#jitterMs = Math.min(MAX_JITTER_MS, this.jitterMs(now) * 2);
    this.#learnedAt = now;
  }

  /**
   * The latest instant at which an answered request counts in a window of `windowMs`, on a scale where the fastest request counts when
   * it is sent. `rate` is the speed of the clock: jitter is the machine's, so a faster clock sees more of it.
   */
  latest({ kind, sentAt, answeredAt, chargeInFull }: RoundTrip, windowMs: number, rate: number): number {
    const roundTripMs = Math.max(0, answeredAt - sentAt);
    const sample = this.#known(kind, rate);
    if (!sample) return sentAt + roundTripMs;
    const { certain, usual, middle } = measure(sample);
    const excessMs = roundTripMs - Math.max(0, Math.min(certain - CLOCK_STEP_MS * rate, roundTripMs));
    const jitterMs = this.jitterMs(answeredAt) * rate;
    const isLong = windowMs >= LONG_WINDOW_MS;
    const isOrdinary = roundTripMs <= usual && !(isLong && middle > LONG_WINDOW_FACTOR * jitterMs);
    if (chargeInFull || !isOrdinary) return sentAt + excessMs;
    return sentAt + Math.min(excessMs, isLong ? LONG_WINDOW_FACTOR * jitterMs : jitterMs);
  }

  /** The same for an unanswered request whose kind usually takes longer than `windowMs`; `null`: wait for the answer. */
  latestOfUnanswered(kind: string, sentAt: number, windowMs: number, rate: number): number | null {
    const sample = this.#known(kind, rate);
    const jitterMs = this.jitterMs(sentAt) * rate;
    if (!sample || measure(sample).usual <= windowMs + jitterMs) return null;
    return sentAt + jitterMs;
  }

  #known(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#roundTrips.sampleOf(kind, rate);
    return sample && sample.recent.length >= MIN_SAMPLES ? sample : null;
  }
}

/**
 * `usual`: the longest round trip that is still ordinary, judged by the median, which a few long ones do not move. `certain`: what every
 * round trip takes at least, a little less than the shortest one seen; the fewer samples, the less. `middle`: median above the shortest.
 */
function measure({ sorted, shortest, count }: RoundTripSample): { certain: number; usual: number; middle: number } {
  const medianMs = median(sorted) ?? shortest;
  const middle = medianMs - shortest;
  return {
    certain: shortest - (2 * middle) / Math.sqrt(Math.min(count, EPOCH)),
    usual: medianMs + 2 * middle,
    middle,
  };
}

const MAX_RECENT = 200;
/** The latency is the median of the last 21 round trips. */
const LATENCY_OF = 21;
/** The shortest round trip is known of this many, and of as many before. */
const EPOCH = 1_000;

/** What is known of one kind, in ms of a clock that runs at `rate`. */
interface RoundTripSample {
  readonly rate: number;
  /** The last 200, ascending. */
  readonly sorted: readonly number[];
  /** The last 200, the newest last. */
  readonly recent: readonly number[];
  /** Of this epoch and the one before. */
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

  /** What is known of a kind at this rate of the clock; `null` before its first answer. */
  sampleOf(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#samples.get(kind);
    return sample?.rate === rate ? sample : null;
  }

  /**
   * How long an answer usually takes, in ms of a clock at `rate`: by the last answers of its kind, else of all kinds; `null` before the
   * first. The network is real, so a clock that runs faster counts more ms for the same round trip.
   */
  latencyMs(kind: string, rate: number): number | null {
    const own = this.#samples.get(kind);
    const samples = own ? [own] : [...this.#samples.values()];
    const roundTrips = samples.flatMap((sample) =>
      sample.recent.slice(-LATENCY_OF).map((ms) => (ms / sample.rate) * rate),
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
    if (this.count % EPOCH !== 0) return;
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
