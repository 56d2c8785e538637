/** Reports to a virtualiser the room of its scroller: the part of the view that heads which stay in view leave to rows and columns. */
import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/**
 * For `observeElementRect`. `heads` has the height of the head row and the width of the head column, in px. The observer also reports the first
 * size, after the layout: to measure here would be a layout of its own.
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
