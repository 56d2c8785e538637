/** The board: all quotes of a connection, to filter, sort, group, compare, annotate, export and delete. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../../../shared/app-error.ts';
import type { BoardFilter } from '../../../../shared/model/quote-board.ts';
import type { TableFormat } from '../../../../shared/model/table-format.ts';
import { useToday } from '../../../actions/clock-time.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { offerUndoOf } from '../../../actions/offer-undo.tsx';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { call, useAct } from '../../../ipc/client.ts';
import { useClockFace } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { IconCalendarMonth, IconReceipt2 } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { LockedKey } from '../notice.tsx';
import styles from './board.module.css';
import { BoardBar, type BoardView } from './board-bar.tsx';
import { BoardTable } from './board-table.tsx';
import { ChosenPart } from './chosen-part.tsx';
import { useBoard } from './use-board.ts';
import { useChosen, useDropRemoved } from './use-chosen.ts';

const FIRST_VIEW: BoardView = {
  search: '',
  view: 'quotes',
  states: [],
  sort: { by: 'createdAt', descending: true },
  group: 'none',
  taken: false,
};

interface BoardProps {
  connectionId: string;
  newQuote: ReactNode;
  note: ReactNode;
  /** The content of a board without quotes. */
  empty: ReactNode;
}

export function Board({ connectionId, newQuote, note, empty }: BoardProps) {
  const navigate = useNavigate();
  const face = useClockFace(connectionId);
  const today = useToday();
  const [view, setView] = useRememberedState<BoardView>(`board.${connectionId}`, () => FIRST_VIEW);
  // The values of the page's address are taken over once, so that they do not overwrite what a person types later.
  const asked = useStable(useSearch({ from: '/quotes' }));
  useEffect(() => {
    const { search, view: wanted, taken } = asked;
    if (search === undefined && wanted === undefined && taken === undefined) return;
    setView((known) => ({
      ...{ ...known, search: search ?? '', view: wanted ?? 'quotes', states: [] },
      taken: taken !== undefined,
    }));
    void navigate({ to: '/quotes', search: {}, replace: true });
  }, [asked, setView, navigate]);
  const filter = useMemo((): BoardFilter => ({ ...view, connectionId, today }), [view, connectionId, today]);
  const { first, shown } = useBoard(filter, face);
  const { data, error, isSuccess, refetch } = first;
  const chosen = useChosen();
  const exporting = useAct('quotes', 'exportTable');
  const calendar = useAct('quotes', 'exportCalendar');
  const { remove: removeAll, removed } = useRemoval(connectionId, chosen.drop);
  // While this window deletes the chosen quotes, they stay chosen until all of them are deleted.
  useDropRemoved(connectionId, removed === null ? chosen : null);
  const { total = 0, matched = 0, areGuestsReadable = true, hasGuests = true, hasReminders = true } = data ?? {};
  const { clear } = chosen;
  const change = useCallback(
    (changes: Partial<BoardView>) => {
      setView((known) => ({ ...known, ...changes }));
      clear();
    },
    [setView, clear],
  );
  // A key in the search field renders only what it changes. The other handlers stay the same and act on the values that were drawn last.
  const now = {
    ...{ filter, navigate, write: exporting.mutate, writeCalendar: calendar.mutate },
    remove: () => removeAll(chosen.rows.map(({ id }) => id)),
  };
  const drawn = useRef(now);
  useEffect(() => {
    drawn.current = now;
  });
  const write = useCallback((format: TableFormat) => drawn.current.write({ ...drawn.current.filter, format }), []);
  const writeCalendar = useCallback(() => drawn.current.writeCalendar(drawn.current.filter), []);
  const remove = useCallback(() => drawn.current.remove(), []);
  const sort = useCallback((by: BoardView['sort']) => change({ sort: by }), [change]);
  const open = useCallback((id: string) => void drawn.current.navigate({ to: '/quotes', search: { id } }), []);
  return (
    <div className={styles.page}>
      <BoardHeader
        isWriting={exporting.isPending || calendar.isPending}
        canWrite={matched > 0}
        written={exporting.data}
        onWrite={write}
        calendar={calendar.data}
        onWriteCalendar={writeCalendar}
        newQuote={newQuote}
      />
      {note}
      {areGuestsReadable ? null : <LockedKey what="Guests and notes are" />}
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isSuccess && total === 0 ? (
        (empty ?? (
          <EmptyState
            icon={<IconReceipt2 size={28} />}
            title="No quotes yet"
            action={<PageLink to="/availability">Find free stays</PageLink>}
          >
            Every quote that you create stays here, with its guest, price and state.
          </EmptyState>
        ))
      ) : (
        <>
          <BoardBar connectionId={connectionId} view={view} rows={data} onChange={change} />
          {isSuccess && matched === 0 ? (
            <div className={styles.nothing}>
              <p>No quote matches.</p>
              <Button size="compact-sm" onClick={() => change({ ...FIRST_VIEW, sort: view.sort })}>
                Show all quotes
              </Button>
            </div>
          ) : (
            <BoardTable
              filter={shown}
              count={matched}
              face={face}
              areGuestsReadable={areGuestsReadable}
              hasAnyGuest={hasGuests}
              hasReminders={hasReminders}
              chosen={chosen}
              onSort={sort}
              onOpen={open}
              onDelete={remove}
            />
          )}
          <ChosenPart connectionId={connectionId} chosen={chosen} removed={removed} onDelete={remove} />
        </>
      )}
    </div>
  );
}

