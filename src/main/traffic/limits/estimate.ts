/** The one estimate of how long requests take to leave: exact for permits whose return is known, at the long-run pace beyond. */
import { MAX_PACED_WINDOW_MS, type RateRule } from '../../../shared/model/rates.ts';
import type { Pacer } from './pacer.ts';
import type { WindowPermits } from './window-permits.ts';
import type { Windows } from './windows.ts';

/** Milliseconds from now until the last of some requests may leave. */
export interface Estimate {
  readonly ms: number;
  /** The rule that decides; `null` when no rule delays the requests. */
  readonly binding: RateRule | null;
}

/** Ms from `now` until the last of `count` requests may go. */
export function estimate(count: number, windows: Windows, pace: Pacer, pausedUntil: number, now: number): Estimate {
  if (count <= 0) return { ms: 0, binding: null };
  const paceMs = pace.timeMs(count, now, pausedUntil);
  const slowest = windows.all
    .filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS)
    .reduce<WindowPermits | null>((most, it) => (!most || it.intervalMs > most.intervalMs ? it : most), null);
  let ms = paceMs;
  let binding = paceMs > 0 ? slowest : null;
  for (const window of windows.all) {
    const windowMs = timeIn(window, count, now);
    if (windowMs > ms) [ms, binding] = [windowMs, window];
  }
  return { ms: Math.round(ms), binding: binding?.rule ?? null };
}

function timeIn(window: WindowPermits, count: number, now: number): number {
  const { windowMs, allowed } = window;
  const rounds = Math.floor((count - 1) / allowed);
  const free = window.availableAt(now, ((count - 1) % allowed) + 1) ?? now + windowMs;
  return rounds * windowMs + Math.max(0, free - now);
}
