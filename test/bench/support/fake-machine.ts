/**
 * A machine with virtual time: replaces Date, performance, timeouts and intervals of the whole process. Import libraries only after
 * installing it, so that none keeps the real functions. All promises settle between two timers.
 */
import { install } from '@sinonjs/fake-timers';

const realImmediate = setImmediate;

export interface FakeMachine {
  /** Virtual time in whole milliseconds. */
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Advances to `instant`, ringing the timers on the way. */
  advanceTo(instant: number): Promise<void>;
}

export function installFakeMachine(now: number): FakeMachine {
  const clock = install({
    now,
    toFake: ['Date', 'performance', 'hrtime', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    loopLimit: Number.POSITIVE_INFINITY,
  });
  const settle = () => new Promise<void>((resolve) => realImmediate(resolve));
  return {
    now: () => clock.now,
    after(delayMs, run) {
      const timer = setTimeout(run, Math.round(delayMs));
      return () => clearTimeout(timer);
    },
    async advanceTo(instant) {
      let reached = false;
      const end = setTimeout(() => {
        reached = true;
      }, instant - clock.now);
      await settle();
      while (!reached) {
        clock.next();
        await settle();
      }
      clearTimeout(end);
    },
  };
}
