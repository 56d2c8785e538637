/** Reports to a virtualiser the size of a table's room: the view without the header row and the header column, which do not scroll. */
import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/**
 * Makes the `observeElementRect` of a virtualiser. It reports the visible size in px after the first layout and after each change, because measuring
 * at once would cause another layout. `heads` has the height of the header row and the width of the header column. `onRoom` gets each size too.
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
