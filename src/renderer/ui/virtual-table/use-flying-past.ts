/** Whether rows fly past: a person drags the scrollbar or throws the wheel, and sees none of the rows for long enough to look at it. */
import { useCallback, useEffect, useRef, useState } from 'react';

/** A row is in view for a quarter of a second at this speed. */
const FAST_PX_PER_MS = 2.5;
/** Rows rest once the table has been slower for this long. */
const REST_MS = 120;

export function useFlyingPast() {
  const [isFlyingPast, setFlyingPast] = useState(false);
  const last = useRef({ top: 0, at: 0 });
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  /** Call on each scroll event: the position in px, and the event's time in ms. */
  const onMove = useCallback((top: number, at: number) => {
    const speed = Math.abs(top - last.current.top) / Math.max(1, at - last.current.at);
    last.current = { top, at };
    if (speed < FAST_PX_PER_MS) return;
    setFlyingPast(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setFlyingPast(false), REST_MS);
  }, []);
  return { isFlyingPast, onMove };
}
