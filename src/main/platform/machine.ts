/** The machine's clocks and randomness. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Clock, Random } from './ports.ts';

/** The longest timer of Node; a longer wait uses several timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const arm = (leftMs: number) => {
      const pieceMs = Math.min(Math.max(0, leftMs), MAX_TIMER_MS);
      timer = setTimeout(() => (leftMs > pieceMs ? arm(leftMs - pieceMs) : run()), pieceMs);
      timer.unref();
    };
    arm(delayMs);
    return () => clearTimeout(timer);
  },
  face: () => ({ anchorMachine: 0, anchorVirtual: 0, rate: 1 }),
};

/** Returns the machine's monotonic clock, in ms since the start. Setting the machine's clock does not move it; it may stand still during sleep. */
export const machineMonotonic = (): number => performance.now();

const STEPS = 2 ** 48 - 1;

export const machineRandom: Random = { fraction: () => randomInt(STEPS) / STEPS, id: () => randomUUID() };
