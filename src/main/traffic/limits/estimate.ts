/** The one estimate of how long requests take to leave: exact for permits whose release is known, at the long-run rate beyond. */
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

/** Ms from `now` until the last of `count` requests may leave. */
export function estimate(count: number, windows: Windows, pacer: Pacer, pausedUntil: number, now: number): Estimate {
  if (count <= 0) return { ms: 0, binding: null };
  const pacedMs = pacer.timeMs(count, now, pausedUntil);
  const slowest = windows.all
    .filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS)
    .reduce<WindowPermits | null>((most, it) => (!most || it.intervalMs > most.intervalMs ? it : most), null);
  let ms = pacedMs;
  let binding = pacedMs > 0 ? slowest : null;
  for (const window of windows.all) {
    const windowMs = timeIn(window, count, now);
    if (windowMs > ms) [ms, binding] = [windowMs, window];
  }
  return { ms: Math.round(ms), binding: binding?.rule ?? null };
}

/** How long one window delays the last of `count` requests: full rounds, and the permits that the last round lacks. */
function timeIn(window: WindowPermits, count: number, now: number): number {
  const { windowMs, allowed } = window;
  const rounds = Math.floor((count - 1) / allowed);
  const available = window.availableAt(now, ((count - 1) % allowed) + 1) ?? now + windowMs;
  return rounds * windowMs + Math.max(0, available - now);
}
