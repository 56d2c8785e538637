/** The timeline: exchanges by outcome as bars. Its chips filter the list by outcome, and selected bars filter it by time. */
import { useId, useMemo, useState } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import { type ExchangeFilter, OutcomeClass, type Timeline } from '../../../../shared/model/traffic.ts';
import { readClock } from '../../../../shared/time/clock-face.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { OutcomeFills } from '../../../actions/timeline/outcome-swatch.tsx';
import type { TimeWindow } from '../../../actions/timeline/time-window.ts';
import { TimeAxis, TimelineBars } from '../../../actions/timeline/timeline-bars.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useNow } from '../../../ui/use-now.ts';
import type { TimeRange, TrafficFilters } from '../filters/traffic-filters.ts';
import { OutcomeChips } from './outcome-chips.tsx';
import styles from './timeline.module.css';
import { TimelineBrush } from './timeline-brush.tsx';
import { TimelineMarks } from './timeline-marks.tsx';
import { TimelineTip } from './timeline-tip.tsx';
import { countsText, totalsOf, windowOf, windowText } from './timeline-window.ts';

interface Props {
  filter: ExchangeFilter;
  filters: TrafficFilters;
  face: ClockFace | undefined;
  onOutcomes: (outcomes: readonly OutcomeClass[]) => void;
  onRange: (range: TimeRange) => void;
}

export function TimelineCard({ filter, filters, face, onOutcomes, onRange }: Props) {
  const scope = useId();
  const now = useSecond(face);
  const [pointed, setPointed] = useState<number | null>(null);
  const recorded = useAsk('traffic', 'facets', { connectionId: filter.connectionId }).data;
  const window = windowOf(filters.span, filters.range, now, recorded);
  const asked = { filter: { ...filter, outcomes: [], from: null, until: null }, ...window };
  const query = useAsk('traffic', 'timeline', asked, { keepsPrevious: true, gcTime: 5_000 });
  const timeline = query.data;
  // Pointing at a bar draws the card again; the bars are drawn again only for another range.
  const drawn = useMemo(() => timeline && rangeOf(timeline), [timeline]);
  const totals = totalsOf(timeline);
  const shown = filters.outcomes.length === 0 ? OutcomeClass.options : filters.outcomes;
  const bucket = pointed === null ? undefined : timeline?.buckets[pointed];
  const span = windowText(window, filters, now);
  return (
    <section className={styles.card} aria-label="Timeline">
      <svg className={styles.fills} aria-hidden focusable="false">
        <OutcomeFills scope={scope} />
      </svg>
      <div className={styles.head}>
        <OutcomeChips scope={scope} totals={totals} chosen={filters.outcomes} span={span} onChoose={onOutcomes} />
        <span className={`${styles.read} lk-num`} aria-hidden>
          {span}, {formatDuration(window.bucketMs)}/bar
        </span>
      </div>
      <p className="lk-unseen">
        In {span}: {countsText(totals)}.
      </p>
      {query.error ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} compact /> : null}
      <div className={styles.plot}>
        {timeline && drawn ? (
          <>
            <div className={styles.bars}>
              <TimelineBars buckets={timeline.buckets} bucketMs={timeline.bucketMs} window={drawn} shown={shown} />
            </div>
            <TimeAxis window={drawn} />
            <TimelineMarks timeline={timeline} shown={shown} />
            <TimelineBrush timeline={timeline} onPoint={setPointed} onChoose={onRange} />
            {bucket && pointed !== null ? (
              <TimelineTip
                scope={scope}
                bucket={bucket}
                bucketMs={timeline.bucketMs}
                share={(pointed + 0.5) / timeline.buckets.length}
              />
            ) : null}
          </>
        ) : null}
      </div>
    </section>
  );
}

/** The connection's time at the end of this computer's current second (epoch ms). It changes once a second, however fast that clock runs. */
function useSecond(face: ClockFace | undefined): number {
  const second = (Math.floor(useNow() / 1_000) + 1) * 1_000;
  return face ? readClock(face, second) : second;
}

function rangeOf({ buckets, bucketMs }: Timeline): TimeWindow {
  const from = buckets[0]?.at ?? 0;
  return { from, until: from + Math.max(1, buckets.length) * bucketMs };
}
