/**
 * Learns how long round trips take, by kind of request, and calculates the latest instant at which a request can have reached the server: the
 * client knows when it sent the request and when the answer came, and the arrival lies in between. Only the excess over the fastest round trip
 * matters, because a delay that all requests share moves the whole stream.
 */

/** The number of round trips of a kind that must be known before they are evaluated. */
const MIN_SAMPLES = 30;
/** The number of last round trips that are kept. */
const MAX_SAMPLES = 200;
/** The assumed jitter between this machine and the server, one way. */
export const JITTER_MS = 80;

/** An answered request with its times. `leftEarly`: even spacing would have sent the request later. */
export interface RoundTrip {
  readonly kind: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly leftEarly: boolean;
}

/** The round trips of one kind, in ms of a clock at `rate`: the fastest so far, and the last ones. */
interface Sample {
  readonly rate: number;
  fastestMs: number;
  readonly recent: number[];
}

export class RoundTrips {
  readonly #samples = new Map<string, Sample>();
  #jitterMs = JITTER_MS;

  /** Records a request that was answered after `ms` of a clock at `rate`. Drops the round trips of its kind at another rate. */
  record(kind: string, ms: number, rate: number): void {
    const known = this.#samples.get(kind);
    const sample = known?.rate === rate ? known : { rate, fastestMs: ms, recent: [] };
    this.#samples.set(kind, sample);
    sample.fastestMs = Math.min(sample.fastestMs, ms);
    sample.recent.push(ms);
    if (sample.recent.length > MAX_SAMPLES) sample.recent.shift();
  }

  /** The round trips of a kind; `null` before enough are known to evaluate them. */
  #known(kind: string, rate: number): Sample | null {
    const sample = this.#samples.get(kind);
    return sample?.rate === rate && sample.recent.length >= MIN_SAMPLES ? sample : null;
  }

  /** The shortest round trip of any kind; `null` before the first. */
  get fastestMs(): number | null {
    const fastest = [...this.#samples.values()].map((it) => it.fastestMs);
    return fastest.length === 0 ? null : Math.min(...fastest);
  }

  /** Doubles the jitter after a 429: the requests were spaced correctly, so the network has more jitter than assumed. */
  doubleJitter(): void {
    this.#jitterMs *= 2;
  }

  /**
   * The latest instant at which a request can have arrived, on a scale where the fastest request of its kind arrives when it is sent. An ordinary
   * round trip is charged its excess over the fastest one, at most the jitter of one way; a longer one its whole excess. A request that left early
   * is charged at least its round trip, up to the jitter, because its way there is unknown and the permits of its windows run out.
   */
  latestArrival({ kind, sentAt, answeredAt, leftEarly }: RoundTrip, rate: number): number {
    const known = this.#known(kind, rate);
    if (!known) return answeredAt;
    const { fastestMs, recent } = known;
    const roundTripMs = answeredAt - sentAt;
    const excessMs = Math.max(0, roundTripMs - fastestMs);
    const jitterMs = this.#jitterMs * rate;
    // The median costs more than the rest of an answer's evaluation, and only a long round trip needs it.
    const isLong = excessMs > jitterMs && excessMs > 3 * (medianOf(recent) - fastestMs);
    const chargedMs = isLong ? excessMs : Math.min(excessMs, jitterMs);
    return sentAt + (leftEarly ? Math.max(chargedMs, Math.min(roundTripMs, JITTER_MS * rate)) : chargedMs);
  }

  /**
   * The assumed arrival of a request whose kind usually takes longer than `windowMs`; otherwise requests in flight would hold all permits. `null`
   * when the answer must be awaited.
   */
  arrivalOfSlow(kind: string, windowMs: number, sentAt: number, rate: number): number | null {
    const known = this.#known(kind, rate);
    const jitterMs = this.#jitterMs * rate;
    return known && medianOf(known.recent) > windowMs + jitterMs ? sentAt + jitterMs : null;
  }

  /**
   * How long an answer usually takes, in ms of a clock at `rate`: by the last answers of its kind, else of all kinds; `null` before the first.
   * The network runs in machine time, so a faster clock counts more ms for the same round trip.
   */
  latencyMs(kind: string, rate: number): number | null {
    const own = this.#samples.get(kind);
    const samples = own ? [own] : [...this.#samples.values()];
    const all = samples.flatMap((sample) => sample.recent.map((ms) => (ms / sample.rate) * rate));
    return all.length === 0 ? null : medianOf(all);
  }
}

/** The lower median. */
const medianOf = (values: readonly number[]): number =>
  Float64Array.from(values).sort()[Math.floor((values.length - 1) / 2)] ?? 0;
