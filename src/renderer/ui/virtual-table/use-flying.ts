/** Reports whether the rows of a table fly past, too fast for a person to look at them. */
import { useCallback, useRef, useState } from 'react';

/** Rows that scroll at least this fast fly past: a row is in view for about a third of a second. */
const FAST_PX_PER_MS = 1.5;
/** The time over which the speed is averaged, because events come unevenly. */
const SMOOTHED_MS = 60;
/** The time for which rows still count as flying past after fast scrolling ends. */
const SLOW_MS = 150;

export function useFlying(isScrolling: boolean) {
  const [isFast, setFast] = useState(false);
  const last = useRef({ top: 0, at: 0, speed: 0, fastAt: Number.NEGATIVE_INFINITY });
  /** Records a scroll position in px and its time in ms. Call it at each scroll event. */
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
