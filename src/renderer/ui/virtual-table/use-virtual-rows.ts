/** Decides which rows of a virtual table are drawn and where, and moves its tab stop by keys. Built on @tanstack/react-virtual. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { rememberedScroll } from './use-scroll-position.ts';

type RowKey = string | number;

/** Identifies rows. Memoise both functions: a new `keyOf` makes the virtualizer measure every row again. */
export interface RowKeys {
  readonly keyOf: (index: number) => RowKey;
  /** Negative when the row no longer exists. */
  readonly indexOf: (key: RowKey) => number;
}

/** Where one row is drawn: primitive values only, so that they can be props of a memoised row. */
export interface RowPlace {
  readonly index: number;
  /** Distance in px from the top of the block of drawn rows. */
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
  /** Height of all rows in px, drawn or not. */
  readonly height: number;
  /** Where the block of drawn rows begins, in px. */
  readonly offset: number;
  readonly drawn: readonly { readonly key: RowKey; readonly place: RowPlace }[];
  /** Indexes of the first and the last row in or near the view. */
  readonly first: number;
  readonly last: number;
  readonly setActive: (index: number) => void;
  readonly scrollTo: (index: number) => void;
  /** Moves the tab stop from a row by a key. Returns the index of the new row, or null for other keys. */
  readonly move: (key: string, from: number) => number | null;
}

/** Rows that Page Up and Page Down move over. */
const PAGE_STEP = 10;
/** Rows that are drawn beyond each edge of the view: none at first, so that those in view are there sooner. */
const OVERSCAN = 10;
/** Browsers round large distances, so rows are placed relative to a nearby multiple of this. A power of two. */
const OFFSET_STEP_PX = 4_096;

/** The index of the row that a key moves to, or null for other keys. */
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

/** The rows in view and the active row: a focused row must stay in the document when it scrolls out of view. */
function withActiveRow(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((one, two) => one - two);
}

const BY_INDEX: RowKeys = { keyOf: (index) => index, indexOf: Number };

export function useVirtualRows({
  count,
  rowHeight,
  headHeight = rowHeight,
  keys = BY_INDEX,
  firstActive = null,
  rememberAs = null,
}: {
  count: number;
  /** Heights in px. */
  rowHeight: number;
  headHeight?: number;
  /** By default, the index of a row is its key. */
  keys?: RowKeys;
  /** The row that has the tab stop initially; by default the first. */
  firstActive?: RowKey | null;
  /** The name under which the scroll position is remembered. */
  rememberAs?: string | null;
}): VirtualRows {
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState(firstActive);
  const { keyOf, indexOf } = keys;
  const active = activeKey === null ? 0 : Math.max(0, Math.min(indexOf(activeKey), count - 1));
  const [overscan, setOverscan] = useState(0);
  useEffect(() => setOverscan(OVERSCAN), []);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan,
    scrollPaddingStart: headHeight,
    initialOffset: () => (rememberAs === null ? 0 : rememberedScroll(rememberAs).top),
    initialRect: { width: 1_000, height: 560 },
    rangeExtractor: (range) => withActiveRow(range, active),
  });
  const items = virtual.getVirtualItems();
  const inView = items.filter(({ index }) => index !== active);
  const first = inView[0] ?? items[0];
  const last = inView.at(-1) ?? items[0];
  const offset = Math.floor(first?.start ?? 0) & ~(OFFSET_STEP_PX - 1);

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
    drawn: items.map(({ key, index, start }) => ({
      key: key as RowKey,
      place: { index, top: start - offset, height: rowHeight, id: idOf(keyOf(index)), active: index === active },
    })),
    first: first?.index ?? 0,
    last: last?.index ?? 0,
    setActive,
    scrollTo,
    move,
  };
}
