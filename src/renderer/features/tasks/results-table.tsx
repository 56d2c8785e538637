/** Results as a table that reads and draws only the rows in view, however many there are. */
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { TaskRow } from '../../../shared/model/task.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useActiveRow, withActiveRow } from '../../ui/use-active-row.ts';
import { gridOf, isNumeric, type ShownColumn } from './cell-text.ts';
import { ResultRow } from './result-row.tsx';
import styles from './results.module.css';
import { useResultRows } from './use-result-rows.ts';

const ROW_PX = 34;
const HEAD_PX = 34;
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
  const scroller = useRef<HTMLDivElement>(null);
  const { active, setActive, idOf, onKeys } = useActiveRow(count);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: HEAD_PX,
    initialRect: { width: 1000, height: 480 },
    rangeExtractor: (range: Range) => withActiveRow(range, active, count),
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

  const onKeyDown = onKeys((index) => virtual.scrollToIndex(index));
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
                id={idOf(index)}
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
