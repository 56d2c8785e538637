/** Whether a table scrolls, and whether its rows fly past: then a person sees none of them for long enough to look at it. */
import { useCallback, useEffect, useRef, useState } from 'react';

export type ScrollMotion = 'resting' | 'scrolling' | 'flying';

/** A row is in view for a third of a second at this speed. */
const FAST_PX_PER_MS = 1.5;
/** Events come unevenly, so the speed is that of about so long. */
const SMOOTHED_MS = 60;
/** A table rests when it has not moved for this long; the browser's `scrollend` comes after each notch of a wheel. */
const REST_MS = 150;

export function useScrollMotion() {
  const [motion, setMotion] = useState<ScrollMotion>('resting');
  const last = useRef({ top: 0, at: 0, speed: 0, fastAt: Number.NEGATIVE_INFINITY });
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  /** Call on each move: the position in px, and the time in ms. */
  const onMove = useCallback((top: number, at: number) => {
    const { current } = last;
    const elapsedMs = Math.max(1, at - current.at);
    const moved = Math.abs(top - current.top) / elapsedMs;
    const speed = current.speed + Math.min(1, elapsedMs / SMOOTHED_MS) * (moved - current.speed);
    const fastAt = speed >= FAST_PX_PER_MS ? at : current.fastAt;
    last.current = { top, at, speed, fastAt };
    setMotion(at - fastAt < REST_MS ? 'flying' : 'scrolling');
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setMotion('resting'), REST_MS);
  }, []);
  return { motion, onMove };
}
