/** Whether the rows of a table fly past: then a person sees none of them for long enough to look at it. */
import { useCallback, useRef, useState } from 'react';

/** A row is in view for a third of a second at this speed. */
const FAST_PX_PER_MS = 1.5;
/** Events come unevenly, so the speed is that of about so long. */
const SMOOTHED_MS = 60;
/** Rows fly on for so long after they were last fast. */
const SLOW_MS = 150;

export function useFlying(isScrolling: boolean) {
  const [isFast, setFast] = useState(false);
  const last = useRef({ top: 0, at: 0, speed: 0, fastAt: Number.NEGATIVE_INFINITY });
  /** Call on each move: the position in px, and the time in ms. */
  const onMove = useCallback((top: number, at: number) => {
    const { current } = last;
    const elapsedMs = Math.max(1, at - current.at);
    const moved = Math.abs(top - current.top) / elapsedMs;
    const speed = current.speed + Math.min(1, elapsedMs / SMOOTHED_MS) * (moved - current.speed);
    const fastAt = speed >= FAST_PX_PER_MS ? at : current.fastAt;
    last.current = { top, at, speed, fastAt };
    setFast(at - fastAt < SLOW_MS);
  }, []);
  return { isFlying: isScrolling && isFast, onMove };
}
