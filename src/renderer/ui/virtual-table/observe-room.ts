/** Reports to a virtualiser the room of its scroller: the part of the view that heads which stay in view leave to rows and columns. */
import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/**
 * Reports the size for `observeElementRect`. `heads` has the height of the header row and the width of the header column, in px. The observer
 * also reports the first size, after the layout; measuring here would cause a further layout.
 */
export const observeRoom =
  (heads: Rect, onRoom: (room: Rect) => void = () => {}) =>
  <Item extends Element>({ scrollElement }: Virtualizer<HTMLDivElement, Item>, report: (room: Rect) => void) => {
    if (!scrollElement) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.height === 0) return;
      const { width, height } = entry.contentRect;
      const room = { width: Math.max(0, width - heads.width), height: Math.max(0, height - heads.height) };
      onRoom(room);
      report(room);
    });
    observer.observe(scrollElement);
    return () => observer.disconnect();
  };
