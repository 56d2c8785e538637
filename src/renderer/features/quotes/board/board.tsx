/** The board: all quotes of a connection, filtered, sorted, grouped, compared, noted on, exported and deleted. */
import { Button } from '@mantine/core';
import { IconFileTypeCsv, IconReceipt2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { readClock } from '../../../../shared/clock-face.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter } from '../../../../shared/model/quote-board.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { act } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount } from '../../../text/format.ts';
import { localDayOf } from '../../../text/local-day.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { useAtNow } from '../../../ui/use-now.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import { QuoteNote } from '../quote-note.tsx';
import styles from './board.module.css';
import { BoardBar, type BoardView } from './board-bar.tsx';
import { BoardTable } from './board-table.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { CompareQuotes } from './compare-quotes.tsx';
import { LockedGuests } from './locked-guests.tsx';
import { useBoard } from './use-board.ts';
import { useChosen } from './use-chosen.ts';
import { useRemoval } from './use-removal.ts';

const FIRST_VIEW: BoardView = {
  search: '',
  view: 'quotes',
  states: [],
  sort: { by: 'createdAt', descending: true },
  group: 'none',
};

export function Board({
  connectionId,
  face,
  newQuote,
  note,
  empty,
}: {
  connectionId: string;
  face: ClockFace | undefined;
  /** The button that begins a new quote. */
  newQuote: ReactNode;
  /** What is said below the title, or null. */
  note: ReactNode;
  /** What is said in the place of the invitation to the first quote. */
  empty: ReactNode;
}) {
  const navigate = useNavigate();
  const today = useAtNow(face, (now) => localDayOf(face ? readClock(face, Date.now()) : now));
  const [view, setView] = useRememberedState<BoardView>(`board.${connectionId}`, () => FIRST_VIEW);
  // Values of the address move into the view once, so that they do not overwrite what is typed later.
  const asked = JSON.stringify(useSearch({ from: '/quotes' }));
  useEffect(() => {
    const { search = '', view: wanted = 'quotes', ...others } = JSON.parse(asked) as SearchOf<'quotes'>;
    if (asked === JSON.stringify(others)) return;
    setView((known) => ({ ...known, search, view: wanted, states: [] }));
    void navigate({ to: '/quotes', search: {}, replace: true });
  }, [asked, setView, navigate]);
  const filter = useMemo((): BoardFilter => ({ ...view, connectionId, today }), [view, connectionId, today]);
  const board = useBoard(filter, face);
  const chosen = useChosen();
  const [drawer, setDrawer] = useState<'compare' | 'note' | null>(null);
  const exporting = useMutation(act('quotes', 'exportCsv'));
  const removal = useRemoval(connectionId, chosen.drop);
  const { total = 0, matched = 0, areGuestsReadable = true } = board.data ?? {};
  const { clear } = chosen;
  const change = useCallback(
    (changes: Partial<BoardView>) => {
      setView((known) => ({ ...known, ...changes }));
      clear();
    },
    [setView, clear],
  );
  const remove = () => removal.remove(chosen.rows.map(({ id }) => id));
  const only = chosen.rows[0];
  return (
    <div className={styles.page}>
      <PageHeader
        title="Quotes"
        description="A quote fixes a price for about a day and becomes at most one reservation."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconFileTypeCsv size={16} aria-hidden />}
              loading={exporting.isPending}
              disabled={matched === 0}
              onClick={() => exporting.mutate(filter)}
            >
              Export CSV
            </Button>
            {newQuote}
          </>
        }
      />
      {note}
      {areGuestsReadable ? null : <LockedGuests />}
      {board.error ? <ErrorNotice error={board.error} onRetry={() => void board.refetch()} /> : null}
      {board.isSuccess && total === 0 ? (
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
          <BoardBar view={view} rows={board.data} onChange={change} />
          <WrittenFile
            file={
              exporting.data ? { what: formatCount(exporting.data.records, 'quote'), path: exporting.data.path } : null
            }
          />
          {board.isSuccess && matched === 0 ? (
            <div className={styles.nothing}>
              <p>No quote matches.</p>
              <Button variant="default" size="compact-sm" onClick={() => change({ ...FIRST_VIEW, sort: view.sort })}>
                Show all quotes
              </Button>
            </div>
          ) : (
            <BoardTable
              filter={filter}
              count={matched}
              face={face}
              areGuestsReadable={areGuestsReadable}
              chosen={chosen}
              onSort={(sort) => change({ sort })}
              onOpen={(id) => void navigate({ to: '/quotes', search: { id } })}
              onDelete={remove}
            />
          )}
          {chosen.rows.length > 0 ? (
            <ChosenBar
              connectionId={connectionId}
              rows={chosen.rows}
              removed={removal.removed}
              onOffer={() =>
                void navigate({ to: '/offers/new', search: { quotes: chosen.rows.map(({ id }) => id).join(',') } })
              }
              onCompare={() => setDrawer('compare')}
              onNote={() => setDrawer('note')}
              onDelete={remove}
              onClear={chosen.clear}
              onChecked={chosen.checked}
            />
          ) : null}
          <CompareQuotes
            connectionId={connectionId}
            rows={drawer === 'compare' ? chosen.rows : []}
            opened={drawer === 'compare'}
            onClose={() => setDrawer(null)}
          />
          <SideDrawer
            opened={drawer === 'note'}
            title={only?.listingTitle ?? only?.listingId ?? 'Note'}
            width={460}
            onClose={() => setDrawer(null)}
          >
            {only ? <QuoteNote connectionId={connectionId} quoteId={only.id} onSaved={() => setDrawer(null)} /> : null}
          </SideDrawer>
        </>
      )}
    </div>
  );
}
