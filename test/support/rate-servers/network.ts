/** A network in virtual time in front of a rate server, with repeatable delays each way. */
import type { RateServer } from './models.ts';

/** The part of a clock that the network needs. */
export interface Alarms {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
}

/** Milliseconds to the server, in the server, and back. */
export interface Delays {
  readonly thereMs: number;
  readonly workMs: number;
  readonly backMs: number;
}

export interface Reply {
  readonly status: 200 | 429;
  readonly headers: HeadersInit;
}

/** Sends one request now; calls `done` when the answer is back. Requests may overtake each other. */
export function sendOver(clock: Alarms, server: RateServer, delays: Delays, done: (reply: Reply) => void): void {
  clock.after(delays.thereMs, () => {
    const { accepted, headers } = server.arrive(clock.now());
    clock.after(delays.workMs + delays.backMs, () => done({ status: accepted ? 200 : 429, headers }));
  });
}

/** Each way takes `low` to `high` ms, independently. `fraction` gives numbers in [0, 1). */
export const jittery =
  (fraction: () => number, low = 10, high = 90): (() => Delays) =>
  () => ({
    thereMs: low + fraction() * (high - low),
    workMs: 0,
    backMs: low + fraction() * (high - low),
  });

/** Repeatable fractions in [0, 1) from a seed (mulberry32). */
export function fractions(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
