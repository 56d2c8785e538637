/** Traffic: every exchange of the current connection, redacted, filtered as you type, with a drawer that shows one whole. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsLeftRight, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { filterOf } from '../../../shared/model/traffic.ts';
import { ask } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { useSearchParams } from '../../ui/navigation.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ClearTraffic } from './clear-traffic.tsx';
import { ExchangeDrawer } from './exchange-drawer.tsx';
import { ExchangeGrid } from './exchange-grid.tsx';
import { classesOf, OUTCOMES, type Outcome, outcomeOf } from './outcome.ts';
import styles from './traffic.module.css';

/** The list starts with this many rows and grows as it is scrolled, up to what the journal answers at once. */
const FIRST_ROWS = 500;
const MOST_ROWS = 1_000;
/** A screen reader hears a new count when it has stood this long. */
const ANNOUNCE_AFTER_MS = 700;

export function TrafficPage() {
  const connection = useConnection();
  const [params, setParams] = useSearchParams('traffic');
  const open = useCallback((id: string) => setParams({ id }), [setParams]);
  return (
    <>
      <TrafficList
        key={`${connection.id} ${params.search ?? ''} ${params.outcome ?? ''}`}
        connectionId={connection.id}
        firstSearch={params.search ?? ''}
        firstOutcome={outcomeOf(params.outcome)}
        openId={params.id ?? null}
        onOpen={open}
      />
      <ExchangeDrawer id={params.id ?? null} onClose={() => setParams({ id: '' })} onOpen={open} />
    </>
  );
}

function TrafficList({
  connectionId,
  firstSearch,
  firstOutcome,
  openId,
  onOpen,
}: {
  connectionId: string;
  firstSearch: string;
  firstOutcome: Outcome;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const [search, setSearch] = useState(firstSearch);
  const [outcome, setOutcome] = useState<Outcome>(firstOutcome);
  const [limit, setLimit] = useState(FIRST_ROWS);
  const page = useQuery({
    ...ask('traffic', 'exchanges', {
      filter: filterOf(connectionId, { search: search.trim(), outcomes: classesOf(outcome) }),
      before: null,
      limit,
    }),
    placeholderData: keepPreviousData,
  });
  const face = useClockFace(connectionId);
  const exchanges = page.data?.exchanges ?? [];
  const total = page.data?.total ?? 0;
  const filtered = search.trim() !== '' || outcome !== 'all';
  const more = exchanges.length >= limit;
  const count = filtered
    ? `${formatNumber(exchanges.length)}${more ? '+' : ''} of ${formatCount(total, 'exchange')}`
    : formatCount(total, 'exchange');
  const [announced] = useDebouncedValue(count, ANNOUNCE_AFTER_MS);
  const showAll = () => {
    setSearch('');
    setOutcome('all');
  };
  return (
    <div className={styles.page}>
      <PageHeader
        title="Traffic"
        description="Every request and its answer, without secrets and tokens. Data of guests is kept as it was sent: in memory only, until you clear it or quit."
        actions={<ClearTraffic connectionId={connectionId} disabled={total === 0} />}
      />
      <search className={styles.bar} aria-label="Filter exchanges">
        <TextInput
          className={styles.search}
          aria-label="Filter by text"
          placeholder="Path, operation, status or request id"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          maxLength={500}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
          spellCheck={false}
        />
        <SegmentedControl
          aria-label="Filter by outcome"
          data={OUTCOMES.map(({ value, label }) => ({ value, label }))}
          value={outcome}
          onChange={(value) => setOutcome(outcomeOf(value))}
        />
        <span className={`${styles.count} lk-num`} aria-hidden>
          {count}
        </span>
        <span className="lk-unseen" role="status">
          {announced}
        </span>
      </search>
      {page.error ? <ErrorNotice error={page.error} onRetry={() => void page.refetch()} /> : null}
      {page.isSuccess && exchanges.length === 0 ? (
        <div className={styles.nothing}>
          {filtered && total > 0 ? (
            <EmptyState
              icon={<IconFilterOff size={28} />}
              title="No exchange matches"
              action={
                <button type="button" className={styles.link} onClick={showAll}>
                  Show all {formatCount(total, 'exchange')}
                </button>
              }
            >
              Nothing on record has this text and outcome.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconArrowsLeftRight size={28} />} title="Nothing was sent yet">
              Requests appear here the moment they are answered: tokens, listings, searches and quotes.
            </EmptyState>
          )}
        </div>
      ) : (
        <ExchangeGrid
          exchanges={exchanges}
          face={face}
          openId={openId}
          onOpen={onOpen}
          onNearEnd={() => more && limit < MOST_ROWS && setLimit(Math.min(MOST_ROWS, limit * 2))}
        />
      )}
    </div>
  );
}
