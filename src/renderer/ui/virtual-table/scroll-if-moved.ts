/** Scrolls for a virtualiser, without a needless layout of the page for a new table. */
import { elementScroll, type VirtualizerOptions } from '@tanstack/react-virtual';

type Scroll = VirtualizerOptions<HTMLDivElement, Element>['scrollToFn'];

/** The `scrollToFn` of a virtualiser. It writes no position for a table that stands at its beginning, because a write causes a layout of the page. */
export const scrollIfMoved: Scroll = (offset, options, virtualizer) => {
  const isThere = offset + (options.adjustments ?? 0) === 0 && (virtualizer.scrollOffset ?? 0) === 0;
  if (!isThere) elementScroll(offset, options, virtualizer);
};
