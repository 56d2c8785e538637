/** The rate-limit windows of one limiter: those of its rules, and those that only the server reports; and past arrivals, for later windows. */
import { MAX_PACED_WINDOW_MS, RateRule } from '../../../shared/model/rates.ts';
import { LONG_WINDOW_MS } from './arrivals.ts';
import type { Pacing } from './pacer.ts';
import { SortedInstants, WindowPermits } from './window-permits.ts';

/** The guard interval, for the granularity of the clocks on both sides. */
export const GUARD_MS = 10;
/** How long arrivals are at least remembered, for rules that a person sets later. */
const REMEMBER_MS = 3_600_000;
/** The largest limit of a rule. */
const MAX_REMEMBERED = 1_000_000;
/** The number of windows that only the server reports; further ones are ignored. */
const MAX_REPORTED_WINDOWS = 8;
/** The length of the shortest window above which no rule determines how many requests may leave at once; the burst is then `SMALL_BURST`. */
const SHORT_WINDOW_MS = 10_000;
const SMALL_BURST = 5;
/** The share of the pacing interval below which the interval of short work is used. */
const SHORT_WORK_BELOW = 0.75;

/** A request, with the windows in which it holds a permit. */
export interface PermitHolder {
  readonly held: Set<WindowPermits>;
}

/** A reported limit, and until when it is valid. `isTested`: see {@link WindowPermits.isTested}. */
export interface LimitReport extends RateRule {
  readonly until: number;
  readonly isTested: boolean;
}

/** The interval of work that fits into the windows above `windowMs`. */
export interface ShortPace {
  readonly intervalMs: number;
  readonly windowMs: number;
}

export class Windows {
  readonly #windows = new Map<number, WindowPermits>();
  #all: readonly WindowPermits[] = [];
  /** The latest possible arrivals of past requests. */
  readonly #past: SortedInstants;
  readonly #reportValidUntil = new Map<WindowPermits, number>();

  /** Makes the windows. `arrivals`: those of requests before a restart, ascending. */
  constructor(arrivals: readonly number[]) {
    this.#past = new SortedInstants(arrivals);
  }

  /** The windows, the shortest one first. */
  get all(): readonly WindowPermits[] {
    return this.#all;
  }

  byLength(windowMs: number): WindowPermits | null {
    return this.#windows.get(windowMs) ?? null;
  }

  /** The only window whose rule has this limit; `null` when no window or several have one. */
  byLimit(limit: number): WindowPermits | null {
    const [only, another] = this.all.filter(({ ownLimit }) => ownLimit === limit);
    return only && !another ? only : null;
  }

