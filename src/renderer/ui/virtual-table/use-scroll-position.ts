/** Remembers the scroll position of a table until the window closes, and reports whether columns lie beyond its edges. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readRemembered, remember } from '../use-remembered-state.ts';

interface ScrollPosition {
  readonly top: number;
  readonly left: number;
}
const EDGE_PX = 4;

/** Returns the scroll position in px that is remembered under `name`; by default the top left corner. */
export const rememberedScroll = (name: string): ScrollPosition => readRemembered(name, { top: 0, left: 0 });

/** Restores the scroll position once the table has rows. With a `name` of null, none is remembered. The scroller must call `onScroll`. */
export function useScrollPosition(scroller: RefObject<HTMLDivElement | null>, name: string | null, hasRows: boolean) {
  const restored = useRef(false);
  const [overflows, setOverflows] = useState(false);
  const [isShifted, setShifted] = useState(false);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    setOverflows(element.scrollLeft + element.clientWidth < element.scrollWidth - EDGE_PX);
    setShifted(element.scrollLeft > 0);
  }, [scroller]);
  useLayoutEffect(() => {
    if (name === null || !hasRows || restored.current) return;
    restored.current = true;
    const { top, left } = rememberedScroll(name);
    if (scroller.current && (top > 0 || left > 0))
      Object.assign(scroller.current, { scrollTop: top, scrollLeft: left });
  }, [scroller, name, hasRows]);
  useEffect(() => {
    if (!scroller.current) return;
    // The observer also reports the first size after the frame's layout; measuring here would cause another layout.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current);
    if (scroller.current.firstElementChild) observer.observe(scroller.current.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, measure]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element && name !== null && restored.current)
      remember(name, { top: element.scrollTop, left: element.scrollLeft });
    measure();
  }, [scroller, name, measure]);
  return { overflows, isShifted, onScroll };
}
