/** The Traffic page without its drawer: heading, timeline, filters, queue and the table of exchanges. */
import { Button, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { ExchangePage, OutcomeClass } from '../../../../shared/model/traffic.ts';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { offerUndoOf } from '../../../actions/offer-undo.tsx';
import { useAct, useAsk } from '../../../ipc/client.ts';
import { useAudience, useClockFace } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconArrowsLeftRight, IconColumns3, IconFilterOff, IconTrash } from '../../../ui/icons.ts';
import { LiveCount } from '../../../ui/live-count.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { StatusSuggestion } from '../filters/status-suggestion.tsx';
import { exchangeFilterOf, isFiltered, NO_FILTERS, parseFilters, type TimeRange } from '../filters/traffic-filters.ts';
import { QueueStatus } from '../queue/queue-status.tsx';
import { TimelineCard } from '../timeline/timeline-card.tsx';
import styles from '../traffic.module.css';
import type { ExportControl } from '../use-export.tsx';
import { ExchangeTable } from './exchange-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { JournalNotice } from './journal-notice.tsx';
import { useExchangeList } from './use-exchange-list.ts';
import { useLivePause, useLiveRows, useSpanStart } from './use-live-rows.ts';
import { useMarks } from './use-marks.ts';

type Params = SearchOf<'traffic'>;

interface TrafficListProps {
  connectionId: string;
  params: Params;
  onParams: (changes: Params) => void;
  onOpen: (id: string) => void;
  onCompare: (id: string, otherId: string) => void;
  onCompose: () => void;
  exporting: ExportControl;
}

export function TrafficList(props: TrafficListProps) {
  const { connectionId, params, onParams, onOpen, onCompare, onCompose, exporting } = props;
  const audience = useAudience();
  const { search, outcome, operation, host, credentialId, taskId, span, from, until } = params;
  const filters = useMemo(
    () => parseFilters({ search, outcome, operation, host, credentialId, taskId, span, from, until } as Params),
    [search, outcome, operation, host, credentialId, taskId, span, from, until],
  );
  const chooseOutcomes = useCallback(
    (outcomes: readonly OutcomeClass[]) => onParams({ outcome: outcomes.join(',') }),
    [onParams],
  );
  const chooseRange = useCallback(
    ({ from: since, until: end }: TimeRange) => onParams({ span: undefined, from: since, until: end }),
    [onParams],
  );
  const face = useClockFace(connectionId);
  const live = useLivePause();
  const since = useSpanStart(filters.span, face, live.held);
  const filter = useMemo(() => exchangeFilterOf(connectionId, filters, since), [connectionId, filters, since]);
  const list = useExchangeList(filter);
  const shown = useLiveRows(list.rows, live.held);
  const marks = useMarks(shown.exchanges);
  const narrowed = isFiltered(filters);
  const empty = list.known && !list.outdated && list.rows.length === 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Traffic"
        description={<AboutJournal />}
        actions={
          <>
            <ExportMenu filter={filter} matched={list.matched} narrowed={narrowed} marks={marks} control={exporting} />
            {audience === 'support' ? <Button onClick={onCompose}>New request</Button> : null}
            <ClearTraffic connectionId={connectionId} disabled={list.total === 0} />
          </>
        }
      />
      <JournalNotice />
      <TimelineCard filter={filter} filters={filters} face={face} onOutcomes={chooseOutcomes} onRange={chooseRange} />
      <FilterBar connectionId={connectionId} filters={filters} onChange={onParams} />
      <div className={styles.status}>
        <QueueStatus connectionId={connectionId} />
        <StatusSuggestion filters={filters} onChange={onParams} />
        {marks.marked.length === 2 ? <CompareMarked marked={marks.marked} onCompare={onCompare} /> : null}
        <LiveCount {...countTexts(list.matched, list.total, narrowed, marks.marked.length)} className={styles.count} />
        <Switch
          label="Live"
          size="sm"
          checked={!live.paused}
          onChange={(event) => live.setPaused(!event.currentTarget.checked)}
        />
      </div>
      {list.error ? <ErrorNotice error={list.error} onRetry={list.retry} /> : null}
      {empty ? (
        <NoExchanges narrowed={narrowed} total={list.total} onShowAll={() => onParams(NO_FILTERS)} />
      ) : (
        <ExchangeTable
          exchanges={shown.exchanges}
          rowCount={list.hasMore ? (list.matched.more ? null : list.matched.count) : shown.exchanges.length}
          listKey={JSON.stringify(filters)}
          face={face}
          heldCount={live.offers ? shown.heldCount : 0}
          openId={params.id ?? null}
          marks={marks}
          onOpen={onOpen}
          onReadMore={list.readMore}
          onScrolled={live.setScrolled}
          onPressed={live.setPressed}
          onShowHeld={shown.showHeld}
        />
      )}
    </div>
  );
}

