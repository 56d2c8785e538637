/**
 * When a request reached the server, at the latest. Only sending and answering can be seen from here; the truth lies between, and
 * what counts for spacing is how much later than usual a request arrives. Learned from the round trips of each kind of request.
 *
 * In long windows the whole excess of a round trip over the shortest one is charged: that is safe whatever the network does, and costs
 * little. In short ones that would cost a tenth of the speed and more where the server's own work varies, so there no more is charged of
 * an ordinary trip than the jitter of one way: what is usual at first, and as much more as refusals have shown to be needed.
 */

import { EPOCH, median, type RoundTripSample, RoundTrips } from '../../http/round-trips.ts';

/** Round trips looked at before anything is concluded from them. */
const MIN_SAMPLES = 30;
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

/** A request that was answered. `chargeInFull`: all of its excess is charged, as of one that may have opened its connection first. */
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

  /** A request was answered after `tripMs` of a clock at `rate`. What trips took at another rate tells nothing about this one. */
  record(kind: string, tripMs: number, rate = 1): void {
    this.#roundTrips.record(kind, tripMs, rate);
  }

  /** Whether enough trips of the kind are known to tell what is ordinary. */
  isKnown(kind: string, rate = 1): boolean {
    return this.#known(kind, rate) !== null;
  }

  /** How long an answer usually takes, in ms of a clock at `rate`; `null` before the first. */
  latencyMs(kind: string, rate: number): number | null {
    return this.#roundTrips.latencyMs(kind, rate);
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
    const trips = this.#known(kind, rate);
    if (!trips) return sentAt + tripMs;
    const { certain, usual, middle } = measure(trips);
    const excessMs = tripMs - Math.max(0, Math.min(certain - CLOCK_STEP_MS * rate, tripMs));
    const jitterMs = this.jitterMs(answeredAt) * rate;
    const isLong = windowMs >= LONG_WINDOW_MS;
    if (chargeInFull || tripMs > usual || (isLong && middle > LONG_WINDOW_FACTOR * jitterMs)) return sentAt + excessMs;
    return sentAt + Math.min(excessMs, isLong ? LONG_WINDOW_FACTOR * jitterMs : jitterMs);
  }

  /** The same for one that is still unanswered, when answers of its kind usually take longer than `windowMs`; else `null`: wait for it. */
  latestOfUnanswered(kind: string, sentAt: number, windowMs: number, rate: number): number | null {
    const trips = this.#known(kind, rate);
    const jitterMs = this.jitterMs(sentAt) * rate;
    if (!trips || measure(trips).usual <= windowMs + jitterMs) return null;
    return sentAt + jitterMs;
  }

  #known(kind: string, rate: number): RoundTripSample | null {
    const sample = this.#roundTrips.sampleOf(kind, rate);
    return sample && sample.recent.length >= MIN_SAMPLES ? sample : null;
  }
}

/**
 * The longest trip that is still ordinary, judged by the median, which a few long ones do not move; and what every trip takes at the
 * least: a little less than the shortest one seen, the fewer were seen the less.
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
