/** The board as a table that draws only the rows in view. A row opens its quote; its checkbox or Space chooses it, with Shift a range. */
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter, BoardRow, BoardSort } from '../../../../shared/model/quote-board.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAudience } from '../../../ipc/use-audience.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons.ts';
import { useWhenIdle } from '../../../ui/use-when-idle.ts';
import { HeadCell } from '../../../ui/virtual-table/cells.tsx';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from './board.module.css';
import { BoardLine } from './board-line.tsx';
import { useBoardRows } from './use-board.ts';
import type { Chosen } from './use-chosen.ts';
import { useRangeChoice } from './use-range-choice.ts';

const ROW_PX = 42;

function SortHead({
  title,
  by,
  numeric = false,
  sort,
  onSort,
}: {
  title: string;
  by: BoardSort['by'];
  numeric?: boolean;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
}) {
  const isSorted = sort.by === by;
  const Icon = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <HeadCell numeric={numeric} aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ by, descending: isSorted ? !sort.descending : by === 'createdAt' })}
      >
        {title}
        {isSorted ? <Icon size={14} aria-hidden /> : null}
      </button>
    </HeadCell>
  );
}

export const BoardTable = memo(function BoardTable({
  filter,
  count,
  face,
  areGuestsReadable,
  chosen,
  onSort,
  onOpen,
  onDelete,
}: {
  filter: BoardFilter;
  count: number;
  face: ClockFace | undefined;
  areGuestsReadable: boolean;
  chosen: Chosen;
  onSort: (sort: BoardSort) => void;
  onOpen: (id: string) => void;
  onDelete: () => void;
}) {
  const audience = useAudience();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const board = useBoardRows(filter, rows);
  const rowAt = (index: number) => (board.rowAt(index)?.row as BoardRow | undefined) ?? null;
  // The rows in view are drawn for a new filter first, the other rows once the window is idle.
  const isSettled = useWhenIdle(filter) === filter;
  const drawnRows = useRef<ReadonlyMap<number, BoardRow | null>>(new Map());
  const drawnAt = (index: number) =>
    isSettled || rows.isInView(index) ? rowAt(index) : (drawnRows.current.get(index) ?? null);
  const { choose, isReading } = useRangeChoice(filter, rowAt, chosen);
  const isReservations = filter.view === 'reservations';
  // The rows are memoised, so their handlers stay the same and act on the rows that were drawn last.
  const act = { rowAt, chosen, onOpen, onDelete, rows };
  const drawn = useRef(act);
  useEffect(() => {
    drawn.current = act;
  });
  const open = useCallback((index: number) => {
    const { rows: at, rowAt: find, onOpen: show } = drawn.current;
    at.setActive(index);
    const row = find(index);
    if (row) show(row.id);
  }, []);
  const press = useCallback(
    (event: KeyboardEvent, index: number) => {
      const { chosen: choice, onDelete: remove, rows: at } = drawn.current;
      if (event.key === ' ') choose(index, event.shiftKey);
      else if (event.key === 'Delete' && choice.rows.length > 0) remove();
      else if (event.key === 'Escape') return choice.clear();
      else if (at.move(event.key, index) === null) return;
      event.preventDefault();
    },
    [choose],
  );
  const lines = new Map(rows.drawn.map(({ place: { index } }) => [index, drawnAt(index)]));
  useEffect(() => {
    drawnRows.current = lines;
  });
  const head = { sort: filter.sort, onSort };
  return (
    <>
      <span className="lk-unseen" role="status">
        {isReading ? 'Reading the rows of the range…' : null}
      </span>
      {board.error ? <ErrorNotice error={board.error} onRetry={board.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        aria-label="Quotes"
        rememberAs="board"
        frameClassName={styles.frame}
        className={styles.table}
        data-grouped={filter.group === 'none' ? undefined : filter.group}
        head={
          <>
            {filter.group === 'none' ? null : (
              <HeadCell>
                {filter.group === 'week' ? (filter.view === 'reservations' ? 'Arrival' : 'Week') : 'Group'}
              </HeadCell>
            )}
            <HeadCell>
              <span className="lk-unseen">Chosen</span>
            </HeadCell>
            <SortHead title={LISTING_WORD[audience]} by="place" {...head} />
            {filter.group === 'guest' ? null : <SortHead title="Guest" by="guest" {...head} />}
            <SortHead title="Dates" by="checkIn" {...head} />
            <SortHead title="Total" by="total" numeric {...head} />
            <SortHead title="State" by="state" {...head} />
            {isReservations ? <HeadCell>Code</HeadCell> : <SortHead title="Expires" by="expiresAt" {...head} />}
            {isReservations ? <HeadCell>Status</HeadCell> : <SortHead title="Follow-up" by="followUpOn" {...head} />}
          </>
        }
      >
        {rows.drawn.map(({ slot, place }) => {
          const row = lines.get(place.index) ?? null;
          return (
            <BoardLine
              key={slot}
              {...place}
              row={row}
              group={filter.group}
              isReservations={isReservations}
              areGuestsReadable={areGuestsReadable}
              face={face}
              isChosen={row !== null && chosen.has(row.id)}
              onOpen={open}
              onToggle={choose}
              onKey={press}
            />
          );
        })}
      </VirtualTable>
    </>
  );
});
