/** The rate-limit windows of one limiter: those of its rules, and those that only the server reports; and past arrivals, for later windows. */
import { MAX_PACED_WINDOW_MS, RateRule } from '../../../shared/model/rates.ts';
import { LONG_WINDOW_MS } from './arrivals.ts';
import type { Pacing } from './pacer.ts';

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

/** The weight of the latest request in the average overhead. */
const LEARNING_RATE = 1 / 32;
/** The factor by which requests are spaced wider than the average allows, so that a late release does not delay all following requests. */
const PACING_MARGIN = 1.0003;

/** The bounds of our share of the requests that the server counts, at any instant of a round trip. */
export interface OwnShare {
  readonly min: number;
  readonly max: number;
}

/**
 * The permits of one rate-limit window, acquired before a request leaves and released when the server's window can no longer count the request.
 * Requests of other clients that the server reports take permits too. All instants are in the limiter's time.
 */
export class WindowPermits {
  readonly windowMs: number;
  /** The limit of our rule; `null` for a window that only the server reports. */
  ownLimit: number | null;
  /** The limit that the server reports, as long as the report is valid. */
  reportedLimit: number | null = null;
  /** Whether the reported limit is doubted. It then sets no pace, because the requests that refute it must not wait for each other. */
  isTested = false;
  /** The permits of unanswered requests, whose release is not known yet. */
  #unanswered = 0;
  /** The instants at which the permits of answered requests are released. */
  readonly #releases: SortedInstants;
  /** The number of all permits acquired so far. */
  #acquired = 0;
  #otherUse = 0;
  #otherUseUntil = Number.NEGATIVE_INFINITY;
  #overheadMs = 0;

  /** Makes the window. `releases`: when permits that are already acquired are released, ascending. */
  constructor(windowMs: number, ownLimit: number | null, releases: readonly number[] = []) {
    this.windowMs = windowMs;
    this.ownLimit = ownLimit;
    this.#releases = new SortedInstants(releases);
  }

  /** The stricter of our limit and the reported one. */
  get allowed(): number {
    return Math.min(this.ownLimit ?? Number.POSITIVE_INFINITY, this.reportedLimit ?? Number.POSITIVE_INFINITY);
  }

  /** The rule to show: ours if there is one. */
  get rule(): RateRule {
    return { windowMs: this.windowMs, limit: this.ownLimit ?? this.allowed };
  }

