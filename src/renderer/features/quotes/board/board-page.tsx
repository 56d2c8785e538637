/** The board: all quotes of a connection, filtered, sorted, grouped, compared, noted on, exported and deleted. */
import { Button, Chip, Group, SegmentedControl, Select } from '@mantine/core';
import { IconFileTypeCsv, IconPlus, IconReceipt2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { readClock } from '../../../../shared/clock-face.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { BoardFilter } from '../../../../shared/model/quote-board.ts';
import { type QuoteState, STATE_NAMES } from '../../../../shared/quote-state.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { offerUndo } from '../../../actions/offer-undo.tsx';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { act, call } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { useClockFace } from '../../../ipc/use-clock-face.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { localDayOf } from '../../../text/local-day.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LiveCount } from '../../../ui/live-count.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { useAtNow } from '../../../ui/use-now.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import styles from './board.module.css';
import { BoardTable } from './board-table.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { CompareQuotes } from './compare-quotes.tsx';
import { QuoteNote } from './quote-note.tsx';
import { useBoard } from './use-board.ts';
import { useChosen } from './use-chosen.ts';

type View = Omit<BoardFilter, 'connectionId' | 'today'>;

const FIRST_VIEW: View = {
  search: '',
  view: 'quotes',
  states: [],
  sort: { by: 'createdAt', descending: true },
  group: 'none',
};

export function BoardPage() {
  const connection = useConnection();
  return <Board key={connection.id} connection={connection} />;
}

function Board({ connection: { id: connectionId } }: { connection: Connection }) {
  const navigate = useNavigate();
  const face = useClockFace(connectionId);
  const today = useAtNow(face, (now) => localDayOf(face ? readClock(face, Date.now()) : now));
  const [view, setView] = useRememberedState<View>(`board.${connectionId}`, () => FIRST_VIEW);
  // Values of the address move into the view once, so that they do not overwrite what is typed later.
  const asked = JSON.stringify(useSearch({ from: '/board' }));
  useEffect(() => {
    if (asked === '{}') return;
    const { search = '', view: wanted = 'quotes' } = JSON.parse(asked) as SearchOf<'board'>;
    setView((known) => ({ ...known, search, view: wanted, states: [] }));
    void navigate({ to: '/board', search: {}, replace: true });
  }, [asked, setView, navigate]);
  const filter = useMemo((): BoardFilter => ({ ...view, connectionId, today }), [view, connectionId, today]);
  const board = useBoard(filter, face);
  const chosen = useChosen();
  const [drawer, setDrawer] = useState<'compare' | 'note' | null>(null);
  const exporting = useMutation(act('quotes', 'exportCsv'));
  const removing = useMutation(act('quotes', 'remove'));
  const { total = 0, matched = 0, states = [], followUps = 0, reservations = 0 } = board.data ?? {};
  const change = (changes: Partial<View>) => {
    setView((known) => ({ ...known, ...changes }));
    chosen.clear();
  };
  const remove = () => {
    const of = { connectionId, quoteIds: chosen.rows.map(({ id }) => id) };
    removing.mutate(of, {
      onSuccess: () => {
        chosen.clear();
        offerUndo('quote-removed', `${formatCount(of.quoteIds.length, 'quote')} deleted`, () =>
          call('quotes', 'restore', of),
        );
      },
    });
  };
  const only = chosen.rows[0];
  return (
    <div className={styles.page}>
      <PageHeader
        title="All quotes"
        description="What became of each quote. Notes and follow-up dates stay on this computer."
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
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate({ to: '/quotes' })}>
              New quote
            </Button>
          </>
        }
      />
      {board.error ? <ErrorNotice error={board.error} onRetry={() => void board.refetch()} /> : null}
      {board.isSuccess && total === 0 ? (
        <EmptyState
          icon={<IconReceipt2 size={28} />}
          title="No quotes yet"
          action={<PageLink to="/availability">Find free stays</PageLink>}
        >
          Every quote that you create stays here, with its guest, price and state.
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <SearchInput
              className={styles.search ?? ''}
              label="Search the quotes"
              placeholder="Guest, place, date or code"
              size="xs"
              maxLength={200}
              value={view.search}
              onChange={(search) => change({ search })}
            />
            <SegmentedControl
              size="xs"
              aria-label="View"
              value={view.view}
              onChange={(value) => change({ view: value as View['view'], states: [] })}
              data={[
                { value: 'quotes', label: 'Quotes' },
                { value: 'reservations', label: `Reservations (${formatNumber(reservations)})` },
                { value: 'followUps', label: `Follow-ups (${formatNumber(followUps)})` },
              ]}
            />
            <Select
              size="xs"
              aria-label="Group by"
              allowDeselect={false}
              w={150}
              value={view.group}
              onChange={(group) => change({ group: (group ?? 'none') as View['group'] })}
              data={[
                { value: 'none', label: 'No groups' },
                { value: 'guest', label: 'Group by guest' },
                { value: 'week', label: 'Group by week' },
              ]}
            />
            <LiveCount
              text={
                matched === total
                  ? formatCount(total, 'quote')
                  : `${formatNumber(matched)} of ${formatCount(total, 'quote')}`
              }
              className={styles.count}
            />
          </div>
          <Chip.Group multiple value={[...view.states]} onChange={(of) => change({ states: of as QuoteState[] })}>
            <Group gap={6} mb={8} role="group" aria-label="States">
              {shownStates(states, view.states).map(({ state, count }) => (
                <Chip key={state} size="xs" value={state}>
                  {STATE_NAMES[state]} ({formatNumber(count)})
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <WrittenFile
            file={
              exporting.data ? { what: formatCount(exporting.data.records, 'quote'), path: exporting.data.path } : null
            }
          />
          {board.isSuccess && matched === 0 ? (
            <p className={styles.nothing}>No quote matches.</p>
          ) : (
            <BoardTable
              filter={filter}
              count={matched}
              face={face}
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

/** The states that occur, and the chosen ones also where none is left. */
const shownStates = (found: readonly { state: QuoteState; count: number }[], chosen: readonly QuoteState[]) => [
  ...found,
  ...chosen.filter((state) => !found.some((one) => one.state === state)).map((state) => ({ state, count: 0 })),
];
