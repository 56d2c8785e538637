/** The rows of Traffic: a table that draws only what is in view. One row takes the tab stop; arrow keys move it, Enter opens, Space marks. */
import { useDebouncedValue } from '@mantine/hooks';
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type UIEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { useNow } from '../../ipc/use-now.ts';
import { formatCount } from '../../ui/format.ts';
import { localDayOf } from '../../ui/stay-picker.tsx';
import { withActiveRow } from '../../ui/use-active-row.ts';
import { ExchangeRow } from './exchange-row.tsx';
import styles from './grid.module.css';
import { useGridKeys } from './use-grid-keys.ts';
import type { MarksControl } from './use-marks.ts';

const ROW_PX = 34;
const HEAD_PX = 34;
/** Rows before the end at which more are asked for. */
const NEAR_END = 80;
/** The rows have taken their places by then. */
const SETTLED_MS = 300;

const COLUMNS = [
  { id: 'time', title: 'Time' },
  { id: 'operation', title: 'Operation' },
  { id: 'request', title: 'Request' },
  { id: 'status', title: 'Status' },
  { id: 'duration', title: 'Duration' },
  { id: 'attempt', title: 'Attempt' },
  { id: 'requestId', title: 'Request id' },
] as const;

export function ExchangeGrid({
  rows,
  rowCount,
  listKey,
  face,
  live,
  outdated,
  held,
  openId,
  marks,
  onOpen,
  onReadOn,
  onScrolled,
  onCallUp,
}: {
  rows: readonly ExchangeSummary[];
  /** Of all that match, loaded or not; `null` where it is not known exactly. */
  rowCount: number | null;
  /** What the list is narrowed to: another one begins at the top. */
  listKey: string;
  face: ClockFace | undefined;
  /** Whether new rows come in at the top now. */
  live: boolean;
  /** Whether the rows are still those of the conditions before. */
  outdated: boolean;
  /** Newer rows that wait above. */
  held: number;
  openId: string | null;
  marks: MarksControl;
  onOpen: (id: string) => void;
  onReadOn: () => void;
  onScrolled: (scrolled: boolean) => void;
  onCallUp: () => void;
}) {
  const gridId = useId();
  const oldest = rows.at(-1);
  const today = localDayOf(useNow(face));
  const dated = oldest !== undefined && localDayOf(oldest.sentAt) !== today;
  // The request takes the room that these leave.
  const worded = useMemo(() => rows.some(({ status }) => status === null), [rows]);
  const noIds = useMemo(() => rows.every(({ requestId }) => requestId === null), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(openId);
  const activeIndex = Math.max(
    0,
    rows.findIndex((exchange) => exchange.id === activeId),
  );
  // One and the same while the rows are: the virtualizer measures all of them anew for another one.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: keyOf,
    overscan: 12,
    scrollPaddingStart: HEAD_PX,
    initialRect: { width: 900, height: 500 },
    rangeExtractor: (range: Range) => withActiveRow(range, activeIndex, rows.length),
  });
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual]);
  // Rows slide for those that come in at the top, not when all of them are exchanged.
  const condition = `${listKey} ${outdated}`;
  const [settled] = useDebouncedValue(condition, SETTLED_MS);
  const slides = live && !outdated && settled === condition;
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn > rows.length - NEAR_END) onReadOn();
  }, [lastDrawn, rows.length, onReadOn]);

  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    scroller.current?.scrollTo?.({ top: 0 });
    onScrolled(false);
  }, [listKey, onScrolled]);

  const { open, press, mark } = useGridKeys({ gridId, rows, marks, activeId, setActiveId, onOpen, scrollTo });
  const callUp = () => {
    onCallUp();
    scroller.current?.scrollTo?.({ top: 0 });
  };
  const onScroll = (event: UIEvent<HTMLElement>) => onScrolled(event.currentTarget.scrollTop > ROW_PX / 2);
  return (
    <div className={styles.frame}>
      {held > 0 ? (
        <button type="button" className={styles.newer} onClick={callUp}>
          ↑ {formatCount(held, 'new exchange')}
        </button>
      ) : null}
      <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
        <table
          className={styles.grid}
          data-dated={dated || undefined}
          data-worded={worded || undefined}
          data-no-ids={noIds || undefined}
          data-marked={marks.marked.length > 0 || undefined}
          aria-label="Exchanges, newest first"
          aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        >
          <thead className={styles.head}>
            <tr aria-rowindex={1} className={styles.row} style={{ height: HEAD_PX }}>
              <th scope="col">
                <span className="lk-unseen">Marked</span>
              </th>
              {COLUMNS.map((column) => (
                <th key={column.id} scope="col" className={styles[column.id]}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={styles.body} data-live={slides || undefined} style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const exchange = rows[item.index];
              return exchange ? (
                <ExchangeRow
                  key={item.key}
                  id={`${gridId}-${exchange.id}`}
                  exchange={exchange}
                  index={item.index}
                  top={item.start}
                  height={ROW_PX}
                  active={item.index === activeIndex}
                  today={today}
                  open={exchange.id === openId}
                  marked={marks.has(exchange.id)}
                  onOpen={open}
                  onMark={mark}
                  onKey={press}
                />
              ) : null;
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
