/** Where the table is scrolled to: there again when the person comes back, and whether columns are left beyond its right edge. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keep, readKept } from '../../ui/use-kept-state.ts';

interface Place {
  top: number;
  left: number;
}
const EDGE_PX = 4;

/** The place kept under `key`, or the start. */
export const keptPlace = (key: string): Place => readKept(key, { top: 0, left: 0 });

/** `ready` once there are rows to scroll over; `onScroll` is for the scroller. */
export function useScrollPlace(scroller: RefObject<HTMLDivElement | null>, key: string, ready: boolean) {
  const restored = useRef(false);
  const [more, setMore] = useState(false);
  const look = useCallback(() => {
    const element = scroller.current;
    if (element) setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - EDGE_PX);
  }, [scroller]);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const { top, left } = keptPlace(key);
    if (scroller.current && (top > 0 || left > 0))
      Object.assign(scroller.current, { scrollTop: top, scrollLeft: left });
  }, [scroller, key, ready]);
  useEffect(() => {
    look();
    if (!scroller.current) return;
    const observer = new ResizeObserver(look);
    observer.observe(scroller.current);
    if (scroller.current.firstElementChild) observer.observe(scroller.current.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, look]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element && restored.current) keep(key, { top: element.scrollTop, left: element.scrollLeft });
    look();
  }, [scroller, key, look]);
  return { more, onScroll };
}
