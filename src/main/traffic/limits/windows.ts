/** All windows of one limit: those of our rules, those that only the server told of, and what is known of past requests for those to come. */
import { LONGEST_PACED_MS, RateRule } from '../../../shared/model/rates.ts';
import { Ascending } from './ascending.ts';
import type { Beat } from './pace.ts';
import { WindowPlaces } from './window-places.ts';

/** For the granularity of both sides' clocks. */
export const GUARD_MS = 10;
/** The past is known for at least so long, for rules that a person sets later. */
const REMEMBER_MS = 3_600_000;
/** No rule allows more. */
const MOST_REMEMBERED = 1_000_000;
/** Windows that only the server tells of; more are not heeded. */
const MOST_TOLD = 8;
/** What a server said of its limits holds for so long without a word. */
const WORD_HOLDS_MS = 86_400_000;
/** Without a short window nothing says how many may go at once. */
const SHORT_WINDOW_MS = 10_000;
const SMALL_BURST = 5;

/** A request that holds a place in each of some windows. */
export interface Holder {
  readonly held: Set<WindowPlaces>;
}

export class Windows {
  readonly #windows = new Map<number, WindowPlaces>();
  #all: readonly WindowPlaces[] = [];
  /** When past requests arrived at the latest. */
  readonly #past: Ascending;
  readonly #wordUntil = new Map<WindowPlaces, number>();

  /** `arrivals`: of requests before this, ascending. */
  constructor(arrivals: readonly number[]) {
    this.#past = new Ascending(arrivals);
  }

  /** The shortest first. */
  get all(): readonly WindowPlaces[] {
    return this.#all;
  }

  get size(): number {
    return this.#windows.size;
  }

  byLength(windowMs: number): WindowPlaces | null {
    return this.#windows.get(windowMs) ?? null;
  }

  /** The one window of ours with that limit; `null` when there is none, or more than one. */
  byLimit(limit: number): WindowPlaces | null {
    const [only, another] = this.all.filter(({ ours }) => ours === limit);
    return only && !another ? only : null;
  }

  /** Other rules hold from now on. `holders` are the requests under way. */
  setRules(rules: readonly RateRule[], holders: Iterable<Holder>, now: number): void {
    for (const [windowMs, window] of [...this.#windows]) {
      window.ours = rules.find((rule) => rule.windowMs === windowMs)?.limit ?? null;
      if (window.ours === null && window.theirs === null) this.#windows.delete(windowMs);
    }
    const open = [...holders];
    for (const { windowMs, limit } of rules)
      if (!this.#windows.has(windowMs)) this.#add(windowMs, open, now).ours = limit;
    this.#sort();
  }

  /** The server says that its limit in a window of that length is this. Gives the window; `null` for one that no rule could describe. */
  told(windowMs: number, limit: number, holders: Iterable<Holder>, now: number): WindowPlaces | null {
    const window = this.#windows.get(windowMs) ?? this.#addTold({ windowMs, limit }, holders, now);
    if (!window) return null;
    window.theirs = Math.min(limit, MOST_REMEMBERED);
    this.#wordUntil.set(window, now + WORD_HOLDS_MS);
    return window;
  }

  /** A request arrived at the latest at `at`. */
  arrived(at: number, now: number): void {
    this.#past.add(at);
    this.#past.dropUntil(now - this.#rememberMs() - GUARD_MS);
    this.#past.keepLast(MOST_REMEMBERED);
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
  get wordsHoldUntil(): number {
    return Math.min(...this.#wordUntil.values());
  }

  /** Takes back what the server said too long ago. True when that changed something. */
  forgetWords(now: number): boolean {
    let changed = false;
    for (const [window, until] of this.#wordUntil) {
      if (now < until) continue;
      window.theirs = null;
      if (window.ours === null) this.#windows.delete(window.windowMs);
      this.#wordUntil.delete(window);
      changed = true;
    }
    if (changed) this.#sort();
    return changed;
  }

  /** How requests are spaced so that no window of up to an hour is overfull in the long run, and how many may go from rest. */
  beat(): Beat {
    const paced = this.all.filter(({ windowMs }) => windowMs <= LONGEST_PACED_MS);
    const [shortest] = paced;
    if (!shortest) return { intervalMs: 0, burst: Number.POSITIVE_INFINITY };
    const burst = Math.min(...paced.map(({ allowed }) => allowed));
    return {
      intervalMs: Math.max(...paced.map(({ intervalMs }) => intervalMs)),
      burst: shortest.windowMs > SHORT_WINDOW_MS ? Math.min(burst, SMALL_BURST) : burst,
    };
  }

  /** The window that is used up most, `null` without windows. */
  fullest(now: number): WindowPlaces | null {
    return this.all.reduce<WindowPlaces | null>(
      (most, it) => (!most || it.own(now) / it.allowed > most.own(now) / most.allowed ? it : most),
      null,
    );
  }

  #rememberMs(): number {
    return Math.max(REMEMBER_MS, ...this.#windows.keys());
  }

  #addTold(rule: RateRule, holders: Iterable<Holder>, now: number): WindowPlaces | null {
    const told = this.#all.filter(({ ours }) => ours === null).length;
    return told < MOST_TOLD && RateRule.safeParse(rule).success ? this.#add(rule.windowMs, [...holders], now) : null;
  }

  #add(windowMs: number, holders: readonly Holder[], now: number): WindowPlaces {
    const returns = this.#past.after(now - windowMs - GUARD_MS).map((at) => at + windowMs + GUARD_MS);
    const window = new WindowPlaces(windowMs, null, returns);
    for (const { held } of holders) {
      held.add(window);
      window.take();
    }
    this.#windows.set(windowMs, window);
    this.#sort();
    return window;
  }

  #sort(): void {
    this.#all = [...this.#windows.values()].sort((one, other) => one.windowMs - other.windowMs);
  }
}