  /** Changes the rules. `holders` are the requests that hold permits. */
  setRules(rules: readonly RateRule[], holders: Iterable<PermitHolder>, now: number): void {
    for (const [windowMs, window] of [...this.#windows]) {
      window.ownLimit = rules.find((rule) => rule.windowMs === windowMs)?.limit ?? null;
      if (window.ownLimit === null && window.reportedLimit === null) this.#windows.delete(windowMs);
    }
    const open = [...holders];
    for (const { windowMs, limit } of rules)
      if (!this.#windows.has(windowMs)) this.#add(windowMs, open, now).ownLimit = limit;
    this.#sort();
  }

  /** Applies the server's limit in a window of that length. Returns the window; `null` when the report is ignored. */
  applyReport(report: LimitReport, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const { windowMs, limit, until, isTested } = report;
    const window = this.#windows.get(windowMs) ?? this.#addReported({ windowMs, limit }, holders, now);
    if (!window) return null;
    window.reportedLimit = Math.min(limit, MAX_REMEMBERED);
    window.isTested = isTested;
    this.#reportValidUntil.set(window, until);
    return window;
  }

  /** Drops the reported limit of a window. */
  dropReport(window: WindowPermits): void {
    window.reportedLimit = null;
    window.isTested = false;
    this.#reportValidUntil.delete(window);
    if (window.ownLimit === null) this.#windows.delete(window.windowMs);
    this.#sort();
  }

  /** The limit of our rules in a window of that length: its own rule's, or the number that the slowest rule allows; infinite without rules. */
  ownLimitIn(windowMs: number): number {
    const own = this.byLength(windowMs)?.ownLimit;
    if (typeof own === 'number') return own;
    return Math.min(...this.#all.map((it) => ((it.ownLimit ?? Number.POSITIVE_INFINITY) / it.windowMs) * windowMs));
  }

  /** Records that a request arrived at `at` at the latest. */
  arrived(at: number, now: number): void {
    this.#past.add(at);
    this.#past.dropUntil(now - this.#rememberMs() - GUARD_MS);
    this.#past.keepLast(MAX_REMEMBERED);
  }

  /** Arrivals that may still matter, ascending. */
  past(now: number): number[] {
    return this.#past.after(now - this.#rememberMs() - GUARD_MS);
  }

  /** How many requests arrived in the last `spanMs`. */
  arrivedWithin(spanMs: number, now: number): number {
    return this.#past.size - this.#past.countUntil(now - spanMs);
  }

  /** When the first reported limit expires; infinite without one. */
  get reportsValidUntil(): number {
    return Math.min(...this.#reportValidUntil.values());
  }

  /** Drops expired reports; returns whether there were any. */
  expireReports(now: number): boolean {
    const expired = [...this.#reportValidUntil].filter(([, until]) => now >= until);
    for (const [window] of expired) this.dropReport(window);
    return expired.length > 0;
  }

  /** The pacing at which no window of up to an hour overfills in the long run. */
  pacing(): Pacing {
    const paced = this.all.filter(({ windowMs, isTested }) => windowMs <= MAX_PACED_WINDOW_MS && !isTested);
    const [shortest] = paced;
    if (!shortest) return { intervalMs: 0, burst: Number.POSITIVE_INFINITY };
    const burst = Math.min(...paced.map(({ allowed }) => allowed));
    return {
      intervalMs: Math.max(...paced.map(({ intervalMs }) => intervalMs)),
      burst: shortest.windowMs > SHORT_WINDOW_MS ? Math.min(burst, SMALL_BURST) : burst,
    };
  }

  /**
   * The pace of `count` queued requests: that of the longest window that they do not fit into, and at least that of `leastMs`. The shortest
   * window always counts. `null` if it is hardly faster than long work. They do not fit into a window whose reported limit is stricter than ours,
   * because its way of counting is less certain. Unless `isInteractive`, each window leaves room for the requests that the next shorter one
   * allows.
   */
  shortPace(count: number, isInteractive: boolean, leastMs: number, now: number): ShortPace | null {
    const [shortest] = this.all;
    if (!shortest || shortest.windowMs > SHORT_WINDOW_MS) return null;
    const { intervalMs: longMs, burst } = this.pacing();
    const fits = (window: WindowPermits, shorter: WindowPermits) => {
      const room = window.windowMs > MAX_PACED_WINDOW_MS ? burst : shorter.allowed;
      const used = window.used(now) + count + (isInteractive ? 0 : room);
      return used <= window.allowed && window.allowed >= (window.ownLimit ?? 0);
    };
    let binding = shortest;
    let intervalMs = shortest.intervalMs;
    for (const [index, window] of this.all.entries()) {
      const shorter = this.all[index - 1];
      if (!shorter || (window.windowMs > leastMs && fits(window, shorter))) continue;
      binding = window;
      intervalMs = Math.max(...this.all.slice(0, index + 1).map((it) => it.intervalMs));
    }
    return intervalMs > SHORT_WORK_BELOW * longMs ? null : { intervalMs, windowMs: binding.windowMs };
  }

  /** The smallest share of a long window that the reported use of other clients leaves free. */
  reportedFreeShare(now: number): number {
    const long = this.all.filter(({ windowMs }) => windowMs >= LONG_WINDOW_MS && windowMs <= MAX_PACED_WINDOW_MS);
    return Math.min(1, ...long.map((window) => 1 - window.otherClients(now) / window.allowed));
  }

  /** The window of which our requests use the largest share; `null` without windows. */
  fullest(now: number): WindowPermits | null {
    return this.all.reduce<WindowPermits | null>(
      (fullest, it) => (!fullest || it.ownUse(now) / it.allowed > fullest.ownUse(now) / fullest.allowed ? it : fullest),
      null,
    );
  }

  #rememberMs(): number {
    return Math.max(REMEMBER_MS, ...this.#windows.keys());
  }

  #addReported(rule: RateRule, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const reported = this.#all.filter(({ ownLimit }) => ownLimit === null).length;
    if (reported >= MAX_REPORTED_WINDOWS || !RateRule.safeParse(rule).success) return null;
    return this.#add(rule.windowMs, [...holders], now);
  }

  #add(windowMs: number, holders: readonly PermitHolder[], now: number): WindowPermits {
    const releases = this.#past.after(now - windowMs - GUARD_MS).map((at) => at + windowMs + GUARD_MS);
    const window = new WindowPermits(windowMs, null, releases);
    for (const { held } of holders) {
      held.add(window);
      window.acquire();
    }
    this.#windows.set(windowMs, window);
    this.#sort();
    return window;
  }

  #sort(): void {
    this.#all = [...this.#windows.values()].sort((one, other) => one.windowMs - other.windowMs);
  }
}
