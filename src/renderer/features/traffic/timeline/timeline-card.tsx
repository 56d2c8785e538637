/** The timeline: exchanges by outcome as bars. Its chips filter the list by outcome, and selected bars filter it by time. */
import { memo, useId, useMemo, useState } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import {
  type ExchangeFilter,
  OutcomeClass,
  type Timeline,
  type TimelineBucket,
} from '../../../../shared/model/traffic.ts';
import { readClock } from '../../../../shared/time/clock-face.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import { OutcomeFills, OutcomeSwatch } from '../../../actions/timeline/outcome-swatch.tsx';
import type { TimeWindow } from '../../../actions/timeline/time-window.ts';
import { heightOf, TimeAxis, TimelineBars } from '../../../actions/timeline/timeline-bars.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { formatNumber, percent } from '../../../text/format.ts';
import { toneColours } from '../../../ui/tag.tsx';
import { useAtNow } from '../../../ui/use-now.ts';
import type { TimeRange, TrafficFilters } from '../filters/traffic-filters.ts';
import { OutcomeChips } from './outcome-chips.tsx';
import styles from './timeline.module.css';
import { TimelineBrush } from './timeline-brush.tsx';
import { barText, countsText, totalsOf, windowOf, windowText } from './timeline-window.ts';

interface Props {
  filter: ExchangeFilter;
  filters: TrafficFilters;
  face: ClockFace | undefined;
  onOutcomes: (outcomes: readonly OutcomeClass[]) => void;
  onRange: (range: TimeRange) => void;
}

export const TimelineCard = memo(function TimelineCard({ filter, filters, face, onOutcomes, onRange }: Props) {
  const scope = useId();
  const now = useEndOfSecond(face);
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
              <TimelineBars
                buckets={timeline.buckets}
                bucketMs={timeline.bucketMs}
                window={drawn}
                shown={shown}
                isCovered
              />
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
});

/** Returns the connection's time at the end of this computer's current second (epoch ms). It changes once a second, however fast that clock runs. */
function useEndOfSecond(face: ClockFace | undefined): number {
  const second = useAtNow(undefined, (now) => (Math.floor(now / 1_000) + 1) * 1_000);
  return face ? readClock(face, second) : second;
}

function rangeOf({ buckets, bucketMs }: Timeline): TimeWindow {
  const from = buckets[0]?.at ?? 0;
  return { from, until: from + Math.max(1, buckets.length) * bucketMs };
}

/** The share of the highest bar (about nine pixels) below which a part of a bar is hard to see. */
const MIN_SHARE = 0.12;
const REFUSALS: readonly OutcomeClass[] = ['forbidden', 'unauthorized', 'tooMany'];

interface TimelineMarksProps {
  timeline: Timeline;
  shown: readonly OutcomeClass[];
}

/** Draws the marks. Screen readers skip them, because the slider over the bars tells the counts. */
function TimelineMarks({ timeline: { buckets }, shown }: TimelineMarksProps) {
  const heights = buckets.map((bucket) => heightOf(bucket, shown));
  const visible = Math.max(1, ...heights) * MIN_SHARE;
  const drawn = REFUSALS.filter((outcome) => shown.includes(outcome));
  return (
    <div className={styles.marks} aria-hidden>
      {buckets.map(({ at, counts }, index) => {
        const outcome = drawn.find((one) => counts[one] > 0 && counts[one] < visible);
        if (!outcome) return null;
        const { strong } = toneColours(OUTCOMES.find(({ id }) => id === outcome)?.tone ?? 'bad');
        return (
          <span
            key={at}
            className={styles.mark}
            data-outcome={outcome}
            style={{ left: `${((index + 0.5) / buckets.length) * 100}%`, background: strong }}
          />
        );
      })}
    </div>
  );
}

interface TimelineTipProps {
  scope: string;
  bucket: TimelineBucket;
  bucketMs: number;
  /** The position of the bar on the axis, from 0 to 1. */
  share: number;
}

/** The tooltip of a bar. For screen readers, the slider over the bars has the same text. */
function TimelineTip({ scope, bucket, bucketMs, share }: TimelineTipProps) {
  const present = OUTCOMES.filter(({ id }) => bucket.counts[id] > 0);
  return (
    <div className={styles.tipArea} aria-hidden>
      <div className={styles.tip} style={share < 0.5 ? { left: percent(share) } : { right: percent(1 - share) }}>
        <span className="lk-num">
          {barText(bucket.at, bucketMs)}, {formatDuration(bucketMs)}
        </span>
        {present.length === 0 ? <span>No exchanges</span> : null}
        {present.map((outcome) => (
          <span key={outcome.id} className={styles.tipLine}>
            <OutcomeSwatch scope={scope} outcome={outcome} />
            {outcome.label}
            <strong className="lk-num">{formatNumber(bucket.counts[outcome.id])}</strong>
          </span>
        ))}
      </div>
    </div>
  );
}
