/**
 * Even spacing under backlog, a short burst from rest: "bursts should be avoided" (spec.md, Limits) without making a click wait. After a
 * refusal it goes at half its speed and recovers by a twentieth every few seconds.
 */

/** Lateness that is made up for, and the closest spacing while it is, both in intervals. */
const MAX_LATE = 3;
const MIN_SPACING = 0.9;
/** Earlier requests may arrive so much late: rest counts only from then on. */
const JITTER_MS = 80;
/** A refusal leaves this share of the speed, no fewer than the least; then `STEP` of the full speed comes back every `STEP_MS`. */
const THROTTLE_FACTOR = 0.5;
const MIN_SHARE = 1 / 16;
const RECOVERY_STEP = 0.05;
const RECOVERY_STEP_MS = 6_000;
/** A beat so much faster is another one; what places cost, which is learned little by little, moves it less. */
const FASTER_BELOW = 0.9;

/** What a pace follows: the mean interval in ms, and how many may go at once from rest. */
export interface Pacing {
  readonly intervalMs: number;
  readonly burst: number;
}

/** How long requests take that need `fullMs` at full speed, in ms: the share of the speed is `share` now and grows until it is full. */
function recoveringMs(fullMs: number, share: number): number {
  const growth = RECOVERY_STEP / RECOVERY_STEP_MS;
  const growsMs = (1 - share) / growth;
  const doneGrowing = growsMs * (share + 1) * 0.5;
  if (fullMs >= doneGrowing) return growsMs + fullMs - doneGrowing;
  return (Math.sqrt(share * share + 2 * growth * fullMs) - share) / growth;
}

export class Pacer {
  #pacing: Pacing;
  #burstLeft: number;
  /** When the next one would go if all went on time, and when it may go. */
  #dueAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #idleSince: number | null;
  /** The share that a refusal left, and since when it grows. */
  #throttledTo = 1;
  #throttledAt = Number.NEGATIVE_INFINITY;

  /** `lastAt`: when the last request before a restart went, if one did; from then on the burst is earned. */
  constructor(beat: Pacing, now: number, lastAt: number | undefined) {
    this.#pacing = beat;
    this.#burstLeft = lastAt === undefined ? beat.burst : 0;
    this.#idleSince = lastAt ?? now;
  }

  /** Another beat from now on; a burst that was earned stays, and what is owed for one that went, as far as the new one allows. */
  setPacing(beat: Pacing, now: number): void {
    const before = this.#pacing.intervalMs;
    this.#pacing = beat;
    this.#burstLeft = Math.min(this.#burstLeft, beat.burst);
    const intervalMs = this.intervalMs(now);
    const shrunk = beat.intervalMs < FASTER_BELOW * before ? beat.intervalMs / before : 1;
    const mostMs = intervalMs === 0 ? 0 : beat.burst * intervalMs;
    const due = (at: number) => (at > now ? now + Math.min((at - now) * shrunk, mostMs) : at);
    this.#dueAt = due(this.#dueAt);
    this.#nextAt = due(this.#nextAt);
  }

  /** Milliseconds between requests under backlog, at the speed of now. */
  intervalMs(now: number): number {
    return this.#pacing.intervalMs / this.rateShare(now);
  }

  /** The share of the full speed at which requests go. */
  rateShare(now: number): number {
    if (this.#throttledTo === 1) return 1;
    const steps = Math.max(0, Math.floor((now - this.#throttledAt) / RECOVERY_STEP_MS));
    return Math.min(1, Math.round((this.#throttledTo + steps * RECOVERY_STEP) * 10_000) / 10_000);
  }

  /** When the share grows next; `null` at full speed. */
  nextRecoveryAt(now: number): number | null {
    if (this.rateShare(now) === 1) return null;
    return (
      this.#throttledAt + (Math.max(0, Math.floor((now - this.#throttledAt) / RECOVERY_STEP_MS)) + 1) * RECOVERY_STEP_MS
    );
  }

  /** Goes at half the speed; it grows again from `since`. */
  halve(now: number, since: number): void {
    this.#throttledTo = Math.max(MIN_SHARE, this.rateShare(now) * THROTTLE_FACTOR);
    this.#throttledAt = since;
    this.#burstLeft = 0;
    this.#dueAt = Math.max(this.#dueAt, now);
    this.#nextAt = Math.max(this.#nextAt, this.#dueAt);
  }

  /** Nobody waits any more: from here on the burst is earned back, one request per interval. */
  queueEmptied(now: number): void {
    this.#idleSince ??= now;
  }

  /** Somebody waits. */
  queueFilled(now: number): void {
    if (this.#idleSince === null) return;
    const earned = (now - this.#idleSince - JITTER_MS) / this.intervalMs(now);
    this.#idleSince = null;
    if (this.#pacing.intervalMs === 0) this.#burstLeft = this.#pacing.burst;
    else this.#burstLeft = Math.min(this.#maxBurst(now), this.#burstLeft + Math.max(0, earned));
  }

  nextAt(now: number): number {
    return this.#burstLeft >= 1 ? now : Math.max(now, this.#nextAt);
  }

  /** Ms from now until the last of `count` requests may go, as the speed grows and none before `from`. */
  timeMs(count: number, now: number, from: number): number {
    const leadMs = Math.max(0, from - now);
    if (this.#burstLeft >= count) return leadMs;
    const atOnce = Math.floor(this.#burstLeft);
    // Those that go at once are made up for before the next one goes.
    const burstMs = Math.max(leadMs, this.#dueAt - now) + atOnce * this.intervalMs(now);
    const firstMs = atOnce >= 1 ? burstMs : Math.max(leadMs, this.nextAt(now) - now);
    return firstMs + recoveringMs((count - atOnce - 1) * this.#pacing.intervalMs, this.rateShare(now));
  }

  /**
   * A request goes now; true when it goes from rest. After one that went late the next ones follow a little sooner, until
   * the mean holds again.
   */
  granted(now: number): boolean {
    const intervalMs = this.intervalMs(now);
    if (this.#burstLeft >= 1) {
      this.#burstLeft -= 1;
      this.#dueAt = Math.max(this.#dueAt, now) + intervalMs;
      this.#nextAt = this.#dueAt;
      return true;
    }
    this.#dueAt = Math.max(this.#dueAt, now - MAX_LATE * intervalMs) + intervalMs;
    this.#nextAt = Math.max(this.#dueAt, now + MIN_SPACING * intervalMs);
    return false;
  }

  /** Bursts come back with full speed. */
  #maxBurst(now: number): number {
    return this.rateShare(now) === 1 ? this.#pacing.burst : 1;
  }
}
