/** All windows of one limit: those of our rules, those that only the server told of, and what is known of past requests for those to come. */
import { MAX_PACED_WINDOW_MS, RateRule } from '../../../shared/model/rates.ts';
import { Ascending } from './ascending.ts';
import type { Pacing } from './pacer.ts';
import { WindowPermits } from './window-permits.ts';

/** For the granularity of both sides' clocks. */
export const GUARD_MS = 10;
/** The past is known for at least so long, for rules that a person sets later. */
const REMEMBER_MS = 3_600_000;
/** No rule allows more. */
const MAX_REMEMBERED = 1_000_000;
/** Windows that only the server tells of; more are not heeded. */
const MAX_REPORTED_WINDOWS = 8;
/** What a server said of its limits holds for so long without a word. */
const REPORT_VALID_MS = 86_400_000;
/** Without a short window nothing says how many may go at once. */
const SHORT_WINDOW_MS = 10_000;
const SMALL_BURST = 5;

/** A request that holds a place in each of some windows. */
export interface PermitHolder {
  readonly held: Set<WindowPermits>;
}

export class Windows {
  readonly #windows = new Map<number, WindowPermits>();
  #all: readonly WindowPermits[] = [];
  /** When past requests arrived at the latest. */
  readonly #past: Ascending;
  readonly #reportValidUntil = new Map<WindowPermits, number>();

  /** `arrivals`: of requests before this, ascending. */
  constructor(arrivals: readonly number[]) {
    this.#past = new Ascending(arrivals);
  }

  /** The shortest first. */
  get all(): readonly WindowPermits[] {
    return this.#all;
  }

  get size(): number {
    return this.#windows.size;
  }

  byLength(windowMs: number): WindowPermits | null {
    return this.#windows.get(windowMs) ?? null;
  }

  /** The one window of ours with that limit; `null` when there is none, or more than one. */
  byLimit(limit: number): WindowPermits | null {
    const [only, another] = this.all.filter(({ ownLimit: ours }) => ours === limit);
    return only && !another ? only : null;
  }

  /** Other rules hold from now on. `holders` are the requests under way. */
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

  /** The server says that its limit in a window of that length is this. Gives the window; `null` for one that no rule could describe. */
  applyReport(windowMs: number, limit: number, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const window = this.#windows.get(windowMs) ?? this.#addReported({ windowMs, limit }, holders, now);
    if (!window) return null;
    window.reportedLimit = Math.min(limit, MAX_REMEMBERED);
    this.#reportValidUntil.set(window, now + REPORT_VALID_MS);
    return window;
  }

  /** A request arrived at the latest at `at`. */
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

  /** When the first word of the server is too old; infinite without one. */
  get reportsValidUntil(): number {
    return Math.min(...this.#reportValidUntil.values());
  }

  /** Takes back what the server said too long ago. True when that changed something. */
  expireReports(now: number): boolean {
    let changed = false;
    for (const [window, until] of this.#reportValidUntil) {
      if (now < until) continue;
      window.reportedLimit = null;
      if (window.ownLimit === null) this.#windows.delete(window.windowMs);
      this.#reportValidUntil.delete(window);
      changed = true;
    }
    if (changed) this.#sort();
    return changed;
  }

  /** How requests are spaced so that no window of up to an hour is overfull in the long run, and how many may go from rest. */
  pacing(): Pacing {
    const paced = this.all.filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS);
    const [shortest] = paced;
    if (!shortest) return { intervalMs: 0, burst: Number.POSITIVE_INFINITY };
    const burst = Math.min(...paced.map(({ allowed }) => allowed));
    return {
      intervalMs: Math.max(...paced.map(({ intervalMs }) => intervalMs)),
      burst: shortest.windowMs > SHORT_WINDOW_MS ? Math.min(burst, SMALL_BURST) : burst,
    };
  }

  /** The window that is used up most, `null` without windows. */
  fullest(now: number): WindowPermits | null {
    return this.all.reduce<WindowPermits | null>(
      (most, it) => (!most || it.ownUse(now) / it.allowed > most.ownUse(now) / most.allowed ? it : most),
      null,
    );
  }

  #rememberMs(): number {
    return Math.max(REMEMBER_MS, ...this.#windows.keys());
  }

  #addReported(rule: RateRule, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const told = this.#all.filter(({ ownLimit: ours }) => ours === null).length;
    return told < MAX_REPORTED_WINDOWS && RateRule.safeParse(rule).success
      ? this.#add(rule.windowMs, [...holders], now)
      : null;
  }

  #add(windowMs: number, holders: readonly PermitHolder[], now: number): WindowPermits {
    const returns = this.#past.after(now - windowMs - GUARD_MS).map((at) => at + windowMs + GUARD_MS);
    const window = new WindowPermits(windowMs, null, returns);
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
