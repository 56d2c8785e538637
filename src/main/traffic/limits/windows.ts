/** The rate-limit windows of one limiter: those of its rules, and those that only the server reports. All instants are in the limiter's time. */
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import { MAX_PACED_WINDOW_MS, MAX_RATE_LIMIT, RateRule } from '../../../shared/model/rates.ts';
import { type Arrivals, GUARD_MS, LONG_WINDOW_MS } from './arrivals.ts';
import type { Pacing } from './pacer.ts';
import { JITTER_MS } from './round-trips.ts';

/** The number of requests that may leave at once where every window is long. */
const SMALL_BURST = 5;
/** The share of the pacing interval below which the interval of short work is used. */
const SHORT_WORK_BELOW = 0.75;
/** How long a count of the team's requests stays valid, in ms. */
const TEAM_USE_MS = 5_000;
/** The factor by which requests are spaced wider, so that a late release does not delay all following requests (`limiter-load.test.ts`). */
const PACING_MARGIN = 1.0003;

/** The pacing interval for work that is too small to fill any window longer than `windowMs`. Only the other windows then space its requests. */
export interface ShortPace {
  readonly intervalMs: number;
  readonly windowMs: number;
}

export class Windows {
  /** The windows, the shortest one first. */
  all: readonly Window[] = [];
  readonly arrivals: Arrivals;

  constructor(arrivals: Arrivals) {
    this.arrivals = arrivals;
  }

  byLength(windowMs: number): Window | null {
    return this.all.find((window) => window.windowMs === windowMs) ?? null;
  }

  /** The only window whose rule has this limit; `null` when no window or several have one. */
  byLimit(limit: number): Window | null {
    const [only, another] = this.all.filter(({ ownLimit }) => ownLimit === limit);
    return only && !another ? only : null;
  }

  setRules(rules: readonly RateRule[]): void {
    for (const { windowMs } of rules) this.#add(windowMs);
    for (const window of this.all)
      window.ownLimit = rules.find(({ windowMs }) => windowMs === window.windowMs)?.limit ?? null;
    this.#dropUnlimited();
  }

  /** Applies a limit that the server reports, until an instant. Returns its window; `null` when the report is ignored. */
  applyReport(rule: RateRule, until: number): Window | null {
    const reportedOnly = this.all.filter(({ ownLimit }) => ownLimit === null).length;
    const isNew = !this.byLength(rule.windowMs);
    if (isNew && (reportedOnly >= MAX_ENTRIES.rateRules || !RateRule.safeParse(rule).success)) return null;
    const window = this.#add(rule.windowMs);
    window.reported = { limit: Math.min(rule.limit, MAX_RATE_LIMIT), until };
    return window;
  }

  /** The instant at which the first reported limit expires; infinite without one. */
  get reportsValidUntil(): number {
    return Math.min(...this.all.map(({ reported }) => reported?.until ?? Number.POSITIVE_INFINITY));
  }

  /** Drops expired reports; returns whether there were any. */
  expireReports(now: number): boolean {
    if (now < this.reportsValidUntil) return false;
    for (const window of this.all) if (window.reported && now >= window.reported.until) window.reported = null;
    this.#dropUnlimited();
    return true;
  }

  /** The limit of our rules in a window of that length: that of its own rule, or the fewest requests that a rule allows in that time; infinite without rules. */
  ownLimitIn(windowMs: number): number {
    const own = this.byLength(windowMs)?.ownLimit;
    if (typeof own === 'number') return own;
    return Math.min(...this.all.map((it) => ((it.ownLimit ?? Number.POSITIVE_INFINITY) / it.windowMs) * windowMs));
  }

  /** Forgets arrivals that no window counts any more. */
  forget(now: number): void {
    this.arrivals.dropUntil(now - this.#rememberMs);
  }

  /** The arrivals that may still matter, ascending. */
  past(now: number): number[] {
    return this.arrivals.after(now - this.#rememberMs);
  }

  /** The pacing at which no window of up to an hour overfills in the long run. */
  pacing(): Pacing {
    const paced = this.all.filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS);
    const [shortest] = paced;
    if (!shortest) return { intervalMs: 0, burst: Number.POSITIVE_INFINITY };
    const burst = Math.min(...paced.map(({ allowed }) => allowed));
    return {
      intervalMs: Math.max(...paced.map((window) => window.intervalMs)),
      burst: shortest.windowMs >= LONG_WINDOW_MS ? Math.min(burst, SMALL_BURST) : burst,
    };
  }

  /**
   * The pace of `count` queued requests: that of the longest window that has no room for them, else of the shortest window. `null` if it is hardly
   * faster than long work. Windows up to `unfitMs` count as without room, and so does a window whose reported limit is stricter than ours, because
   * its way of counting is less certain. Unless `isInteractive`, each window keeps room for the requests that the next shorter one allows.
   */
  shortPace(count: number, isInteractive: boolean, unfitMs: number, now: number): ShortPace | null {
    const [shortest] = this.all;
    if (!shortest || shortest.windowMs >= LONG_WINDOW_MS) return null;
    const { intervalMs: longMs, burst } = this.pacing();
    const fits = (window: Window, shorter: Window) => {
      const room = window.windowMs > MAX_PACED_WINDOW_MS ? burst : shorter.allowed;
      const used = window.used(now) + count + (isInteractive ? 0 : room);
      return used <= window.allowed && window.allowed >= (window.ownLimit ?? 0);
    };
    const unfit = this.all.findLastIndex(
      (window, index) => index === 0 || window.windowMs <= unfitMs || !fits(window, this.all[index - 1] ?? shortest),
    );
    const binding = this.all.slice(0, unfit + 1);
    const intervalMs = Math.max(...binding.map((window) => window.intervalMs));
    return intervalMs > SHORT_WORK_BELOW * longMs
      ? null
      : { intervalMs, windowMs: binding.at(-1)?.windowMs ?? shortest.windowMs };
  }

  /** The smallest share of a long window that the reported use of other clients leaves free. */
  reportedFreeShare(now: number): number {
    const long = this.all.filter(({ windowMs }) => windowMs >= LONG_WINDOW_MS && windowMs <= MAX_PACED_WINDOW_MS);
    return Math.min(1, ...long.map((window) => 1 - window.otherClients(now) / window.allowed));
  }

  /** The window of which our requests use the largest share; `null` without windows. */
  fullest(now: number): Window | null {
    const shareOf = (window: Window) => window.ownUse(now) / window.allowed;
    return this.all.reduce<Window | null>((most, it) => (!most || shareOf(it) > shareOf(most) ? it : most), null);
  }

  get #rememberMs(): number {
    // Rules that a person sets later count past requests too.
    return Math.max(MAX_PACED_WINDOW_MS, ...this.all.map(({ windowMs }) => windowMs)) + GUARD_MS;
  }

