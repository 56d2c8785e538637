/** The rows of Traffic: a table that draws only what is in view. One row takes the tab stop; arrow keys move it, Enter opens. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { useNow } from '../../ipc/use-now.ts';
import { localDayOf } from '../../ui/stay-picker.tsx';
import { ExchangeRow } from './exchange-row.tsx';
import styles from './traffic.module.css';

const ROW_PX = 34;
/** Rows before the end at which more are asked for. */
const NEAR_END = 60;

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
  exchanges,
  face,
  openId,
  onOpen,
  onNearEnd,
}: {
  exchanges: readonly ExchangeSummary[];
  face: ClockFace | undefined;
  openId: string | null;
  onOpen: (id: string) => void;
  onNearEnd: () => void;
}) {
  const gridId = useId();
  const oldest = exchanges.at(-1);
  const today = localDayOf(useNow(face));
  const dated = oldest !== undefined && localDayOf(oldest.sentAt) !== today;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(openId);
  const activeIndex = Math.max(
    0,
    exchanges.findIndex((exchange) => exchange.id === activeId),
  );
  const virtual = useVirtualizer({
    count: exchanges.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => exchanges[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 900, height: 500 },
    // The active row stays drawn, so that the keyboard never loses it.
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), activeIndex, exchanges.length),
  });
  const focusWanted = useRef(false);
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-2)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn > exchanges.length - NEAR_END) onNearEnd();
  }, [lastDrawn, exchanges.length, onNearEnd]);

  const moveTo = useCallback(
    (index: number) => {
      const target = Math.min(exchanges.length - 1, Math.max(0, index));
      const exchange = exchanges[target];
      if (!exchange) return;
      focusWanted.current = true;
      setActiveId(exchange.id);
      virtual.scrollToIndex(target);
    },
    [exchanges, virtual],
  );
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${activeId}`)?.focus({ preventScroll: true });
  }, [gridId, activeId]);
  const open = useCallback(
    (id: string) => {
      setActiveId(id);
      onOpen(id);
    },
    [onOpen],
  );
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={styles.grid}
        data-dated={dated || undefined}
        aria-label="Exchanges, newest first"
        aria-rowcount={exchanges.length + 1}
      >
        <thead className={styles.head}>
          <tr aria-rowindex={1} className={styles.row}>
            {COLUMNS.map((column) => (
              <th key={column.id} scope="col" className={styles[column.id]}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const exchange = exchanges[item.index];
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
                onOpen={open}
                onMove={moveTo}
              />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}

function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index >= count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((one, two) => one - two);
}
