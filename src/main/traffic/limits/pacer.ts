/**
 * Spaces requests evenly while requests are queued (bursts are unwelcome, service.md §4.2), and grants a short burst after an idle time, because
 * a click should not wait. After a 429 the rate is halved, and recovers by a twentieth of the full rate every six seconds.
 */

/** The next requests make up for the delay of a late one, up to this number of pacing intervals. */
const MAX_CATCH_UP = 3;
/** The minimum time between requests that catch up, in pacing intervals. */
const MIN_SPACING = 0.9;
/** The factor by which a 429 reduces the rate; the rate never falls below `MIN_SHARE` of the full rate. */
export const THROTTLE_FACTOR = 0.5;
export const MIN_SHARE = 1 / 16;
/** The share of the full rate that each step restores. */
const RECOVERY_STEP = 0.05;
const RECOVERY_STEP_MS = 6_000;

/** The pacing interval in ms, and the number of requests that may leave at once after an idle time. */
export interface Pacing {
  readonly intervalMs: number;
  readonly burst: number;
}

/** How a request leaves: `burst`, at once after an idle time; `early`, before even spacing allows; `even`, evenly spaced. */
export type Pace = 'burst' | 'early' | 'even';

export class Pacer {
  #pacing: Pacing;
  #burstLeft: number;
  /** The instant at which the next request is due by the pace alone, and the instant at which it may leave. */
  #dueAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #grantedAt = Number.NEGATIVE_INFINITY;
  #idleSince: number | null;
  /** The share of the full rate after the last 429, and the time since when it recovers. */
  #throttledTo = 1;
  #throttledAt = Number.NEGATIVE_INFINITY;
  /** The fixed share of the full rate; `null` when none is set. */
  #held: number | null = null;

  /** Makes the pacer. `lastAt`: when the last request before a restart arrived, if any; the burst is earned from then on. */
  constructor(pacing: Pacing, now: number, lastAt: number | undefined) {
    this.#pacing = pacing;
    this.#burstLeft = lastAt === undefined ? pacing.burst : 0;
    this.#idleSince = lastAt ?? now;
  }

  /** Changes the pacing. An earned burst is kept; the next request waits no longer than for a burst at the new pacing. */
  setPacing(pacing: Pacing, now: number): void {
    if (pacing.intervalMs === this.#pacing.intervalMs && pacing.burst === this.#pacing.burst) return;
    this.#pacing = pacing;
    this.#burstLeft = Math.min(this.#burstLeft, pacing.burst);
    const latest = pacing.intervalMs === 0 ? now : now + pacing.burst * this.intervalMs(now);
    this.#dueAt = Math.min(this.#dueAt, latest);
    this.#nextAt = Math.min(this.#nextAt, latest);
  }

  /** The pacing interval at the current rate, in ms. */
  intervalMs(now: number): number {
    return this.#pacing.intervalMs / this.rateShare(now);
  }

  /** The current rate as a share of the full rate. */
  rateShare(now: number): number {
    if (this.#held !== null) return this.#held;
    if (this.#throttledTo === 1) return 1;
    return Math.min(1, Math.round((this.#throttledTo + this.#recovered(now) * RECOVERY_STEP) * 10_000) / 10_000);
  }

  /** The number of steps that were restored since the last 429. */
  #recovered = (now: number): number => Math.max(0, Math.floor((now - this.#throttledAt) / RECOVERY_STEP_MS));

  /** Halves the rate; it recovers from `since` on. */
  halve(now: number, since: number): void {
    this.#throttledTo = Math.max(MIN_SHARE, this.rateShare(now) * THROTTLE_FACTOR);
    this.#throttledAt = since;
    this.#burstLeft = 0;
    this.#dueAt = Math.max(this.#dueAt, now);
    this.#nextAt = Math.max(this.#nextAt, this.#dueAt);
  }

  /** Fixes the rate at a share of the full rate; `null` ends that and restores the full rate. */
  hold(share: number | null, now: number): void {
    if (share === this.#held) return;
    this.#held = share;
    this.#throttledTo = 1;
    this.#burstLeft = Math.min(this.#burstLeft, 1);
    this.#dueAt = Math.max(this.#dueAt, now);
  }

  /** Reports that the queue is empty: from now on, idle time earns the burst back, one request per interval. */
  queueEmptied(now: number): void {
    this.#idleSince ??= now;
  }

  /** Reports that a request joins an empty queue. */
  queueFilled(now: number): void {
    if (this.#idleSince === null) return;
    const earned = (now - this.#idleSince) / this.intervalMs(now);
    this.#idleSince = null;
    if (this.#pacing.intervalMs === 0) this.#burstLeft = this.#pacing.burst;
    else this.#burstLeft = Math.min(this.#maxBurst(now), this.#burstLeft + Math.max(0, earned));
  }

  nextAt(now: number): number {
    return this.#burstLeft >= 1 ? now : Math.max(now, this.#nextAt);
  }

  /** Returns the instant at which the next request may leave at a pace of `intervalMs`, without the delay that follows a burst. */
  nextAtInterval(intervalMs: number, now: number): number {
    return Math.min(this.nextAt(now), Math.max(now, this.#grantedAt + intervalMs));
  }

  /** The number of requests that may leave at once. */
  get burstLeft(): number {
    return Math.floor(this.#burstLeft);
  }

  /** Milliseconds from now until the last of `count` requests may leave, none before `from`, while the rate recovers. */
  timeMs(count: number, now: number, from: number): number {
    const leadMs = Math.max(0, from - now);
    if (this.#burstLeft >= count) return leadMs;
    const atOnce = Math.floor(this.#burstLeft);
    // After a burst, the next request leaves only when the intervals of the burst are over.
    const burstMs = Math.max(leadMs, this.#dueAt - now) + atOnce * this.intervalMs(now);
    const firstMs = atOnce >= 1 ? burstMs : Math.max(leadMs, this.nextAt(now) - now);
    return firstMs + recoveringMs((count - atOnce - 1) * this.#pacing.intervalMs, this.rateShare(now));
  }

  /** Records a permit that is granted now; returns the pace of its request. After a late request the next ones follow a little sooner. */
  granted(now: number): Pace {
    const intervalMs = this.intervalMs(now);
    const pace = this.#burstLeft >= 1 ? 'burst' : now < this.#nextAt ? 'early' : 'even';
    this.#grantedAt = now;
    if (pace === 'burst') {
      this.#burstLeft -= 1;
      this.#dueAt = Math.max(this.#dueAt, now) + intervalMs;
      this.#nextAt = this.#dueAt;
      return pace;
    }
    const catchesUp = this.#held === null;
    this.#dueAt = Math.max(this.#dueAt, catchesUp ? now - MAX_CATCH_UP * intervalMs : now) + intervalMs;
    this.#nextAt = Math.max(this.#dueAt, now + (catchesUp ? MIN_SPACING * intervalMs : intervalMs));
    return pace;
  }

  /** The largest burst; below the full rate it is one request. */
  #maxBurst(now: number): number {
    return this.rateShare(now) === 1 ? this.#pacing.burst : 1;
  }
}

/** The duration in ms of requests that need `fullMs` at the full rate, while the rate grows from `share` to the full rate. */
function recoveringMs(fullMs: number, share: number): number {
  const growth = RECOVERY_STEP / RECOVERY_STEP_MS;
  const growsMs = (1 - share) / growth;
  const doneGrowing = growsMs * (share + 1) * 0.5;
  if (fullMs >= doneGrowing) return growsMs + fullMs - doneGrowing;
  return (Math.sqrt(share * share + 2 * growth * fullMs) - share) / growth;
}
