/** The exchanges as a table that draws only the rows in view, newest first. Enter opens a row, Space marks it. */
import { useEffect, useMemo, useRef } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { localDayOf } from '../../../../shared/time/local-day.ts';
import { formatCount } from '../../../text/format.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import { ExchangeRow } from './exchange-row.tsx';
import styles from './exchange-table.module.css';
import { type MarksControl, useRowActions } from './use-marks.ts';

const ROW_PX = 34;
/** The distance from the end, in rows, at which the next page is read. */
const READ_AHEAD_ROWS = 80;

const COLUMNS = [
  { id: 'time', title: 'Time' },
  { id: 'operation', title: 'Operation' },
  { id: 'request', title: 'Request' },
  { id: 'status', title: 'Status' },
  { id: 'duration', title: 'Duration' },
  { id: 'attempt', title: 'Attempt' },
  { id: 'requestId', title: 'Request id' },
] as const;

export function ExchangeTable({
  exchanges,
  rowCount,
  listKey,
  face,
  heldCount,
  openId,
  marks,
  onOpen,
  onReadMore,
  onScrolled,
  onPressed,
  onShowHeld,
}: {
  exchanges: readonly ExchangeSummary[];
  /** How many exchanges match, loaded or not; null when only a minimum is known. */
  rowCount: number | null;
  /** A name for the filters. When it changes, the table scrolls to the top. */
  listKey: string;
  face: ClockFace | undefined;
  /** How many newer rows are held back. */
  heldCount: number;
  openId: string | null;
  marks: MarksControl;
  onOpen: (id: string) => void;
  onReadMore: () => void;
  onScrolled: (scrolled: boolean) => void;
  onPressed: (pressed: boolean) => void;
  onShowHeld: () => void;
}) {
  const oldest = exchanges.at(-1);
  const today = useAtNow(face, localDayOf);
  const showsDates = oldest !== undefined && localDayOf(oldest.sentAt) !== today;
  // The column "Request" gets the width of the columns that are left out.
  const showsFailures = useMemo(() => exchanges.some(({ status }) => status === null), [exchanges]);
  const noIds = useMemo(() => exchanges.every(({ requestId }) => requestId === null), [exchanges]);
  const keys = useMemo(
    () => ({
      keyOf: (index: number) => exchanges[index]?.id ?? index,
      indexOf: (id: string | number) => exchanges.findIndex((exchange) => exchange.id === id),
    }),
    [exchanges],
  );
  const rows = useVirtualRows({
    count: exchanges.length,
    rowHeight: ROW_PX,
    keys,
    firstActive: openId,
    listKey,
  });
  const { last, scrollTo } = rows;
  useEffect(() => {
    if (last > exchanges.length - READ_AHEAD_ROWS) onReadMore();
  }, [last, exchanges.length, onReadMore]);

  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    onScrolled(false);
  }, [listKey, onScrolled]);

  const { open, press, mark } = useRowActions({ exchanges, marks, onOpen, setActive: rows.setActive, move: rows.move });
  const showHeld = () => {
    onShowHeld();
    scrollTo(0);
  };
  return (
    <VirtualTable
      rows={rows}
      rowCount={rowCount}
      aria-label="Exchanges, newest first"
      frameClassName={styles.frame}
      className={styles.grid}
      data-dated={showsDates || undefined}
      data-failures={showsFailures || undefined}
      data-no-ids={noIds || undefined}
      data-marked={marks.marked.length > 0 || undefined}
      onScrollTop={(top) => onScrolled(top > ROW_PX / 2)}
      onPointerDown={({ button, target }) => button === 0 && isInRow(target) && whilePressed(onPressed)}
      banner={
        heldCount > 0 ? (
          <button type="button" className={styles.newer} onClick={showHeld}>
            ↑ {formatCount(heldCount, 'new exchange')}
          </button>
        ) : null
      }
      head={
        <>
          <th scope="col">
            <span className="lk-unseen">Marked</span>
          </th>
          {COLUMNS.map((column) => (
            <th key={column.id} scope="col" className={styles[column.id]}>
              {column.title}
            </th>
          ))}
        </>
      }
    >
      {rows.drawn.map(({ slot, place }) => {
        const exchange = exchanges[place.index];
        return exchange ? (
          <ExchangeRow
            key={slot}
            {...place}
            exchange={exchange}
            today={today}
            open={exchange.id === openId}
            marked={marks.has(exchange.id)}
            onOpen={open}
            onMark={mark}
            onKey={press}
          />
        ) : null;
      })}
    </VirtualTable>
  );
}

const isInRow = (target: EventTarget): boolean => target instanceof Element && target.closest('tbody tr') !== null;

/** Calls `report` with true at once, and with false after the click that ends the press has reached its row. */
function whilePressed(report: (pressed: boolean) => void): void {
  report(true);
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    setTimeout(() => report(false));
  };
  for (const type of ['pointerup', 'pointercancel', 'blur']) addEventListener(type, end, { signal: ended.signal });
}
