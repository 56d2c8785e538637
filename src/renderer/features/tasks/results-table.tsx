/** Results as a table that reads and draws only the rows in view, however many there are. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TaskRow } from '../../../shared/model/task.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { gridOf, isNumeric, type ShownColumn } from './cell-text.ts';
import { ResultRow } from './result-row.tsx';
import styles from './results.module.css';
import { useResultRows } from './use-result-rows.ts';

const ROW_PX = 34;
const HEAD_PX = 34;
const STEP_ROWS = 10;
const BASE_STEP_PX = 4_096;

export function ResultsTable({
  taskId,
  search,
  count,
  columns,
  onOpen,
}: {
  taskId: string;
  search: string;
  /** Rows that match. */
  count: number;
  columns: readonly ShownColumn[];
  onOpen: (row: TaskRow) => void;
}) {
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(false);
  const [wantedActive, setActive] = useState(0);
  const active = Math.min(wantedActive, Math.max(0, count - 1));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: HEAD_PX,
    initialRect: { width: 1000, height: 480 },
    // The active row stays drawn, so that the keyboard never loses it.
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), active, count),
  });
  const items = virtual.getVirtualItems();
  const inView = items.filter((item) => item.index !== active);
  const rows = useResultRows(
    taskId,
    search,
    (inView[0] ?? items[0])?.index ?? 0,
    (inView.at(-1) ?? items[0])?.index ?? 0,
  );
  const { template, minWidth } = useMemo(() => gridOf(columns), [columns]);
  // Far down, a browser rounds places to whole pixels and more: rows are placed from a point near them that it can hold.
  const base = Math.floor((inView[0] ?? items[0])?.start ?? 0) & ~(BASE_STEP_PX - 1);

  const moveTo = (index: number) => {
    const target = Math.min(count - 1, Math.max(0, index));
    focusWanted.current = true;
    setActive(target);
    virtual.scrollToIndex(target);
  };
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${active}`)?.focus({ preventScroll: true });
  }, [gridId, active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      PageDown: () => moveTo(active + STEP_ROWS),
      PageUp: () => moveTo(active - STEP_ROWS),
      Home: () => moveTo(0),
      End: () => moveTo(count - 1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  return (
    <>
      {rows.error ? <ErrorNotice error={rows.error} onRetry={rows.retry} compact /> : null}
      <div ref={scroller} className={styles.scroller}>
        <table
          className={styles.grid}
          style={{ minWidth, height: HEAD_PX + virtual.getTotalSize() }}
          aria-label="Results"
          aria-rowcount={count + 1}
        >
          <thead className={styles.head}>
            <tr aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: template, height: HEAD_PX }}>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={isNumeric(column) ? styles.numeric : undefined}>
                  <span>{column.title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={styles.body} style={{ top: HEAD_PX, transform: `translateY(${base}px)` }}>
            {items.map(({ index, start }) => (
              <ResultRow
                key={index}
                id={`${gridId}-${index}`}
                index={index}
                row={rows.rowAt(index)}
                columns={columns}
                style={{ gridTemplateColumns: template, height: ROW_PX, top: start - base }}
                active={index === active}
                onOpen={(row) => {
                  setActive(index);
                  onOpen(row);
                }}
                onKeyDown={onKeyDown}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index >= count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((one, two) => one - two);
}
