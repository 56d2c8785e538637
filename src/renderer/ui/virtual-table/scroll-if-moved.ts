/** Scrolls for a virtualiser, without a layout of the page for a table that stands at its beginning already. */
import { elementScroll, type VirtualizerOptions } from '@tanstack/react-virtual';

type Scroll = VirtualizerOptions<HTMLDivElement, Element>['scrollToFn'];

/** The `scrollToFn` of a virtualiser. A virtualiser writes the position of each new table, and a write has the page laid out at once. */
export const scrollIfMoved: Scroll = (offset, options, virtualizer) => {
  const isThere = offset + (options.adjustments ?? 0) === 0 && (virtualizer.scrollOffset ?? 0) === 0;
  if (!isThere) elementScroll(offset, options, virtualizer);
};
