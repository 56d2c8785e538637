/**
 * How long many requests take under limits: from the rules and what the limiter's windows hold right now, as a pure function. Requests
 * go evenly at the pace of the slowest rule, not before places that are taken come back, and not before a pause of the server is over.
 */
import {
  HISTORY_MINUTES,
  LONGEST_PACED_MS,
  type RateGroup,
  type RateRule,
  type RateWindow,
} from '../../shared/model/rates.ts';
import { recoveringMs } from '../traffic/limits/pace.ts';

/** Requests under way at once, at most: enough to keep 275 a minute going while answers take longer than ten seconds. */
export const MOST_IN_FLIGHT = 64;
/** The same for an API without any limit, out of consideration for the service. */
export const UNLIMITED_IN_FLIGHT = 6;

const MINUTE_MS = 60_000;

/** When the last of some requests is sent, in ms from now, and the rule that decides it; `null` when none holds them up. */
export interface Sending {
  readonly ms: number;
  readonly binding: RateRule | null;
}

/** How long until the last of `count` requests is sent. `now` is on the connection's clock. */
export function sendingTime(group: RateGroup, count: number, now: number): Sending {
  const pauseMs = group.pausedUntil === null ? 0 : Math.max(0, group.pausedUntil - now);
  if (count < 1) return { ms: 0, binding: null };
  const paced = group.windows.filter((window) => window.windowMs <= LONGEST_PACED_MS);
  const slowest = slowestOf(paced);
  const intervalMs = slowest ? intervalOf(slowest) : 0;
  let ms =
    count <= atOnce(group, paced)
      ? 0
      : aheadMs(paced, intervalMs, now) +
        recoveringMs((count - 1) * intervalMs, Math.min(1, Math.max(0.01, group.pace)));
  let binding: RateWindow | null = ms > 0 ? slowest : null;
  for (const window of group.windows) {
    const waitMs = windowMs(window, group, count, now) - pauseMs;
    // What two windows decide alike is the shorter one's: it is the one that a person meets first.
    if (waitMs <= ms * 1.001) continue;
    ms = waitMs;
    binding = window;
  }
  return { ms: pauseMs + ms, binding: binding && { windowMs: binding.windowMs, limit: binding.limit } };
}

/** How long `count` requests take until the last is answered, with answers that take `latencyMs`. */
export function workingTime(group: RateGroup, count: number, latencyMs: number, now: number): Sending {
  const sending = sendingTime(group, count, now);
  const inFlight = group.windows.length === 0 ? UNLIMITED_IN_FLIGHT : MOST_IN_FLIGHT;
  const answersMs = Math.ceil(count / inFlight) * latencyMs;
  return answersMs > sending.ms + latencyMs
    ? { ms: answersMs, binding: null }
    : { ms: sending.ms + latencyMs, binding: sending.binding };
}

/** Milliseconds between two requests that a window allows in the long run. */
const intervalOf = ({ windowMs, allowed }: RateWindow): number => windowMs / Math.max(1, allowed);

/** The window that allows least in the long run; of equals the shortest. */
function slowestOf(windows: readonly RateWindow[]): RateWindow | null {
  return [...windows].sort((a, b) => intervalOf(b) - intervalOf(a) || a.windowMs - b.windowMs)[0] ?? null;
}

/** How far the requests of late are ahead of the pace, at most a burst: it is made up for afterwards. */
function aheadMs(windows: readonly RateWindow[], intervalMs: number, now: number): number {
  if (windows.length === 0) return 0;
  const burst = Math.min(...windows.map(({ allowed }) => allowed));
  const ahead = windows.map(({ used, others, freesAt, windowMs: lengthMs }) =>
    freesAt === null ? 0 : freesAt - lengthMs + (used - others) * intervalMs - now,
  );
  return Math.min(burst * intervalMs, Math.max(0, ...ahead));
}

/** Requests that may go together: from rest as many as the smallest window has free; what goes after them keeps to the pace from the first on. */
function atOnce({ waiting, pace }: RateGroup, windows: readonly RateWindow[]): number {
  if (windows.length === 0) return Number.POSITIVE_INFINITY;
  return waiting > 0 || pace < 1 ? 1 : Math.max(1, Math.min(...windows.map(({ allowed, used }) => allowed - used)));
}

/** How long one window holds up the last of `count`: full rounds of it, and the places of the last round that must come back first. */
function windowMs(window: RateWindow, group: RateGroup, count: number, now: number): number {
  const allowed = Math.max(1, window.allowed);
  const rounds = Math.floor((count - 1) / allowed);
  const missing = window.used + ((count - 1) % allowed) + 1 - allowed;
  return rounds * window.windowMs + (missing <= 0 ? 0 : returnMs(window, group, missing, now));
}

/** When the `number`-th of the taken places comes back, in ms from now: as the last hour shows where the window is long, else evenly. */
function returnMs(window: RateWindow, group: RateGroup, number: number, now: number): number {
  const firstMs = window.freesAt === null ? window.windowMs : Math.max(0, window.freesAt - now);
  const evenly = firstMs + (number - 1) * ((window.windowMs - firstMs) / Math.max(1, window.used - 1));
  if (window.windowMs <= 2 * MINUTE_MS || window.windowMs > HISTORY_MINUTES * MINUTE_MS)
    return Math.min(window.windowMs, evenly);
  return Math.max(firstMs, fromHistory(window, group.lastHour, number) ?? evenly);
}

/** The same from the requests of each minute; `null` when those do not explain the places that are taken: others took some. */
function fromHistory(window: RateWindow, lastHour: readonly number[], number: number): number | null {
  const minutes = lastHour.slice(-Math.ceil(window.windowMs / MINUTE_MS));
  const known = minutes.reduce((sum, count) => sum + count, 0);
  // Of what the history holds more than the window, the oldest has left it already.
  let left = number + known - window.used;
  if (known < window.used || left > known) return null;
  for (const [index, count] of minutes.entries()) {
    if (left <= count) return Math.max(0, window.windowMs - (minutes.length - index - left / count) * MINUTE_MS);
    left -= count;
  }
  return null;
}
