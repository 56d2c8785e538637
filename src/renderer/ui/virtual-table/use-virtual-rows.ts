/** Decides which rows of a virtual table are drawn, where and in which row slot. Keys move the tab stop between rows. */
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useIdle } from '../use-idle.ts';
import { observeRoom } from './observe-room.ts';
import { type RowKey, RowSlots } from './row-slots.ts';
import { scrollIfMoved } from './scroll-if-moved.ts';
import { useFlying } from './use-flying.ts';
import { rememberedScroll } from './use-scroll-position.ts';

/** The functions that identify rows. Both must be memoised. */
export interface RowKeys {
  readonly keyOf: (index: number) => RowKey;
  /** Returns the index of a row; negative when the row no longer exists. */
  readonly indexOf: (key: RowKey) => number;
}

/** The position of a row, in primitive values for the props of a memoised row. */
export interface RowPlace {
  readonly index: number;
  /** The distance in px from the top of the block of drawn rows. */
  readonly top: number;
  readonly height: number;
  /** The id of the row's button. */
  readonly id: string;
  /** Whether the row's button is the table's tab stop. */
  readonly active: boolean;
}

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  /** The height of all rows in px, drawn or not. */
  readonly height: number;
  /** The distance in px from the top of all rows to the block of drawn rows. */
  readonly offset: number;
  /** The drawn rows in the order of the document. Use the slot as the row's React key. */
  readonly drawn: readonly { readonly slot: number; readonly place: RowPlace }[];
  /** The indexes of the first and the last row in or near the view. */
  readonly first: number;
  readonly last: number;
  /** Whether a row is in view, in part or in full, and not only near the view. */
  readonly isInView: (index: number) => boolean;
  readonly isFlying: boolean;
  readonly onScroll: () => void;
  readonly setActive: (index: number) => void;
  readonly scrollTo: (index: number) => void;
  readonly focusRow: (index: number) => void;
  /** Moves the tab stop from the row `from` by a key. Returns the new row's index; null for any other key. */
  readonly move: (key: string, from: number) => number | null;
}

const PAGE_STEP = 10;
/** The number of rows drawn above and below the view. Before the page is drawn there are none, so that the rows in view appear sooner. */
const OVERSCAN = 8;
/** The height of the view in px until it is measured. */
const FIRST_VIEW_PX = 560;
/** Rows are placed relative to a multiple of this distance, not to the top of the table, because browsers round large distances. A power of two. */
const OFFSET_STEP_PX = 4_096;

function targetOf(key: string, from: number, count: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_STEP,
    PageUp: from - PAGE_STEP,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, target));
}

/** Returns the indexes of the rows to draw. Their number is always the same, so that each row that comes into view can reuse an element. */
export function rowsAround({ startIndex, overscan, count }: Omit<Range, 'endIndex'>, inView: number): number[] {
  const size = Math.min(count, inView + 2 * overscan);
  const first = Math.max(0, Math.min(startIndex - overscan, count - size));
  return Array.from({ length: size }, (_, at) => first + at);
}

/** Adds the active row, because a focused row must stay in the document when it scrolls out of view. */
function withActiveRow(indexes: readonly number[], active: number, count: number): readonly number[] {
  const first = indexes[0];
  if (first === undefined || active >= count || indexes.includes(active)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

const BY_INDEX: RowKeys = { keyOf: (index) => index, indexOf: Number };

export function useVirtualRows({
  count,
  rowHeight,
  headHeight = rowHeight,
  keys = BY_INDEX,
  firstActive = null,
  rememberAs = null,
  listKey = '',
}: {
  count: number;
  /** The heights in px. */
  rowHeight: number;
  headHeight?: number;
  keys?: RowKeys;
  /** The row with the tab stop at first; by default the first row. */
  firstActive?: RowKey | null;
  /** The name under which the scroll position is remembered. */
  rememberAs?: string | null;
  /** The name of the list of rows, such as a search and an order. Another list is shown from its first row. */
  listKey?: string;
}): VirtualRows {
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState(firstActive);
  const { keyOf, indexOf } = keys;
  const active = activeKey === null ? 0 : Math.max(0, Math.min(indexOf(activeKey), count - 1));
  const [roomPx, setRoomPx] = useState(FIRST_VIEW_PX - headHeight);
  // A view that begins within a row shows one row more.
  const inView = Math.ceil(roomPx / rowHeight) + 1;
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    estimateSize: () => rowHeight,
    overscan: useIdle() ? OVERSCAN : 0,
    getScrollElement: () => scroller.current,
    initialOffset: rememberAs === null ? 0 : rememberedScroll(rememberAs).top,
    initialRect: { width: 0, height: roomPx },
    observeElementRect: observeRoom({ height: headHeight, width: 0 }, ({ height }) => setRoomPx(height)),
    scrollToFn: scrollIfMoved,
    rangeExtractor: useCallback((range: Range) => rowsAround(range, inView), [inView]),
  });
  const shownList = useRef(listKey);
  useLayoutEffect(() => {
    if (shownList.current === listKey) return;
    shownList.current = listKey;
    // A table that stands at its top is left alone, because a scroll has the page laid out at once.
    if ((virtual.scrollOffset ?? 0) > 0) virtual.scrollToOffset(0);
  }, [listKey, virtual]);
  const around = virtual.getVirtualIndexes();
  const topRow = virtual.range?.startIndex ?? 0;
  const [first, last] = [around[0] ?? 0, around.at(-1) ?? 0];
  const offset = Math.floor((first * rowHeight) / OFFSET_STEP_PX) * OFFSET_STEP_PX;
  const [slots] = useState(() => new RowSlots());
  const indexes = new Map(withActiveRow(around, active, count).map((index) => [keyOf(index), index]));
  // Assistive technology and the Tab key follow the order of the document, which is corrected when scrolling ends.
  const filled = slots.fill([...indexes.keys()], { staysPut: virtual.isScrolling });

  const { isFlying, onMove } = useFlying(virtual.isScrolling);
  const onScroll = useCallback(() => onMove(scroller.current?.scrollTop ?? 0, performance.now()), [onMove]);

  const idOf = useCallback((key: RowKey) => `${tableId}-${key}`, [tableId]);
  const focusWanted = useRef(false);
  const focus = useCallback(
    (key: RowKey) => document.getElementById(idOf(key))?.focus({ preventScroll: true }),
    [idOf],
  );
  useEffect(() => {
    if (!focusWanted.current || activeKey === null) return;
    focusWanted.current = false;
    focus(activeKey);
  }, [activeKey, focus]);
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual]);
  const setActive = useCallback((index: number) => setActiveKey(keyOf(index)), [keyOf]);
  const focusRow = useCallback((index: number) => focus(keyOf(index)), [focus, keyOf]);
  const move = useCallback(
    (key: string, from: number) => {
      const target = targetOf(key, from, count);
      if (target === null) return null;
      // The row is focused once it is drawn.
      focusWanted.current = target !== from;
      setActive(target);
      scrollTo(target);
      return target;
    },
    [count, setActive, scrollTo],
  );
  return {
    scroller,
    count,
    rowHeight,
    headHeight,
    height: virtual.getTotalSize(),
    offset,
    drawn: filled.map(({ key, slot }) => {
      const index = indexes.get(key) ?? 0;
      const top = index * rowHeight - offset;
      return { slot, place: { index, top, height: rowHeight, id: idOf(key), active: index === active } };
    }),
    first,
    last,
    isInView: (index) => topRow <= index && index < topRow + inView,
    isFlying,
    onScroll,
    setActive,
    scrollTo,
    focusRow,
    move,
  };
}
