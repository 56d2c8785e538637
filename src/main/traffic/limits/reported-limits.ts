/**
 * Applies reported limits: the stricter of our limit and the server's applies, and other clients' requests take permits. Reports that passing
 * requests refute are not believed ({@link Claims}), and the person sees which ones.
 */
import type { RateRule, ServerRate } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';
import type { ReportedLimit } from '../../http/headers.ts';
import type { Findings } from './findings.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { OwnShare, WindowPermits } from './windows.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** The granularity of resets, which are reported in whole seconds, rounded either way. */
const RESET_STEP_MS = 1_000;
/** How long a count without a reset is believed; then a request tests it. */
const UNTESTED_MS = 60_000;
/** The share of a window for which an empty window is believed, at most `UNTESTED_MS`: six seconds of a minute. */
const UNTESTED_SHARE = 0.1;
/** After this many requests passed although the server had reported that nothing is left, its next report of that kind is not believed. */
const REFUTING_PASSES = 2;
/** The discrepancy between the server's count and ours that is ignored. */
const TOLERANCE = { min: 1, share: 0.03 };

/** A report that nothing is left of a window: the time since when it holds, and the number of requests that passed since. */
interface DoubtedZero {
  readonly since: number;
  passed: number;
}

/** Until when a 429 makes such reports believed, and for how long it did. */
interface ConfirmedZeros {
  readonly until: number;
  readonly forMs: number;
}

/** An answer with the facts about its request. */
interface Occasion {
  readonly answer: Answer;
  readonly context: ResponseContext;
  readonly holders: Iterable<PermitHolder>;
  readonly now: number;
}

export class ReportedLimits {
  readonly #windows: Windows;
  readonly #time: LimiterTime;
  readonly #findings: Findings;
  readonly #claims: Claims;
  readonly #latest = new Map<number, ServerRate>();
  /** When the request of the latest report was sent, by window length. */
  readonly #reportedAt = new Map<number, number>();
  /** The doubted reports by window length; `refuted` until a 429 reports the same. */
  readonly #zeros = new Map<number, DoubtedZero | 'refuted'>();
  readonly #confirmedZeros = new Map<number, ConfirmedZeros>();

  constructor(windows: Windows, time: LimiterTime, findings: Findings) {
    this.#windows = windows;
    this.#time = time;
    this.#findings = findings;
    this.#claims = new Claims(windows);
  }

  /** The latest report on a window; instants on the connection's clock. */
  latestOf(windowMs: number): ServerRate | null {
    return this.#latest.get(windowMs) ?? null;
  }

  /** Applies the reports of one answer. Returns the windows that the server reports as used up. */
  apply(answer: Answer, context: ResponseContext, holders: Iterable<PermitHolder>): WindowPermits[] {
    const now = this.#time.now();
    const occasion = { answer, context, holders, now };
    const receivedAt = this.#time.onClock(now);
    if (answer.isSuccess) this.#requestPassed(occasion);
    const exhausted: WindowPermits[] = [];
    for (const report of answer.reportedLimits) {
      const { limit, remaining, resetMs, header } = report;
      const window = this.#windowOf(report, occasion);
      if (!window) continue;
      const resetAt = resetMs === null ? null : receivedAt + Math.round(resetMs);
      this.#latest.set(window.windowMs, { limit, remaining, resetAt, receivedAt, header });
      if (remaining === 0) exhausted.push(window);
      if (remaining !== null) this.#reconcile(window, remaining, report, occasion);
    }
    // The answer itself may be the one that refutes what it reports.
    if (answer.isSuccess) this.#dropRefuted(occasion);
    return exhausted;
  }

