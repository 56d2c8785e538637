/** Decides which rows of a virtual table are drawn, where and in which slot, and moves its tab stop by keys. */
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIdle } from '../use-idle.ts';
import { type RowKey, RowSlots } from './row-slots.ts';
import { type RowWindow, rowWindow } from './row-window.ts';
import { type ScrollMotion, useScrollMotion } from './use-scroll-motion.ts';
import { rememberedScroll } from './use-scroll-position.ts';

/** Identifies rows. Memoise both functions. */
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
  /** In the order of the document. Take the slot as the row's React key. */
  readonly drawn: readonly { readonly slot: number; readonly place: RowPlace }[];
  /** Indexes of the first and the last row in or near the view. */
  readonly first: number;
  readonly last: number;
  /** Whether a row is in view, in part or in full, and not only near it. */
  readonly isInView: (index: number) => boolean;
  readonly motion: ScrollMotion;
  /** The scroller must call it. */
  readonly onScroll: () => void;
  readonly setActive: (index: number) => void;
  readonly scrollTo: (index: number) => void;
  /** Focuses a row that is drawn. */
  readonly focusRow: (index: number) => void;
  /** Moves the tab stop from a row by a key. Returns the index of the new row, or null for other keys. */
  readonly move: (key: string, from: number) => number | null;
}

/** Rows that Page Up and Page Down move over. */
const PAGE_STEP = 10;
/** None until the page is drawn, so that the rows in view are there sooner. */
const NO_OVERSCAN = { ahead: 0, behind: 0 };
const OVERSCAN = { ahead: 12, behind: 3 };
/** The height of the view in px until it is measured. */
const FIRST_VIEW_PX = 560;
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

/** The rows of a window and the active row: a focused row must stay in the document when it scrolls out of view. */
function withActiveRow({ first, last }: RowWindow, active: number, count: number): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (active >= count || (first <= active && active <= last)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

const BY_INDEX: RowKeys = { keyOf: (index) => index, indexOf: Number };

export function useVirtualRows({
  count,
  rowHeight,
  headHeight = rowHeight,
  keys = BY_INDEX,
  firstActive = null,
  recycles = true,
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
  /** False while rows slide to their places: a recycled one would slide through the table. */
  recycles?: boolean;
  /** The name under which the scroll position is remembered. */
  rememberAs?: string | null;
}): VirtualRows {
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState(firstActive);
  const { keyOf, indexOf } = keys;
  const active = activeKey === null ? 0 : Math.max(0, Math.min(indexOf(activeKey), count - 1));
  const overscan = useIdle() ? OVERSCAN : NO_OVERSCAN;
  const [viewPx, setViewPx] = useState(FIRST_VIEW_PX);
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setViewPx(entry.contentRect.height));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  const [{ topRow, isDown }, setView] = useState(() => ({
    topRow: Math.floor((rememberAs === null ? 0 : rememberedScroll(rememberAs).top) / rowHeight),
    isDown: true,
  }));
  const { motion, onMove } = useScrollMotion();
  const inView = Math.ceil(Math.max(0, viewPx - headHeight) / rowHeight) + 1;
  const { first, last } = rowWindow({ topRow, inView, isDown, overscan, count });
  const offset = Math.floor((first * rowHeight) / OFFSET_STEP_PX) * OFFSET_STEP_PX;
  const [slots] = useState(() => new RowSlots());
  const indexes = new Map(withActiveRow({ first, last }, active, count).map((index) => [keyOf(index), index]));
  // Assistive technology and the Tab key follow the document, whose rows are put in order once the table rests.
  const filled = slots.fill([...indexes.keys()], { recycles, staysPut: motion !== 'resting' });

  const follow = useCallback(() => {
    const { scrollTop } = scroller.current ?? { scrollTop: 0 };
    const top = Math.floor(scrollTop / rowHeight);
    onMove(scrollTop, performance.now());
    setView((known) => (known.topRow === top ? known : { topRow: top, isDown: top > known.topRow }));
  }, [rowHeight, onMove]);
  // Within the frame of the event: the rows are drawn before the frame is.
  const onScroll = useCallback(() => flushSync(follow), [follow]);

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
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const bottom = top + rowHeight + headHeight - element.clientHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop) element.scrollTop = bottom;
      follow();
    },
    [rowHeight, headHeight, follow],
  );
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
    height: count * rowHeight,
    offset,
    drawn: filled.map(({ key, slot }) => {
      const index = indexes.get(key) ?? 0;
      const top = index * rowHeight - offset;
      return { slot, place: { index, top, height: rowHeight, id: idOf(key), active: index === active } };
    }),
    first,
    last: Math.max(first, last),
    isInView: (index) => topRow <= index && index < topRow + inView,
    motion,
    onScroll,
    setActive,
    scrollTo,
    focusRow,
    move,
  };
}
