/** The board as a table that draws only the rows in view. A row opens its quote; its checkbox or Space chooses it, with Shift a range. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter, BoardRow, BoardSort } from '../../../../shared/model/quote-board.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useTaken } from '../../../actions/taken-dates.tsx';
import { useAudience } from '../../../ipc/current.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { HeadCell, SortHead } from '../../../ui/virtual-table/cells.tsx';
import { pagesBetween } from '../../../ui/virtual-table/use-row-pages.ts';
import { useViewFirst } from '../../../ui/virtual-table/use-view-first.ts';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import styles from './board.module.css';
import { BoardLine } from './board-line.tsx';
import { boardPage, useBoardRows } from './use-board.ts';
import type { Chosen } from './use-chosen.ts';

const ROW_PX = 42;

export const BoardTable = memo(function BoardTable({
  filter,
  count,
  face,
  areGuestsReadable,
  hasAnyGuest,
  hasReminders,
  chosen,
  onSort,
  onOpen,
  onDelete,
}: {
  filter: BoardFilter;
  count: number;
  face: ClockFace | undefined;
  areGuestsReadable: boolean;
  /** Whether any quote of the connection has a guest (`hasAnyGuest`), and a note or a follow-up date (`hasReminders`). */
  hasAnyGuest: boolean;
  hasReminders: boolean;
  chosen: Chosen;
  onSort: (sort: BoardSort) => void;
  onOpen: (id: string) => void;
  onDelete: () => void;
}) {
  const audience = useAudience();
  const { today: _, ...list } = filter;
  const rows = useVirtualRows({ count, rowHeight: ROW_PX, listKey: JSON.stringify(list) });
  const board = useBoardRows(filter, rows);
  const rowAt = (index: number) => (board.rowAt(index)?.row as BoardRow | undefined) ?? null;
  const lines = useViewFirst(rows, filter, rowAt);
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
  const taken = useTaken(
    filter.connectionId,
    [...lines.values()].flatMap((row) => (row?.outcome === 'open' && !row.isReplaced ? row.id : [])),
  );
  const { sort } = filter;
  // A column without any value on the whole board is left out.
  const hasGuests = !areGuestsReadable || sort.by === 'guest' || hasAnyGuest;
  const hasFollowUps = isReservations || sort.by === 'followUpOn' || hasReminders;
  const head = (title: string, by: BoardSort['by'], numeric = false) => (
    <SortHead
      title={title}
      numeric={numeric}
      sorted={sort.by !== by ? null : sort.descending ? 'descending' : 'ascending'}
      onSort={() => onSort({ by, descending: sort.by === by ? !sort.descending : by === 'createdAt' })}
    />
  );
  return (
    <>
      <span className="lk-unseen" role="status">
        {isReading ? 'Loading the rows of the range…' : null}
      </span>
      {board.error ? <ErrorNotice error={board.error} onRetry={board.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        aria-label="Quotes"
        rememberAs="board"
        frameClassName={styles.frame}
        className={styles.table}
        data-no-guest={!hasGuests || undefined}
        data-no-follow-up={!hasFollowUps || undefined}
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
            {head(LISTING_WORD[audience], 'place')}
            {filter.group === 'guest' || !hasGuests ? null : head('Guest', 'guest')}
            {head('Dates', 'checkIn')}
            {head('Total', 'total', true)}
            {head('State', 'state')}
            {isReservations ? <HeadCell>Code</HeadCell> : head('Expires', 'expiresAt')}
            {isReservations ? <HeadCell>Status</HeadCell> : hasFollowUps ? head('Follow-up', 'followUpOn') : null}
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
              taken={row ? taken.get(row.id) : undefined}
              group={filter.group}
              isReservations={isReservations}
              areGuestsReadable={areGuestsReadable}
              hasGuests={hasGuests}
              hasFollowUps={hasFollowUps}
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

/** How many rows of a range one request reads. */
const RANGE_ROWS = MAX_ENTRIES.page;

interface Range {
  readonly filter: BoardFilter;
  readonly from: number;
  readonly to: number;
}

/** Chooses a row, or all rows from the last chosen one to this one. Rows of the range that are not loaded are read first. */
function useRangeChoice(filter: BoardFilter, rowAt: (index: number) => BoardRow | null, { rows, toggle }: Chosen) {
  const client = useQueryClient();
  const anchor = useRef<number | null>(null);
  const shown = useRef({ filter, rowAt, hasChosen: rows.length > 0 });
  useEffect(() => {
    shown.current = { filter, rowAt, hasChosen: rows.length > 0 };
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ filter: of, from, to }: Range) => {
      const found: BoardRow[] = [];
      for (const page of pagesBetween(from, to, RANGE_ROWS)) {
        const first = page * RANGE_ROWS;
        const { rows: read } = await client.fetchQuery(boardPage(of, page, RANGE_ROWS));
        found.push(...read.slice(Math.max(0, from - first), to + 1 - first));
      }
      return found;
    },
    onSuccess: (found, { filter: of }) => {
      // A change of the filter ends the choice.
      if (of === shown.current.filter) toggle(found, true);
    },
  });
  const choose = useCallback(
    (index: number, isRange: boolean) => {
      const { filter: of, rowAt: find, hasChosen } = shown.current;
      const start = isRange && hasChosen && anchor.current !== null ? anchor.current : index;
      anchor.current = index;
      const [from, to] = start < index ? [start, index] : [index, start];
      const range = Array.from({ length: to - from + 1 }, (_, step) => find(from + step));
      const loaded = range.flatMap((row) => row ?? []);
      if (loaded.length === range.length) toggle(loaded, start !== index);
      else mutate({ filter: of, from, to });
    },
    [mutate, toggle],
  );
  return { choose, isReading: isPending };
}
