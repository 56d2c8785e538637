/** Heeds what a server says about its limits: the stricter of ours and theirs holds, and places that others use are left to them. */
import type { ServerRate } from '../../../shared/model/rates.ts';
import { type ReportedLimit, readReportedLimits } from '../../http/headers/rate-headers.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { OwnShare, WindowPermits } from './window-permits.ts';
import { GUARD_MS, type PermitHolder, type Windows } from './windows.ts';

/** A reset is told in whole seconds, cut or rounded up. */
const RESET_STEP_MS = 1_000;
/** Servers count a little otherwise than we do: so much more than ours is worth no word. */
const TOLERANCE = { least: 1, share: 0.03 };

/** The request whose answer speaks: `shareIn` is what ours may be of the server's count while it was under way. */
export interface ResponseContext {
  readonly sentAt: number;
  readonly ownShareIn: (window: WindowPermits, now: number) => OwnShare | null;
  readonly exchangeId: string | null;
}

export class ReportedLimits {
  readonly #windows: Windows;
  readonly #time: LimiterTime;
  readonly #findings: Findings;
  readonly #latest = new Map<number, ServerRate>();
  /** When the request was sent whose answer spoke last, by window. */
  readonly #reportedAt = new Map<number, number>();

  constructor(windows: Windows, time: LimiterTime, findings: Findings) {
    this.#windows = windows;
    this.#time = time;
    this.#findings = findings;
  }

  /** What was last said of a window; instants on the clock. */
  latestOf(windowMs: number): ServerRate | null {
    return this.#latest.get(windowMs) ?? null;
  }

  /** Takes in the headers of an answer. Gives the windows that the server says are used up. */
  apply(headers: Headers, context: ResponseContext, holders: Iterable<PermitHolder>): WindowPermits[] {
    const now = this.#time.now();
    const receivedAt = this.#time.onClock(now);
    const usedUp: WindowPermits[] = [];
    for (const word of readReportedLimits(headers, receivedAt)) {
      const { limit, remaining, resetMs, header } = word;
      const window = this.#windowOf(word, holders, now);
      if (!window) continue;
      const resetAt = resetMs === null ? null : receivedAt + Math.round(resetMs);
      this.#latest.set(window.windowMs, { limit, remaining, resetAt, receivedAt, header });
      this.#stricter(window, word, receivedAt);
      if (remaining === 0) usedUp.push(window);
      if (remaining !== null) this.#count(window, remaining, word, context, now);
    }
    return usedUp;
  }

  #windowOf({ windowMs, limit }: ReportedLimit, holders: Iterable<PermitHolder>, now: number): WindowPermits | null {
    const known = windowMs === null ? this.#windows.byLimit(limit ?? 0) : this.#windows.byLength(windowMs);
    if (limit === null || limit < 1) return known;
    const length = known?.windowMs ?? windowMs;
    return length === null ? null : this.#windows.applyReport(length, limit, holders, now);
  }

  #stricter(window: WindowPermits, { limit }: ReportedLimit, at: number): void {
    if (limit === null || (window.ownLimit !== null && limit >= window.ownLimit)) return;
    const { windowMs, ownLimit: ours } = window;
    const facts = { kind: 'stricter', windowMs, limit: ours, theirs: limit, exchangeId: null } as const;
    this.#findings.recordOngoing({ ...facts, ours: window.ownUse(this.#time.now()) }, at);
  }

  /** What the server counts beyond ours is others'. Answers overtake each other: only the newest word counts. */
  #count(
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
    const until = now + (resetMs === null ? fullMs : Math.min(fullMs, resetMs + RESET_STEP_MS));
    const others = window.reconcile(used, share, now, until);
    if (others <= Math.max(TOLERANCE.least, TOLERANCE.share * total)) return;
    const facts = { kind: 'others', windowMs: window.windowMs, limit: total, ours: share.max, theirs: used } as const;
    this.#findings.recordOngoing({ ...facts, exchangeId: context.exchangeId }, this.#time.onClock(now));
  }
}
