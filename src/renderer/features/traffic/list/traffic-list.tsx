/** The page behind the drawer: head, timeline, conditions, what waits, and the rows. */
import { Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useClockFace } from '../../../ipc/use-clock-face.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { StatusOffer } from '../filters/status-suggestion.tsx';
import { filterOfView, isNarrowed, NO_CONDITIONS, viewOf } from '../filters/traffic-filters.ts';
import { useSpanStart } from '../filters/use-span-start.ts';
import { WaitingLine } from '../queue/queue-status.tsx';
import { TimelineCard } from '../timeline/timeline-card.tsx';
import styles from '../traffic.module.css';
import type { ExportControl } from '../use-export.tsx';
import { AboutRecord } from './about-journal.tsx';
import { ClearTraffic } from './clear-traffic.tsx';
import { ExchangeGrid } from './exchange-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { JournalNotice } from './journal-notice.tsx';
import { countText, ListCount } from './list-count.tsx';
import { NothingToShow } from './no-exchanges.tsx';
import { useExchangeList } from './use-exchange-list.ts';
import { useSteadyRows, useStill } from './use-live-rows.ts';
import { useMarks } from './use-marks.ts';

type Params = SearchOf<'traffic'>;

export function TrafficList({
  connectionId,
  params,
  onParams,
  onOpen,
  exporting,
}: {
  connectionId: string;
  params: Params;
  onParams: (changes: Params) => void;
  onOpen: (id: string) => void;
  exporting: ExportControl;
}) {
  const { search, outcome, operation, host, taskId, span, from, until } = params;
  const view = useMemo(
    () => viewOf({ search, outcome, operation, host, taskId, span, from, until } as Params),
    [search, outcome, operation, host, taskId, span, from, until],
  );
  const face = useClockFace(connectionId);
  const still = useStill();
  const since = useSpanStart(view.span, face, still.still);
  const filter = useMemo(() => filterOfView(connectionId, view, since), [connectionId, view, since]);
  const list = useExchangeList(filter);
  const steady = useSteadyRows(list.rows, still);
  const marks = useMarks(steady.shown);
  const narrowed = isNarrowed(view);
  const nothing = list.known && !list.outdated && list.rows.length === 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Traffic"
        description={<AboutRecord />}
        actions={
          <>
            <ExportMenu filter={filter} matched={list.matched} narrowed={narrowed} marks={marks} control={exporting} />
            <ClearTraffic connectionId={connectionId} disabled={list.total === 0} />
          </>
        }
      />
      <JournalNotice />
      <TimelineCard
        filter={filter}
        view={view}
        face={face}
        onOutcomes={(outcomes) => onParams({ outcome: outcomes.join(',') })}
        onStretch={(stretch) => onParams({ span: undefined, from: stretch.from, until: stretch.until })}
      />
      <FilterBar connectionId={connectionId} view={view} onChange={onParams} />
      <div className={styles.standing}>
        <WaitingLine connectionId={connectionId} />
        <StatusOffer view={view} onChange={onParams} />
        <ListCount text={countText(list.matched, list.total, narrowed)} marked={marks.marked.length} />
        <Switch
          label="Live"
          size="sm"
          checked={!still.paused}
          onChange={(event) => still.setPaused(!event.currentTarget.checked)}
        />
      </div>
      {list.error ? <ErrorNotice error={list.error} onRetry={list.retry} /> : null}
      {nothing ? (
        <NothingToShow narrowed={narrowed} total={list.total} onShowAll={() => onParams(NO_CONDITIONS)} />
      ) : (
        <ExchangeGrid
          exchanges={steady.shown}
          rowCount={list.hasMore ? (list.matched.more ? null : list.matched.count) : steady.shown.length}
          listKey={JSON.stringify(view)}
          face={face}
          live={!still.still}
          outdated={list.outdated}
          held={steady.held}
          openId={params.id ?? null}
          marks={marks}
          onOpen={onOpen}
          onReadOn={list.readOn}
          onScrolled={still.setScrolled}
          onCallUp={steady.callUp}
        />
      )}
    </div>
  );
}