interface CompareMarkedProps {
  marked: readonly string[];
  onCompare: (id: string, otherId: string) => void;
}

/** Compares the two marked exchanges, the older one on the left. */
function CompareMarked({ marked: [newer = '', older = ''], onCompare }: CompareMarkedProps) {
  return (
    <IconButton size="compact-sm" flex="none" Icon={IconColumns3} onClick={() => onCompare(older, newer)}>
      Compare the 2 marked
    </IconButton>
  );
}

/** Explains what is recorded of an exchange and for how long, with a link to the settings. */
function AboutJournal() {
  const journal = useAsk('app', 'preferences', null).data?.journal;
  const storage = useAsk('traffic', 'journal', null).data?.storage;
  if (!journal) return <Text size="sm">Every request and response, without secrets and tokens.</Text>;
  const where =
    storage === 'memory'
      ? 'Kept in memory for now'
      : `Stored on this disk for up to ${formatCount(journal.maxDays, 'day')}`;
  return (
    <Text size="sm">
      {where}, without secrets and tokens; guest data in new exchanges is{' '}
      {journal.keepGuests ? 'stored as sent' : 'redacted'}.{' '}
      <PageLink
        to="/settings"
        search={{ section: 'journal' }}
        aria-label="Change what is stored"
        size="sm"
        underline="always"
      >
        Change
      </PageLink>
    </Text>
  );
}

/** How many exchanges are shown: "1,234 of 48,120 exchanges · 2 marked", or "more than 10,000 of 48,120 exchanges". */
function countTexts({ count, more }: ExchangePage['matched'], total: number, narrowed: boolean, marked: number) {
  const all = formatCount(total, 'exchange');
  const least = more ? 'more than ' : '';
  const marks = marked === 0 ? [] : [`${formatNumber(marked)} marked`];
  return {
    text: [narrowed ? `${least}${formatNumber(count)} of ${all}` : all, ...marks].join(' · '),
    // The app sends requests by itself, so a screen reader hears no total.
    said: [...(narrowed ? [`${least}${formatCount(count, 'matching exchange')}`] : []), ...marks].join(' · '),
  };
}

interface Props {
  narrowed: boolean;
  total: number;
  onShowAll: () => void;
}

/** The text in place of the table when no exchanges are shown. */
function NoExchanges({ narrowed, total, onShowAll }: Props) {
  return (
    <div className={styles.nothing}>
      {narrowed && total > 0 ? (
        <EmptyState
          compact
          icon={<IconFilterOff size={28} />}
          title="No matching exchanges"
          action={<Button onClick={onShowAll}>Show all {formatCount(total, 'exchange')}</Button>}
        >
          No recorded exchange meets all filters. New exchanges that match appear here automatically.
        </EmptyState>
      ) : (
        <EmptyState compact icon={<IconArrowsLeftRight size={28} />} title="No traffic yet">
          Exchanges appear here as soon as the service responds: token requests, listings, searches and quotes.
        </EmptyState>
      )}
    </div>
  );
}

/** Deletes the exchanges of a connection after a confirmation, and offers an undo. */
function ClearTraffic({ connectionId, disabled }: { connectionId: string; disabled: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false);
  const clear = useAct('traffic', 'clear', {
    quiet: true,
    onSuccess: (pending) => {
      close();
      if (pending) offerUndoOf('Traffic cleared', [pending.deletionId]);
    },
  });
  return (
    <>
      <IconButton Icon={IconTrash} onClick={open} disabled={disabled}>
        Clear
      </IconButton>
      {confirming ? (
        <ConfirmDialog
          title="Clear the traffic of this connection?"
          confirm="Clear"
          keep="Keep"
          mutation={clear}
          onConfirm={() => clear.mutate({ connectionId })}
          onClose={close}
        >
          All exchanges of this connection are deleted, also from the disk, and Doctor can no longer use them. Token
          slots and the ledger stay as they are. You can undo this for a few seconds.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
