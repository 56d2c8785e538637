/** Selects cells of a virtual table with the mouse: a drag or Shift+click a block, Ctrl+click one cell. A drag beyond the view's edge scrolls. */
import { type DragEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { GridPosition } from '../grid-block.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

/** The share of the pointer's distance beyond the edge that each frame scrolls. */
const SCROLLED_SHARE = 0.25;

/** The cell that contains an element; null for the header and for elements outside of the table. */
function cellOf(target: EventTarget | null, table: Element): GridPosition | null {
  const cell = target instanceof Element ? target.closest('tbody td') : null;
  const row = cell?.closest('tr')?.getAttribute('aria-rowindex');
  if (!(cell instanceof HTMLTableCellElement) || !row || !table.contains(cell)) return null;
  return { row: Number(row) - 2, column: cell.cellIndex };
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
/** The distance of a coordinate from the range `from` to `to`: 0 within the range, negative before it. */
const beyond = (value: number, from: number, to: number) => value - within(value, from, to);

interface Pointer {
  readonly clientX: number;
  readonly clientY: number;
}

function nearestCell({ clientX, clientY }: Pointer, table: Element, { headHeight, rowHeight, count }: VirtualRows) {
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect());
  // The first match is right, because a sticky column covers the columns after it.
  const column = heads.findIndex(({ left, right }) => left <= clientX && clientX < right);
  const isBefore = clientX < (heads[0]?.left ?? 0);
  const row = Math.floor((clientY - table.getBoundingClientRect().top - headHeight) / rowHeight);
  return { row: within(row, 0, count - 1), column: column >= 0 ? column : isBefore ? 0 : heads.length - 1 };
}

export interface CellDrag {
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onDragStart: (event: DragEvent) => void;
}

export function useCellDrag(rows: VirtualRows, selection: Selection): CellDrag {
  const latest = useRef({ rows, selection });
  useEffect(() => {
    latest.current = { rows, selection };
  });
  /** Whether the click selected cells. Such a click does not open the row. */
  const isClickTaken = useRef(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  const drag = (table: Element, from: GridPosition, start: GridPosition) => {
    const scroller = latest.current.rows.scroller.current;
    if (!scroller) return;
    let end = from;
    let isDragging = false;
    let pointer: Pointer = { clientX: 0, clientY: 0 };
    let frame = 0;
    const reach = (to: GridPosition) => {
      end = to;
      latest.current.selection.select(start, to);
    };
    const scrollAlong = () => {
      frame = 0;
      const { left, right, top, bottom } = scroller.getBoundingClientRect();
      const x = beyond(pointer.clientX, left, right);
      const y = beyond(pointer.clientY, top + latest.current.rows.headHeight, bottom);
      if (x === 0 && y === 0) return;
      scroller.scrollLeft += Math.trunc(x * SCROLLED_SHARE);
      scroller.scrollTop += Math.trunc(y * SCROLLED_SHARE);
      reach(nearestCell(pointer, table, latest.current.rows));
      frame = requestAnimationFrame(scrollAlong);
    };
    const onMove = (event: globalThis.MouseEvent) => {
      if ((event.buttons & 1) === 0) return stop.current();
      pointer = event;
      const to = cellOf(event.target, table) ?? nearestCell(event, table, latest.current.rows);
      if (!isDragging) {
        if (to.row === from.row && to.column === from.column) return;
        isDragging = true;
        isClickTaken.current = true;
        window.getSelection()?.removeAllRanges();
        scroller.dataset.selecting = '';
      }
      if (to.row !== end.row || to.column !== end.column) reach(to);
      if (frame === 0) frame = requestAnimationFrame(scrollAlong);
    };
    const listening = new AbortController();
    stop.current = () => {
      stop.current = () => {};
      listening.abort();
      cancelAnimationFrame(frame);
      delete scroller.dataset.selecting;
      // The next key press starts from the end of the selection.
      if (isDragging) latest.current.rows.focusRow(end.row);
    };
    window.addEventListener('mousemove', onMove, listening);
    window.addEventListener('mouseup', () => stop.current(), listening);
  };

  return {
    onMouseDown(event) {
      stop.current();
      isClickTaken.current = false;
      const table = event.currentTarget;
      const from = cellOf(event.target, table);
      if (event.button !== 0 || from === null || (event.target as Element).closest('a, input')) return;
      const active = rows.drawn.find(({ place }) => place.active)?.place.index ?? 0;
      const start = event.shiftKey ? (selection.start ?? { row: active, column: 0 }) : from;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        // Otherwise the browser would select text.
        event.preventDefault();
        isClickTaken.current = true;
        selection.select(start, from);
        rows.focusRow(from.row);
      } else selection.clear();
      drag(table, from, start);
    },
    onClickCapture(event) {
      // A click by the keyboard has the `detail` 0.
      if (!isClickTaken.current || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
}
