/** Heeds what a server says about its limits: the stricter of ours and theirs holds, and places that others use are left to them. */
import type { ServerRate } from '../../../shared/model/rates.ts';
import { type ReportedLimit, readReportedLimits } from '../../http/headers/rate-headers.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { OwnShare, WindowPlaces } from './window-places.ts';
import { GUARD_MS, type Holder, type Windows } from './windows.ts';

/** A reset is told in whole seconds, cut or rounded up. */
const RESET_STEP_MS = 1_000;
/** Servers count a little otherwise than we do: so much more than ours is worth no word. */
const FEW = { least: 1, share: 0.03 };

/** The request whose answer speaks: `shareIn` is what ours may be of the server's count while it was under way. */
export interface Speaker {
  readonly sentAt: number;
  readonly shareIn: (window: WindowPlaces, now: number) => OwnShare | null;
  readonly exchangeId: string | null;
}

export class ServerWords {
  readonly #windows: Windows;
  readonly #time: LimiterTime;
  readonly #findings: Findings;
  readonly #shown = new Map<number, ServerRate>();
  /** When the request was sent whose answer spoke last, by window. */
  readonly #spokeOf = new Map<number, number>();

  constructor(windows: Windows, time: LimiterTime, findings: Findings) {
    this.#windows = windows;
    this.#time = time;
    this.#findings = findings;
  }

  /** What was last said of a window; instants on the clock. */
  shown(windowMs: number): ServerRate | null {
    return this.#shown.get(windowMs) ?? null;
  }

  /** Takes in the headers of an answer. Gives the windows that the server says are used up. */
  heed(headers: Headers, speaker: Speaker, holders: Iterable<Holder>): WindowPlaces[] {
    const now = this.#time.now();
    const receivedAt = this.#time.onClock(now);
    const usedUp: WindowPlaces[] = [];
    for (const word of readReportedLimits(headers, receivedAt)) {
      const { limit, remaining, resetMs, header } = word;
      const window = this.#windowOf(word, holders, now);
      if (!window) continue;
      const resetAt = resetMs === null ? null : receivedAt + Math.round(resetMs);
      this.#shown.set(window.windowMs, { limit, remaining, resetAt, receivedAt, header });
      this.#stricter(window, word, receivedAt);
      if (remaining === 0) usedUp.push(window);
      if (remaining !== null) this.#count(window, remaining, word, speaker, now);
    }
    return usedUp;
  }

  #windowOf({ windowMs, limit }: ReportedLimit, holders: Iterable<Holder>, now: number): WindowPlaces | null {
    const known = windowMs === null ? this.#windows.byLimit(limit ?? 0) : this.#windows.byLength(windowMs);
    if (limit === null || limit < 1) return known;
    const length = known?.windowMs ?? windowMs;
    return length === null ? null : this.#windows.told(length, limit, holders, now);
  }

  #stricter(window: WindowPlaces, { limit }: ReportedLimit, at: number): void {
    if (limit === null || (window.ours !== null && limit >= window.ours)) return;
    const { windowMs, ours } = window;
    const facts = { kind: 'stricter', windowMs, limit: ours, theirs: limit, exchangeId: null } as const;
    this.#findings.goesOn({ ...facts, ours: window.own(this.#time.now()) }, at);
  }

  /** What the server counts beyond ours is others'. Answers overtake each other: only the newest word counts. */
  #count(
    window: WindowPlaces,
    remaining: number,
    { limit, resetMs }: ReportedLimit,
    speaker: Speaker,
    now: number,
  ): void {
    const share = speaker.shareIn(window, now);
    if (!share || speaker.sentAt < (this.#spokeOf.get(window.windowMs) ?? Number.NEGATIVE_INFINITY)) return;
    this.#spokeOf.set(window.windowMs, speaker.sentAt);
    const total = limit ?? window.theirs ?? window.allowed;
    const used = Math.max(0, total - remaining);
    const fullMs = window.windowMs + GUARD_MS;
    const until = now + (resetMs === null ? fullMs : Math.min(fullMs, resetMs + RESET_STEP_MS));
    const others = window.counted(used, share, now, until);
    if (others <= Math.max(FEW.least, FEW.share * total)) return;
    const facts = { kind: 'others', windowMs: window.windowMs, limit: total, ours: share.most, theirs: used } as const;
    this.#findings.goesOn({ ...facts, exchangeId: speaker.exchangeId }, this.#time.onClock(now));
  }
}
