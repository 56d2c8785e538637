/** Whether a table scrolls, and whether its rows fly past: then a person sees none of them for long enough to look at it. */
import { useCallback, useEffect, useRef, useState } from 'react';

export type ScrollMotion = 'resting' | 'scrolling' | 'flying';

/** A row is in view for a quarter of a second at this speed. */
const FAST_PX_PER_MS = 2.5;
/** A table rests when it has not moved for this long; the browser's `scrollend` comes after each notch of a wheel. */
const REST_MS = 150;

export function useScrollMotion() {
  const [motion, setMotion] = useState<ScrollMotion>('resting');
  const last = useRef({ top: 0, at: 0, fastAt: Number.NEGATIVE_INFINITY });
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  /** Call on each move: the position in px, and the time in ms. */
  const onMove = useCallback((top: number, at: number) => {
    const speed = Math.abs(top - last.current.top) / Math.max(1, at - last.current.at);
    const fastAt = speed >= FAST_PX_PER_MS ? at : last.current.fastAt;
    last.current = { top, at, fastAt };
    setMotion(at - fastAt < REST_MS ? 'flying' : 'scrolling');
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setMotion('resting'), REST_MS);
  }, []);
  return { motion, onMove };
}