type Written = { readonly records: number; readonly path: string } | null | undefined;

interface BoardHeaderProps {
  isWriting: boolean;
  canWrite: boolean;
  written: Written;
  onWrite: (format: TableFormat) => void;
  calendar: Written;
  onWriteCalendar: () => void;
  newQuote: ReactNode;
}

const BoardHeader = memo(function BoardHeader(props: BoardHeaderProps) {
  const { isWriting, canWrite, written, onWrite, calendar, onWriteCalendar, newQuote } = props;
  return (
    <>
      <PageHeader
        title="Quotes"
        description="A quote fixes a price for about a day and becomes at most one reservation."
        actions={
          <>
            <ExportButton
              loading={isWriting}
              disabled={!canWrite}
              onWrite={onWrite}
              more={{
                Icon: IconCalendarMonth,
                label: 'Calendar of bookings and follow-ups',
                onClick: onWriteCalendar,
              }}
            />
            {newQuote}
          </>
        }
      />
      <WrittenFile file={written ? { what: formatCount(written.records, 'quote'), path: written.path } : null} />
      <WrittenFile
        file={
          calendar
            ? { what: formatCount(calendar.records, 'calendar entry', 'calendar entries'), path: calendar.path }
            : null
        }
      />
    </>
  );
});

/** How many quotes one step deletes. Main takes a few milliseconds for them, and accepts up to `MAX_ENTRIES.chosen`. */
const STEP = 200;

/** Returns the function that deletes quotes. `onRemoved` gets the deleted ids, even after a failure. `removed` counts them while it runs. */
function useRemoval(connectionId: string, onRemoved: (ids: readonly string[]) => void) {
  const [removed, setRemoved] = useState<number | null>(null);
  const { mutate, isPending } = useMutation<void, AppError, readonly string[]>({
    mutationFn: async (ids) => {
      const gone: string[] = [];
      const deletions: string[] = [];
      setRemoved(0);
      try {
        for (let from = 0; from < ids.length; from += STEP) {
          const quoteIds = ids.slice(from, from + STEP);
          const { deletionId } = await call('quotes', 'remove', { connectionId, quoteIds });
          deletions.push(deletionId);
          gone.push(...quoteIds);
          setRemoved(gone.length);
        }
      } finally {
        setRemoved(null);
        if (gone.length > 0) {
          onRemoved(gone);
          offerUndoOf(`${formatCount(gone.length, 'quote')} deleted`, deletions);
        }
      }
    },
  });
  const remove = (ids: readonly string[]) => {
    if (!isPending && ids.length > 0) mutate(ids);
  };
  return { remove, removed };
}
