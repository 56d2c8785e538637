/** Round-trip times of the requests of one API, by kind of request: recorded once, read by the limiter and by the estimates of tasks. */

const MAX_RECENT = 200;
/** The median of so many is how long an answer takes. */
const LATENCY_OF = 21;
/** The shortest trips of so many are kept, and of as many before. */
export const EPOCH = 1_000;

/** What is known of one kind, in ms of a clock that runs at `rate`. */
export interface RoundTripSample {
  readonly rate: number;
  /** The last 200, ascending. */
  readonly sorted: readonly number[];
  /** The last 200, the newest last. */
  readonly recent: readonly number[];
  /** Of this epoch and the one before. */
  readonly shortest: number;
  readonly count: number;
}

export class RoundTrips {
  readonly #samples = new Map<string, Sample>();

  /** A request of this kind was answered after `tripMs`. What the kind took at another rate of the clock is dropped. */
  record(kind: string, tripMs: number, rate: number): void {
    const known = this.#samples.get(kind);
    const sample = known?.rate === rate ? known : new Sample(rate);
    this.#samples.set(kind, sample);
    sample.add(tripMs);
  }

  /** What is known of a kind at this rate of the clock; `null` before its first answer. */
  sampleOf(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#samples.get(kind);
    return sample?.rate === rate ? sample : null;
  }

  /**
   * How long an answer usually takes, in ms of a clock at `rate`: as the last ones of its kind did, else as those of all kinds; `null`
   * before the first. The network is real, so a trip at another rate takes as much longer as the clock is faster.
   */
  latencyMs(kind: string, rate: number): number | null {
    const own = this.#samples.get(kind);
    const samples = own ? [own] : [...this.#samples.values()];
    const trips = samples.flatMap((sample) => sample.recent.slice(-LATENCY_OF).map((ms) => (ms / sample.rate) * rate));
    return median(trips.sort((a, b) => a - b));
  }
}

/** The lower median of ascending values; `null` of none. */
export const median = (sorted: readonly number[]): number | null => sorted[Math.floor((sorted.length - 1) / 2)] ?? null;

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

  add(tripMs: number): void {
    this.recent.push(tripMs);
    this.sorted.splice(rank(this.sorted, tripMs), 0, tripMs);
    if (this.recent.length > MAX_RECENT) this.sorted.splice(rank(this.sorted, this.recent.shift() ?? 0), 1);
    this.#shortest = Math.min(this.#shortest, tripMs);
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