  #requestPassed(occasion: Occasion): void {
    const { context, now } = occasion;
    for (const [windowMs, zero] of this.#zeros) {
      if (zero === 'refuted' || context.sentAt < zero.since) continue;
      if (now - zero.since > windowMs) this.#zeros.delete(windowMs);
      else zero.passed += 1;
    }
    this.#dropRefuted(occasion);
  }

  #dropRefuted({ context, now }: Occasion): void {
    for (const [window, limit] of this.#claims.takeRefuted(now, (it) => context.ownShareIn(it, now)?.min ?? 0)) {
      this.#noteRefuted(window.windowMs, limit, context.ownShareIn(window, now)?.min ?? 0, context);
      this.#windows.dropReport(window);
    }
  }

  /** The window of a report, with the limit that is believed; `null` when the report is ignored. */
  #windowOf(
    { windowMs, limit, remaining }: ReportedLimit,
    { answer, context, holders, now }: Occasion,
  ): WindowPermits | null {
    const known = windowMs === null ? this.#windows.byLimit(limit ?? 0) : this.#windows.byLength(windowMs);
    const length = known?.windowMs ?? windowMs;
    if (limit === null || limit < 1 || length === null) return known;
    const rule = { windowMs: length, limit };
    const applied =
      answer.status === 429
        ? this.#claims.confirm(rule, now)
        : this.#claims.report(rule, now, (remaining ?? 0) > limit);
    if (applied.belief === 'ignored') return known;
    if (applied.belief === 'refuted') {
      this.#noteRefuted(length, limit, known ? (context.ownShareIn(known, now)?.min ?? 0) : 0, context);
      return null;
    }
    const isTested = applied.belief === 'tested';
    const report = { ...rule, limit: applied.limit, until: applied.until, isTested };
    const window = this.#windows.applyReport(report, holders, now);
    if (window) this.#noteStricter(window, limit, isTested, context);
    return window;
  }

  #noteStricter(window: WindowPermits, theirs: number, isTested: boolean, { exchangeId }: ResponseContext): void {
    const { windowMs, ownLimit } = window;
    if (ownLimit !== null && theirs >= ownLimit) return;
    const now = this.#time.now();
    const facts = { windowMs, limit: ownLimit, theirs, ours: window.ownUse(now) };
    if (!isTested) this.#findings.drop('doubted', windowMs);
    this.#findings.recordOngoing(
      isTested ? { ...facts, kind: 'doubted', exchangeId } : { ...facts, kind: 'stricter', exchangeId: null },
      this.#time.onClock(now),
    );
  }

  #noteRefuted(windowMs: number, theirs: number, ours: number, { exchangeId }: ResponseContext): void {
    const limit = this.#windows.byLength(windowMs)?.ownLimit ?? null;
    for (const kind of ['doubted', 'stricter'] as const) this.#findings.drop(kind, windowMs);
    const at = this.#time.onClock(this.#time.now());
    this.#findings.recordOngoing({ kind: 'refuted', windowMs, limit, theirs, ours, exchangeId }, at);
  }

  /**
   * Attributes requests that the server counts beyond ours to other clients. Only the newest report is applied, because answers overtake each
   * other.
   */
  #reconcile(window: WindowPermits, remaining: number, report: ReportedLimit, occasion: Occasion): void {
    const { context, now } = occasion;
    const { limit, resetMs } = report;
    const share = context.ownShareIn(window, now) ?? ownShareOfNew(window, now);
    if (context.sentAt < (this.#reportedAt.get(window.windowMs) ?? Number.NEGATIVE_INFINITY)) return;
    const total = limit ?? window.reportedLimit ?? window.allowed;
    const used = Math.max(0, total - remaining);
    const isCertain = used - share.max > Math.max(TOLERANCE.min, TOLERANCE.share * total);
    const isDoubted = remaining === 0 && isCertain && this.#doubtsZero(window, total, share, occasion);
    if (isDoubted && this.#zeros.get(window.windowMs) === 'refuted') return;
    this.#reportedAt.set(window.windowMs, context.sentAt);
    const fullMs = window.windowMs + GUARD_MS;
    const datedMs = resetMs === null ? Number.POSITIVE_INFINITY : resetMs + RESET_STEP_MS;
    const untestedMs = isDoubted ? Math.min(UNTESTED_MS, UNTESTED_SHARE * window.windowMs) : UNTESTED_MS;
    const believedMs = isDoubted || resetMs === null ? Math.min(datedMs, untestedMs + GUARD_MS) : datedMs;
    window.reconcile(used, share, now, now + Math.min(fullMs, believedMs));
    if (!isCertain || isDoubted) return;
    const facts = { windowMs: window.windowMs, limit: total, ours: share.max, theirs: used };
    const at = this.#time.onClock(now);
    this.#findings.recordOngoing({ ...facts, kind: 'otherClients', exchangeId: context.exchangeId }, at);
  }

  /**
   * Handles a report that nothing is left of a window, perhaps until a reset hours away. Returns whether it is doubted. A 429 confirms it, and
   * the next such reports for ten minutes, twice as long each further time.
   */
  #doubtsZero({ windowMs }: WindowPermits, limit: number, { max: ours }: OwnShare, occasion: Occasion): boolean {
    const { answer, context, now } = occasion;
    const confirmed = this.#confirmedZeros.get(windowMs);
    if (answer.status === 429) {
      const forMs = confirmed && now < confirmed.until ? confirmed.forMs : 2 * (confirmed?.forMs ?? CONFIRMED_MS / 2);
      this.#confirmedZeros.set(windowMs, { until: now + Math.min(forMs, VALID_MS), forMs });
      this.#zeros.delete(windowMs);
      return false;
    }
    if (confirmed && now < confirmed.until) return false;
    const known = this.#zeros.get(windowMs);
    if (known === 'refuted') {
      this.#noteRefuted(windowMs, 0, ours, context);
    } else if (known && known.passed >= REFUTING_PASSES) {
      this.#noteRefuted(windowMs, 0, known.passed, context);
      this.#zeros.set(windowMs, 'refuted');
      this.#windows.byLength(windowMs)?.dropOtherUse();
    } else {
      this.#zeros.set(windowMs, known ?? { since: now, passed: 0 });
      const facts = { kind: 'doubted', windowMs, limit, theirs: 0, ours, exchangeId: context.exchangeId } as const;
      this.#findings.recordOngoing(facts, this.#time.onClock(now));
    }
    return true;
  }
}

/** Our share in a window that was unknown when the request was sent. */
const ownShareOfNew = (window: WindowPermits, now: number): OwnShare => ({
  min: 1,
  max: Math.max(1, window.ownUse(now)),
});

const MINUTE_MS = 60_000;
/** How long a reported limit is valid without a new report. */
const VALID_MS = 86_400_000;
/** The share of our limit below which a reported limit is doubted; without rules, a limit below one request a minute is. */
const DOUBTED_BELOW = 0.01;
/** How long a doubted limit that a 429 confirms is believed; twice as long with each further 429. */
const CONFIRMED_MS = 600_000;
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
type Belief = 'believed' | 'tested' | 'refuted' | 'ignored';

/** The limit to apply, and until when. */
interface Applied {
  readonly belief: Belief;
  readonly limit: number;
  readonly until: number;
}

/**
 * Decides which reported limits are believed. A proxy may add headers that describe none of the service's limits, so two kinds are doubted: a
 * limit far below ours, and one with more remaining than it allows. A doubted limit applies only as far as requests can still refute it. Passing
 * requests refute a limit; a 429 confirms it.
 */
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