  /** The interval at which requests just fill this window, including the average overhead of a permit. */
  get intervalMs(): number {
    return ((this.windowMs + this.#overheadMs) / this.allowed) * PACING_MARGIN;
  }

  acquire(): void {
    this.#unanswered += 1;
    this.#acquired += 1;
  }

  /** Releases the permit of a request that was never sent. */
  releaseNow(): void {
    this.#unanswered -= 1;
  }

  /** Releases the permit of a request at the instant `at`. */
  releaseAt(at: number): void {
    this.#unanswered -= 1;
    this.#releases.add(at);
  }

  /** Updates the average overhead: a permit was released `overheadMs` later than one window after its request was sent. */
  learnOverhead(overheadMs: number): void {
    this.#overheadMs += (overheadMs - this.#overheadMs) * LEARNING_RATE;
  }

  resetOverhead(): void {
    this.#overheadMs = 0;
  }

  /** The number of permits that our requests hold. */
  ownUse(now: number): number {
    this.#releases.dropUntil(now);
    return this.#unanswered + this.#releases.size;
  }

  /** The number of permits that other clients take from our limit; they first use the permits that the server allows beyond it. */
  otherClients(now: number): number {
    const beyond = this.ownLimit === null ? 0 : (this.reportedLimit ?? this.ownLimit) - this.ownLimit;
    return Math.max(0, this.#reportedOtherUse(now) - Math.max(0, beyond));
  }

  #reportedOtherUse(now: number): number {
    return now < this.#otherUseUntil ? this.#otherUse : 0;
  }

  used(now: number): number {
    return this.ownUse(now) + this.otherClients(now);
  }

  /** When `count` more requests may leave: `now` for at once, `null` when that depends on outstanding answers. */
  availableAt(now: number, count = 1): number | null {
    const others = this.otherClients(now);
    const missing = this.ownUse(now) + others + count - this.allowed;
    if (missing <= 0) return now;
    const before = others === 0 ? Number.POSITIVE_INFINITY : this.#releases.countUntil(this.#otherUseUntil);
    if (missing <= before) return this.#releases.at(missing - 1);
    return missing <= before + others ? this.#otherUseUntil : this.#releases.at(missing - 1 - others);
  }

  /** When the next permit is released; `null` when no release is known. */
  nextRelease(now: number): number | null {
    const first = this.ownUse(now) > 0 ? this.#releases.at(0) : null;
    return this.otherClients(now) > 0 ? Math.min(first ?? this.#otherUseUntil, this.#otherUseUntil) : first;
  }

  /** Begins a round trip. The returned function, called at its end, returns our share of the requests that the server has counted. */
  beginRoundTrip(now: number): (end: number) => OwnShare {
    const own = this.ownUse(now);
    const settled = this.#releases.size;
    const acquired = this.#acquired;
    const last = this.#releases.at(settled - 1);
    return (end) => {
      this.#releases.dropUntil(end);
      const counted = last === null ? 0 : Math.min(settled, this.#releases.countUntil(last));
      // The server counts the request itself before it answers.
      return { min: counted + 1, max: own + this.#acquired - acquired };
    };
  }

  /**
   * Reconciles with the server's count of `used` requests: our share, and those of other clients. The estimate of the latter changes no further
   * than the report requires, and is valid until `until`. Returns how many requests of other clients are certain.
   */
  reconcile(used: number, { min, max }: OwnShare, now: number, until: number): number {
    const certain = Math.max(0, used - max);
    const possible = Math.max(certain, used - min);
    const known = this.#reportedOtherUse(now);
    this.#otherUse = Math.min(possible, Math.max(certain, known));
    if (certain > 0 || known === 0) this.#otherUseUntil = until;
    return certain;
  }

  /** Forgets the requests of other clients. */
  dropOtherUse(): void {
    this.#otherUse = 0;
  }
}

/** The number of dropped instants at which they are removed from the array. */
const COMPACT_AT = 1_024;

/** Instants in ascending order, inserted near the end and dropped from the front. */
class SortedInstants {
  #values: number[];
  #head = 0;

  constructor(sorted: readonly number[] = []) {
    this.#values = [...sorted];
  }

  get size(): number {
    return this.#values.length - this.#head;
  }

  /** The instant at that index, counted from 0; `null` beyond the end. */
  at(index: number): number | null {
    return this.#values[this.#head + index] ?? null;
  }

  add(value: number): void {
    let index = this.#values.length;
    while (index > this.#head && (this.#values[index - 1] ?? value) > value) index -= 1;
    if (index === this.#values.length) this.#values.push(value);
    else this.#values.splice(index, 0, value);
  }

  /** Drops all instants up to and including `instant`. */
  dropUntil(instant: number): void {
    while (this.#head < this.#values.length && (this.#values[this.#head] ?? instant) <= instant) this.#head += 1;
    this.#compact();
  }

  /** Drops the earliest instants beyond `max`. */
  keepLast(max: number): void {
    this.#head += Math.max(0, this.size - max);
    this.#compact();
  }

  /** The number of instants up to and including `instant`. */
  countUntil(instant: number): number {
    let low = this.#head;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  /** The instants after `instant`. */
  after(instant: number): number[] {
    return this.#values.slice(this.#head + this.countUntil(instant));
  }

  #compact(): void {
    if (this.#head < COMPACT_AT && this.#head < this.#values.length) return;
    this.#values = this.#values.slice(this.#head);
    this.#head = 0;
  }
}
