/**
 * A machine whose time is virtual: Date, performance, timeouts and intervals of this whole process. Libraries must be imported after it
 * is installed, so that none of them holds on to the real ones. What one timer sets off settles before the next one rings.
 */
import { install } from '@sinonjs/fake-timers';

const realImmediate = setImmediate;

export interface FakeMachine {
  /** Milliseconds of virtual time, a whole number as of any machine. */
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Lets time pass until `instant`; with nothing left to ring it jumps there. */
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
