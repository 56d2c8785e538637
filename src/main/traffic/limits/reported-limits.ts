/**
 * Applies the limits that a service reports: the stricter of the reported limit and ours counts. Headers may come from a proxy instead, so an
 * implausible limit counts only on a 429.
 */
import type { RateRule, ServerRate } from '../../../shared/model/rates.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import type { Answer } from '../../http/answer.ts';
import type { ReportedLimit } from '../../http/headers.ts';
import { GUARD_MS } from './arrivals.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Window, Windows } from './windows.ts';

/** The discrepancy between the server's count and ours that is ignored. */
const TOLERANCE = { min: 1, share: 0.03 };
/** The share of our limit below which a reported limit is implausible; without rules, a limit below one request a minute is. */
const DOUBTED_BELOW = 0.01;
/** A report without a 429 that nothing is left is believed for this share of its window, and for a minute at most. A unit test bounds both times. */
const EXHAUSTED_SHARE = 0.1;

/** A request that was answered. */
interface Answered {
  readonly answer: Answer;
  readonly sentAt: number;
  readonly now: number;
}

export class ReportedLimits {
  readonly #windows: Windows;
  readonly #time: LimiterTime;
  readonly #findings: Findings;
  readonly #latest = new Map<number, ServerRate>();
  /** The instant at which the request was sent whose answer brought the latest applied count, by window length. */
  readonly #countedAt = new Map<number, number>();
  /** How long an implausible limit is valid after the next 429 that reports it, by window length. */
  readonly #confirmedMs = new Map<number, number>();
  /** When a report without a 429 first said that nothing was left, by window length. If a later request passes, such reports count only after a 429. */
  readonly #exhaustedAt = new Map<number, number>();

  constructor(windows: Windows, time: LimiterTime, findings: Findings) {
    this.#windows = windows;
    this.#time = time;
    this.#findings = findings;
  }

  /** The latest report on a window; instants on the connection's clock. */
  latestOf(windowMs: number): ServerRate | null {
    return this.#latest.get(windowMs) ?? null;
  }

  /** Applies the reports of the answer to a request that was sent at `sentAt`. Returns the windows that the server reports as used up. */
  apply(answer: Answer, sentAt: number): Window[] {
    const now = this.#time.now();
    const receivedAt = this.#time.onClock(now);
    const exhausted: Window[] = [];
    for (const report of answer.reportedLimits) {
      const { limit, remaining, resetMs, header } = report;
      const known =
        report.windowMs === null ? this.#windows.byLimit(limit ?? 0) : this.#windows.byLength(report.windowMs);
      const windowMs = known?.windowMs ?? report.windowMs;
      if (windowMs === null) continue;
      const isBelieved = this.#applyLimit({ ...report, windowMs }, { answer, sentAt, now });
      const window = this.#windows.byLength(windowMs);
      if (!window) continue;
      const resetAt = resetMs === null ? null : receivedAt + Math.round(resetMs);
      this.#latest.set(windowMs, { limit, remaining, resetAt, receivedAt, header });
      if (remaining === 0) exhausted.push(window);
      if (isBelieved && remaining !== null) this.#applyCount(window, remaining, report, { answer, sentAt, now });
    }
    return exhausted;
  }

  /** Applies the limit of a report; returns whether the report is believed. */
  #applyLimit(
    { windowMs, limit, remaining }: ReportedLimit & { windowMs: number },
    { answer, sentAt, now }: Answered,
  ): boolean {
    if (limit === null || limit < 1) return true;
    const reported = this.#windows.byLength(windowMs)?.reported;
    const isFarBelow = this.#isFarBelow({ windowMs, limit });
    const isRefused = answer.status === 429;
    if (!isRefused && (isFarBelow || (remaining ?? 0) > limit)) {
      // A 429 has confirmed this limit.
      if (reported?.limit === limit) return true;
      this.#noteDoubted(windowMs, limit, sentAt, answer);
      return false;
    }
    const validMs = isFarBelow ? (this.#confirmedMs.get(windowMs) ?? 10 * MINUTE_MS) : DAY_MS;
    if (isFarBelow) this.#confirmedMs.set(windowMs, Math.min(DAY_MS, 2 * validMs));
    const window = this.#windows.applyReport({ windowMs, limit }, now + validMs);
    if (window && (window.ownLimit === null || limit < window.ownLimit)) {
      this.#findings.drop('doubted', windowMs);
      const facts = {
        kind: 'stricter',
        windowMs,
        limit: window.ownLimit,
        theirs: limit,
        ours: window.ownUse(now),
      } as const;
      this.#findings.record({ ...facts, exchangeId: null }, this.#time.onClock(now));
    }
    return window !== null;
  }

  #isFarBelow({ windowMs, limit }: RateRule): boolean {
    const own = this.#windows.ownLimitIn(windowMs);
    return limit < (Number.isFinite(own) ? DOUBTED_BELOW * own : windowMs / MINUTE_MS);
  }

  /**
   * Attributes to other clients the requests that the server counts beyond all of ours that it can have counted. Answers overtake each other, so only
   * the newest count is applied. If nothing is left although our requests leave much of the limit, the report is believed for a short time. When a
   * later request passes and reports the same, such a report counts only on a 429.
   */
  #applyCount(
    window: Window,
    remaining: number,
    { limit, resetMs }: ReportedLimit,
    { answer, sentAt, now }: Answered,
  ): void {
    const { windowMs } = window;
    if (sentAt < (this.#countedAt.get(windowMs) ?? Number.NEGATIVE_INFINITY)) return;
    const total = limit ?? window.reported?.limit ?? window.allowed;
    const theirs = Math.max(0, total - remaining);
    const ours = window.ourUse(sentAt);
    const others = Math.max(0, theirs - ours);
    const isClear = others > Math.max(TOLERANCE.min, TOLERANCE.share * total);
    const isDoubted = remaining === 0 && isClear && answer.status !== 429;
    if (isDoubted) {
      this.#noteDoubted(windowMs, 0, sentAt, answer);
      const since = this.#exhaustedAt.get(windowMs);
      if (since === undefined) this.#exhaustedAt.set(windowMs, now);
      else if (sentAt >= since) return;
    } else if (answer.status === 429) this.#exhaustedAt.delete(windowMs);
    this.#countedAt.set(windowMs, sentAt);
    // A reset is rounded to whole seconds, either way.
    const statedMs = resetMs === null ? MINUTE_MS + GUARD_MS : resetMs + SECOND_MS;
    const believedMs = isDoubted ? Math.min(statedMs, EXHAUSTED_SHARE * windowMs, MINUTE_MS) : statedMs;
    window.setOtherUse(others, now + Math.min(windowMs + GUARD_MS, believedMs));
    if (!isClear || isDoubted) return;
    const facts = { kind: 'otherClients', windowMs, limit: total, ours, theirs } as const;
    this.#findings.record({ ...facts, exchangeId: answer.exchangeId }, this.#time.onClock(now));
  }

  #noteDoubted(windowMs: number, theirs: number, sentAt: number, { exchangeId }: Answer): void {
    const limit = this.#windows.byLength(windowMs)?.ownLimit ?? null;
    const ours = this.#windows.arrivals.usedIn(windowMs, sentAt);
    const at = this.#time.onClock(this.#time.now());
    this.#findings.record({ kind: 'doubted', windowMs, limit, theirs, ours, exchangeId }, at);
  }
}
