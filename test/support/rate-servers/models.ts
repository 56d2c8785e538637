/**
 * Servers that enforce rate limits in the three usual ways: with a log of recent arrivals, with a counter per window of the clock, or
 * with a bucket that refills gradually. They are deterministic and have no clock: call `arrive(at)` with instants that do not decrease.
 * A rate-limited request does not count.
 */
import type { RateRule } from '../../../src/shared/model/rates.ts';
import { windowLength, windowName } from '../../../src/shared/text/window-name.ts';

export interface Verdict {
  readonly accepted: boolean;
  /** X-ratelimit-{limit,remaining}-{second,minute,hour,day} for windows with such a name, and Retry-After for a rate-limited request. */
  readonly headers: Record<string, string>;
}

export interface RateServer {
  readonly name: string;
  accepted: number;
  rateLimited: number;
  /** Counts a request that arrives at the instant `at` (ms). */
  arrive(at: number): Verdict;
}

/** One rule, counted in one of the three ways. */
interface Counter {
  /** How many requests would be accepted at this instant. */
  room(at: number): number;
  take(at: number): void;
  /** Milliseconds until the next request would be accepted. */
  waitMs(at: number): number;
}

class LogCounter implements Counter {
  readonly #rule: RateRule;
  /** The last `limit` arrivals, as a ring. */
  readonly #ring: Float64Array;
  #first = 0;
  #count = 0;

  constructor(rule: RateRule) {
    this.#rule = rule;
    this.#ring = new Float64Array(rule.limit);
  }

  room(at: number): number {
    while (this.#count > 0 && this.#oldest() <= at - this.#rule.windowMs) {
      this.#first = (this.#first + 1) % this.#ring.length;
      this.#count -= 1;
    }
    return this.#rule.limit - this.#count;
  }

  take(at: number): void {
    this.#ring[(this.#first + this.#count) % this.#ring.length] = at;
    this.#count += 1;
  }

  waitMs(at: number): number {
    return this.room(at) > 0 ? 0 : this.#oldest() + this.#rule.windowMs - at;
  }

  #oldest(): number {
    return this.#ring[this.#first] ?? Number.NEGATIVE_INFINITY;
  }
}

class WindowCounter implements Counter {
  readonly #rule: RateRule;
  readonly #phaseMs: number;
  #window = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(rule: RateRule, phaseMs: number) {
    this.#rule = rule;
    this.#phaseMs = phaseMs;
  }

  room(at: number): number {
    const window = Math.floor((at - this.#phaseMs) / this.#rule.windowMs);
    if (window !== this.#window) this.#count = 0;
    this.#window = window;
    return this.#rule.limit - this.#count;
  }

  take(): void {
    this.#count += 1;
  }

  waitMs(at: number): number {
    return this.room(at) > 0 ? 0 : (this.#window + 1) * this.#rule.windowMs + this.#phaseMs - at;
  }
}

class BucketCounter implements Counter {
  readonly #capacity: number;
  readonly #perMs: number;
  #level: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor({ windowMs, limit }: RateRule, capacity: number) {
    this.#capacity = Math.min(limit, capacity);
    this.#perMs = limit / windowMs;
    this.#level = this.#capacity;
  }

  room(at: number): number {
    if (at > this.#at) this.#level = Math.min(this.#capacity, this.#level + (at - this.#at) * this.#perMs);
    this.#at = Math.max(this.#at, at);
    return Math.floor(this.#level + 1e-9);
  }

  take(): void {
    this.#level -= 1;
  }

  waitMs(at: number): number {
    return this.room(at) > 0 ? 0 : (1 - this.#level) / this.#perMs;
  }
}

/** Allows no more than the limit in any span as long as the window. */
export const slidingLogServer = (rules: readonly RateRule[]): RateServer =>
  serverOf('sliding log', rules, (rule) => new LogCounter(rule));

/** Counters that reset at every multiple of the window plus `phaseMs`. */
export const fixedWindowServer = (rules: readonly RateRule[], phaseMs = 0): RateServer =>
  serverOf('fixed window', rules, (rule) => new WindowCounter(rule, phaseMs));

/** For each rule a bucket that refills at limit/window and holds `limit`, or `capacity` if that is less. */
export const tokenBucketServer = (
  rules: readonly RateRule[],
  capacity: number = Number.POSITIVE_INFINITY,
): RateServer => serverOf('token bucket', rules, (rule) => new BucketCounter(rule, capacity));

function serverOf(name: string, rules: readonly RateRule[], counterOf: (rule: RateRule) => Counter): RateServer {
  const counters = rules.map((rule) => ({ rule, counter: counterOf(rule), window: windowName(rule.windowMs) }));
  return {
    name,
    accepted: 0,
    rateLimited: 0,
    arrive(at) {
      const accepted = counters.every(({ counter }) => counter.room(at) > 0);
      const headers: Record<string, string> = {};
      if (accepted) {
        this.accepted += 1;
        for (const { counter } of counters) counter.take(at);
      } else {
        this.rateLimited += 1;
        const waitMs = Math.max(...counters.map(({ counter }) => counter.waitMs(at)));
        headers['retry-after'] = String(Math.max(1, Math.ceil(waitMs / 1_000)));
      }
      for (const { rule, counter, window } of counters) {
        if (windowLength(window) === null) continue;
        headers[`x-ratelimit-limit-${window}`] = String(rule.limit);
        headers[`x-ratelimit-remaining-${window}`] = String(counter.room(at));
      }
      return { accepted, headers };
    },
  };
}
