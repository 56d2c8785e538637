/**
 * Decides which reported limits are believed. A proxy may add headers that describe none of the service's limits, so two kinds are doubted: a
 * limit far below ours, and one with more remaining than it allows. A doubted limit applies only as far as requests can still refute it. Passing
 * requests refute a limit; a 429 confirms it.
 */
import type { RateRule } from '../../../shared/model/rates.ts';
import type { WindowPermits } from './window-permits.ts';
import type { Windows } from './windows.ts';

const MINUTE_MS = 60_000;
/** How long a reported limit is valid without a new report. */
export const VALID_MS = 86_400_000;
/** The share of our limit below which a reported limit is doubted; without rules, a limit below one request a minute is. */
const DOUBTED_BELOW = 0.01;
/** How long a doubted limit that a 429 confirms is believed; twice as long with each further 429. */
export const CONFIRMED_MS = 600_000;
/** The multiple of a limit that may pass within one window at a server that counts in fixed windows. */
const MAX_PASSED = 2;

/** The limit in a window's report, with its consequences. */
interface Claim {
  readonly limit: number;
  readonly reportedAt: number;
  /** Whether requests test the limit, which is doubted, until a 429 confirms it. */
  readonly isTested: boolean;
  readonly until: number;
}

/** The status of a report. `tested`: the limit is doubted. `ignored`: a stricter report applies. */
export type Belief = 'believed' | 'tested' | 'refuted' | 'ignored';

/** The limit to apply, and until when. */
export interface Applied {
  readonly belief: Belief;
  readonly limit: number;
  readonly until: number;
}

export class Claims {
  readonly #windows: Windows;
  /** The claims by window length. */
  readonly #claims = new Map<number, Claim>();
  readonly #confirmedMs = new Map<number, number>();
  /** The refuted limit, and until when it is ignored; a 429 that reports a limit ends that. A plausible limit may have been lowered just now. */
  readonly #refuted = new Map<number, { readonly limit: number; readonly until: number }>();

  constructor(windows: Windows) {
    this.#windows = windows;
  }

  /** Handles a report on a window that came with a 429. */
  confirm({ windowMs, limit }: RateRule, now: number): Applied {
    this.#refuted.delete(windowMs);
    const isDoubted = this.#isDoubted(windowMs, limit);
    const confirmedMs = Math.min(VALID_MS, this.#confirmedMs.get(windowMs) ?? CONFIRMED_MS);
    if (isDoubted) this.#confirmedMs.set(windowMs, 2 * confirmedMs);
    const until = now + (isDoubted ? confirmedMs : VALID_MS);
    return this.#claim(windowMs, { limit, reportedAt: now, isTested: false, until }, limit);
  }

  /** Handles a report on a window that came with another answer. `contradicts`: more is left than the limit allows. */
  report({ windowMs, limit }: RateRule, now: number, contradicts = false): Applied {
    const known = this.#claims.get(windowMs);
    const isStricter =
      known !== undefined && known.limit < limit && now < Math.min(known.until, known.reportedAt + MINUTE_MS);
    const isConfirmed =
      known?.limit === limit && !known.isTested && this.#isDoubted(windowMs, limit) && now < known.until;
    const refuted = this.#refuted.get(windowMs);
    if (refuted && limit <= refuted.limit && now < refuted.until) return { belief: 'refuted', limit, until: now };
    if (isStricter || isConfirmed) return { belief: 'ignored', limit, until: known.until };
    const isTested = contradicts || this.#isDoubted(windowMs, limit);
    const claim = { limit, reportedAt: now, isTested, until: now + VALID_MS };
    return this.#claim(windowMs, claim, isTested ? this.#testedLimit(windowMs, limit) : limit);
  }

  /** The windows whose reported limit is refuted by now, with that limit: more than twice as many requests have passed. */
  takeRefuted(now: number, passedIn: (window: WindowPermits) => number): [WindowPermits, limit: number][] {
    return [...this.#claims].flatMap(([windowMs, { limit, isTested }]) => {
      const window = this.#windows.byLength(windowMs);
      if (!window || passedIn(window) <= MAX_PASSED * limit) return [];
      this.#claims.delete(windowMs);
      this.#confirmedMs.delete(windowMs);
      const forMs = isTested || this.#isDoubted(windowMs, limit) ? Number.POSITIVE_INFINITY : MAX_PASSED * windowMs;
      this.#refuted.set(windowMs, { limit, until: now + forMs });
      return [[window, limit]];
    });
  }

  #claim(windowMs: number, claim: Claim, limit: number): Applied {
    this.#claims.set(windowMs, claim);
    return { belief: claim.isTested ? 'tested' : 'believed', limit, until: claim.until };
  }

  #isDoubted(windowMs: number, limit: number): boolean {
    const own = this.#windows.ownLimitIn(windowMs);
    return limit < (Number.isFinite(own) ? DOUBTED_BELOW * own : windowMs / MINUTE_MS);
  }

  /** The limit during a test: at least a request a minute, and as many as would refute the reported limit. */
  #testedLimit(windowMs: number, limit: number): number {
    const least = Math.max(MAX_PASSED * limit + 1, Math.ceil(windowMs / MINUTE_MS));
    return Math.max(1, Math.min(least, Math.floor(this.#windows.ownLimitIn(windowMs))));
  }
}
