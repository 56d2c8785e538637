/** Which rows of a table are drawn. All rows have one height, so a table of 500,000 costs no more than one of ten. */

/** Indexes of rows, both included; `last` is less than `first` when there is none. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Rows drawn beyond the edges of the view. */
export interface Overscan {
  /** In the direction of scrolling, so that a row is drawn before it is seen. */
  readonly ahead: number;
  readonly behind: number;
}

/**
 * The window around the row at the top of the view. It has the same size everywhere, the ends of the table included, so that every row that
 * comes into it finds the slot of one that left.
 */
export function rowWindow({
  topRow,
  inView,
  isDown,
  overscan,
  count,
}: {
  topRow: number;
  /** The number of rows that the view shows, in part or in full. */
  inView: number;
  isDown: boolean;
  overscan: Overscan;
  count: number;
}): RowWindow {
  const size = Math.min(count, inView + overscan.ahead + overscan.behind);
  const before = isDown ? overscan.behind : overscan.ahead;
  const first = Math.max(0, Math.min(topRow - before, count - size));
  return { first, last: first + size - 1 };
}
