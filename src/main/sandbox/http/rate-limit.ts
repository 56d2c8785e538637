/** Rate limits as sliding logs: wherever a window begins, it contains no more admitted requests than the limit. */
import type { RateRule } from '../../../shared/model/rates.ts';
import { windowName } from '../../../shared/text/window-name.ts';

/** The limits of the Booking Engine (service.md §4.2). */
export const BOOKING_RATES: readonly RateRule[] = [
  { windowMs: 1_000, limit: 5 },
  { windowMs: 60_000, limit: 275 },
  { windowMs: 3_600_000, limit: 16_500 },
];

/** The documented limits of the Open API (service.md §4.3); the sandbox enforces them only by option. */
export const OPEN_API_RATES: readonly RateRule[] = [
  { windowMs: 1_000, limit: 15 },
  { windowMs: 60_000, limit: 120 },
  { windowMs: 3_600_000, limit: 5_000 },
];

export interface Admission {
  readonly admitted: boolean;
  /** The headers X-ratelimit-{limit,remaining}-{second,minute,hour}, and Retry-After for a request that is not admitted. */
  readonly headers: Record<string, string>;
}

interface ArrivalLog {
  readonly rule: RateRule;
  readonly arrivals: number[];
  /** The index of the first arrival within the window. */
  start: number;
}

/** The longest time by which requests may arrive out of order. A request that is older than this means that the clock was set back. */
const MAX_LATE_MS = 1_000;

export class RateLimit {
  readonly #logs: ArrivalLog[];
  #latest = Number.NEGATIVE_INFINITY;

  constructor(rules: readonly RateRule[]) {
    this.#logs = rules.map((rule) => ({ rule, arrivals: [], start: 0 }));
  }

  /** Admits a request at `instant`, or returns how long to wait. Only admitted requests count. */
  admit(instant: number): Admission {
    if (instant < this.#latest - MAX_LATE_MS) this.#setBack(this.#latest - instant);
    const now = Math.max(this.#latest, instant);
    this.#latest = now;
    for (const log of this.#logs) dropExpired(log, now);
    const waits = this.#logs
      .filter((log) => log.arrivals.length - log.start >= log.rule.limit)
      .map((log) => (log.arrivals[log.start] ?? now) + log.rule.windowMs - now);
    const admitted = waits.length === 0;
    if (admitted) for (const log of this.#logs) log.arrivals.push(now);
    const headers = this.#headers();
    if (!admitted) headers['retry-after'] = String(Math.max(1, Math.ceil(Math.max(...waits) / 1_000)));
    return { admitted, headers };
  }

  reset(): void {
    for (const log of this.#logs) {
      log.arrivals.length = 0;
      log.start = 0;
    }
  }

  /** Moves the recorded arrivals back with the clock, so that they do not count for longer than their window. */
  #setBack(byMs: number): void {
    this.#latest -= byMs;
    for (const { arrivals } of this.#logs) arrivals.splice(0, arrivals.length, ...arrivals.map((at) => at - byMs));
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const { rule, arrivals, start } of this.#logs) {
      headers[`x-ratelimit-limit-${windowName(rule.windowMs)}`] = String(rule.limit);
      headers[`x-ratelimit-remaining-${windowName(rule.windowMs)}`] = String(rule.limit - (arrivals.length - start));
    }
    return headers;
  }
}

function dropExpired(log: ArrivalLog, now: number): void {
  const oldest = now - log.rule.windowMs;
  while (log.start < log.arrivals.length && (log.arrivals[log.start] ?? now) <= oldest) log.start += 1;
  if (log.start > 4_096) {
    log.arrivals.splice(0, log.start);
    log.start = 0;
  }
}
