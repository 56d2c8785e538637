/**
 * Applies reported limits: the stricter of our limit and the server's applies, and other clients' requests take permits. Reports that passing
 * requests refute are not believed (claims.ts), and the person sees which ones.
 */
import type { ServerRate } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';
import type { ReportedLimit } from '../../http/headers/rate-headers.ts';
import { Claims, CONFIRMED_MS, VALID_MS as MAX_CONFIRMED_MS } from './claims.ts';
import type { Findings } from './findings.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { OwnShare, WindowPermits } from './window-permits.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** The granularity of resets, which are reported in whole seconds, rounded either way. */
const RESET_STEP_MS = 1_000;
/** How long a count without a reset is believed; then a request tests it. */
const UNTESTED_MS = 60_000;
/** The share of a window for which an empty window is believed, at most `UNTESTED_MS`: six seconds of a minute. */
const UNTESTED_SHARE = 0.1;
/** The number of requests that must pass after "nothing is left" to refute the next such report. */
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
      this.#confirmedZeros.set(windowMs, { until: now + Math.min(forMs, MAX_CONFIRMED_MS), forMs });
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
