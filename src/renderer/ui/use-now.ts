/** The renderer's own clock tick, so that countdowns need no messages from main. */
import { useSyncExternalStore } from 'react';
import type { ClockFace } from '../../shared/model/primitives.ts';
import { readClock } from '../../shared/time/clock-face.ts';

const TICK_MS = 250;
const listeners = new Set<() => void>();
let machineNow = Date.now();
let timer: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // While nothing is subscribed, the interval does not run and `machineNow` is outdated.
  if (timer === undefined) machineNow = Date.now();
  timer ??= window.setInterval(() => {
    machineNow = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Returns the current instant on a connection's clock, updated four times a second; on this machine's clock without `face`. */
export function useNow(face?: ClockFace): number {
  const now = useSyncExternalStore(subscribe, () => machineNow);
  return face ? readClock(face, now) : now;
}

/**
 * Returns the current instant as `useNow` does, but updates only once a second of the connection's clock, for parts that are slow to draw. On a fast
 * clock, it updates with each tick.
 */
export const useSecond = (face: ClockFace | undefined): number =>
  useAtNow(face, (now) => Math.floor(now / 1_000) * 1_000);

/** Returns the value of `valueAt` at the current instant on a connection's clock. The component renders again only when the value changes. */
export function useAtNow<Value extends string | number | boolean | null>(
  face: ClockFace | undefined,
  valueAt: (now: number) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => valueAt(face ? readClock(face, machineNow) : machineNow));
}