  #add(windowMs: number): Window {
    const known = this.byLength(windowMs);
    if (known) return known;
    const window = new Window(windowMs, this.arrivals);
    this.all = [...this.all, window].sort((one, other) => one.windowMs - other.windowMs);
    return window;
  }

  #dropUnlimited(): void {
    this.all = this.all.filter(({ ownLimit, reported }) => ownLimit !== null || reported !== null);
  }
}

/** Counts the permits in one rate-limit window. Reported requests of other clients count, too. */
export class Window {
  readonly windowMs: number;
  /** The limit of our rule; `null` for a window that only the server reports. */
  ownLimit: number | null = null;
  /** The limit that the server reports, and until when the report is valid. */
  reported: { readonly limit: number; readonly until: number } | null = null;
  readonly #arrivals: Arrivals;
  #otherUse = 0;
  #otherUseUntil = Number.NEGATIVE_INFINITY;
  /** The requests of the whole team, and when the engine counted them. */
  #teamUse = { count: 0, at: Number.NEGATIVE_INFINITY };

  constructor(windowMs: number, arrivals: Arrivals) {
    this.windowMs = windowMs;
    this.#arrivals = arrivals;
  }

  /** The stricter of our limit and the reported one. */
  get allowed(): number {
    return Math.min(this.ownLimit ?? Number.POSITIVE_INFINITY, this.reported?.limit ?? Number.POSITIVE_INFINITY);
  }

  /** The rule to show: with our own limit, else with the reported one. */
  get rule(): RateRule {
    return { windowMs: this.windowMs, limit: this.ownLimit ?? this.allowed };
  }

  /** The shortest interval at which requests with the usual jitter do not overfill this window. */
  get intervalMs(): number {
    return ((this.windowMs + JITTER_MS + GUARD_MS) / this.allowed) * PACING_MARGIN;
  }

  /** The number of permits that our requests hold. */
  ownUse(now: number): number {
    return this.#arrivals.usedIn(this.windowMs, now);
  }

  /** The number of requests of ours and our team's that the service may count. */
  ourUse(now: number): number {
    const { count, at } = this.#teamUse;
    const sinceMs = Math.max(0, now - at);
    return Math.max(this.ownUse(now), sinceMs > TEAM_USE_MS ? 0 : count + Math.ceil(sinceMs / this.intervalMs));
  }

  /** Records how many requests of the whole team count. */
  setTeamUse(count: number, at: number): void {
    this.#teamUse = { count, at };
  }

  /** The number of permits of our limit that other clients use up: their use minus the requests that the server allows beyond our limit. */
  otherClients(now: number): number {
    if (now >= this.#otherUseUntil) return 0;
    const beyond = this.ownLimit === null ? 0 : (this.reported?.limit ?? this.ownLimit) - this.ownLimit;
    return Math.max(0, this.#otherUse - Math.max(0, beyond));
  }

  used(now: number): number {
    return this.ownUse(now) + this.otherClients(now);
  }

  /** The instant at which `count` more requests may leave, `now` at the earliest; `null` when it depends on outstanding answers. */
  availableAt(now: number, count = 1): number | null {
    const others = this.otherClients(now);
    const missing = this.ownUse(now) + others + count - this.allowed;
    if (missing <= 0) return now;
    const release = (index: number) => this.#arrivals.releaseAt(this.windowMs, index, now);
    const own = release(missing - 1);
    if (others === 0 || (own !== null && own <= this.#otherUseUntil)) return own;
    const withOthers = missing <= others ? now : release(missing - 1 - others);
    return withOthers === null ? null : Math.max(withOthers, this.#otherUseUntil);
  }

  /** The instant of the next release of a permit; `null` when none is known. */
  nextRelease(now: number): number | null {
    const first = this.#arrivals.releaseAt(this.windowMs, 0, now);
    return this.otherClients(now) > 0 ? Math.min(first ?? this.#otherUseUntil, this.#otherUseUntil) : first;
  }

  /** Attributes `count` requests to other clients until an instant. */
  setOtherUse(count: number, until: number): void {
    this.#otherUse = count;
    this.#otherUseUntil = until;
  }
}
