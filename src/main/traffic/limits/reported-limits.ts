/** Applies reported limits: of our limit and the server's the stricter one counts, and other clients' requests take up permits. */
import type { ServerRate } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';
import type { ReportedLimit } from '../../http/headers/rate-headers.ts';
import type { Findings } from './findings.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { WindowPermits } from './window-permits.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** Resets are reported in whole seconds, rounded either way. */
const RESET_STEP_MS = 1_000;
/** A count without a reset is believed this long; then a request finds out. */
const UNDATED_MS = 60_000;
/** Smaller discrepancies between the server's count and ours are ignored. */
const TOLERANCE = { min: 1, share: 0.03 };

export class ReportedLimits {
  readonly #windows: Windows;
  readonly #time: LimiterTime;
  readonly #findings: Findings;
  readonly #latest = new Map<number, ServerRate>();
  /** When the request of the latest report was sent, by window length. */
  readonly #reportedAt = new Map<number, number>();

  constructor(windows: Windows, time: LimiterTime, findings: Findings) {
    this.#windows = windows;
    this.#time = time;
    this.#findings = findings;
  }

  /** The latest report on a window; instants on the connection's clock. */
  latestOf(windowMs: number): ServerRate | null {
    return this.#latest.get(windowMs) ?? null;
  }

  /** Applies the reports of one answer. Returns the windows that the server reports as used up. */
  apply(answer: Answer, context: ResponseContext, holders: Iterable<PermitHolder>): WindowPermits[] {
    const now = this.#time.now();
    const receivedAt = this.#time.onClock(now);
    const exhausted: WindowPermits[] = [];
    for (const report of answer.reportedLimits) {
      const { limit, remaining, resetMs, header } = report;
      const refuted = answer.isSuccess ? this.#refutedBy(report, context, now) : null;
      const window = refuted ?? this.#windowOf(report, holders, now);
      if (!window) continue;
      const resetAt = resetMs === null ? null : receivedAt + Math.round(resetMs);
      this.#latest.set(window.windowMs, { limit, remaining, resetAt, receivedAt, header });
      if (refuted) continue;
      this.#noteStricter(window, report, receivedAt);
      if (remaining === 0) exhausted.push(window);
      if (remaining !== null) this.#reconcile(window, remaining, report, context, now);
    }
    return exhausted;
  }

  /**
   * The window whose reported limit cannot be true, because more than twice as many of our requests just passed in it: twice, because the
   * server may count in fixed windows. `null` for a plausible report.
   */
  #refutedBy({ windowMs, limit }: ReportedLimit, context: ResponseContext, now: number): WindowPermits | null {
    const window = windowMs === null || limit === null ? null : this.#windows.byLength(windowMs);
    const passed = window ? (context.ownShareIn(window, now)?.min ?? 0) : 0;
    if (!window || limit === null || passed <= 2 * limit) return null;
    const facts = { kind: 'refuted', windowMs, limit: window.ownLimit, theirs: limit, ours: passed } as const;
    this.#findings.recordOngoing({ ...facts, exchangeId: context.exchangeId }, this.#time.onClock(now));
    return window;
  }

  #windowOf({ windowMs, limit }: ReportedLimit, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const known = windowMs === null ? this.#windows.byLimit(limit ?? 0) : this.#windows.byLength(windowMs);
    if (limit === null || limit < 1) return known;
    const length = known?.windowMs ?? windowMs;
    return length === null ? null : this.#windows.applyReport(length, limit, holders, now);
  }

  #noteStricter(window: WindowPermits, { limit }: ReportedLimit, at: number): void {
    const { windowMs, ownLimit } = window;
    if (limit === null || (ownLimit !== null && limit >= ownLimit)) return;
    const facts = { kind: 'stricter', windowMs, limit: ownLimit, theirs: limit, exchangeId: null } as const;
    this.#findings.recordOngoing({ ...facts, ours: window.ownUse(this.#time.now()) }, at);
  }

  /** Attributes requests that the server counts beyond ours to other clients. Applies only the newest report: answers overtake each other. */
  #reconcile(
    window: WindowPermits,
    remaining: number,
    { limit, resetMs }: ReportedLimit,
    context: ResponseContext,
    now: number,
  ): void {
    const share = context.ownShareIn(window, now);
    if (!share || context.sentAt < (this.#reportedAt.get(window.windowMs) ?? Number.NEGATIVE_INFINITY)) return;
    this.#reportedAt.set(window.windowMs, context.sentAt);
    const total = limit ?? window.reportedLimit ?? window.allowed;
    const used = Math.max(0, total - remaining);
    const fullMs = window.windowMs + GUARD_MS;
    const believedMs = resetMs === null ? UNDATED_MS + GUARD_MS : resetMs + RESET_STEP_MS;
    const until = now + Math.min(fullMs, believedMs);
    const others = window.reconcile(used, share, now, until);
    if (others <= Math.max(TOLERANCE.min, TOLERANCE.share * total)) return;
    const facts = {
      kind: 'otherClients',
      windowMs: window.windowMs,
      limit: total,
      ours: share.max,
      theirs: used,
    } as const;
    this.#findings.recordOngoing({ ...facts, exchangeId: context.exchangeId }, this.#time.onClock(now));
  }
}
