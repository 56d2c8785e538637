/** Exchanges by outcome as stacked bars on a time axis, each colour with a pattern. Traffic and the incident timeline draw them. */
import { memo, useId } from 'react';
import { OutcomeClass, type TimelineBucket } from '../../../shared/model/traffic.ts';
import { formatCount, formatInstant, formatNumber, formatShortNumber, percent } from '../../text/format.ts';
import { toneColours } from '../../ui/tag.tsx';
import { OUTCOMES } from './outcome.ts';
import { fillOf, OutcomeFills } from './outcome-swatch.tsx';
import { shareOf, type TimeWindow, ticksOf } from './time-window.ts';
import styles from './timeline.module.css';

const BAR_SHARE = 0.86;
const MAX_BAR_PX = 28;
const MIN_PART_PX = 3;

/** Returns the number of exchanges in a bucket with one of the outcomes. */
export const heightOf = ({ counts }: TimelineBucket, outcomes: readonly OutcomeClass[]): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** Draws the bars. Screen readers skip them and read the counts of the surrounding element. */
export const TimelineBars = memo(function TimelineBars({
  buckets,
  bucketMs,
  window,
  shown = OutcomeClass.options,
  isCovered = false,
}: {
  buckets: readonly TimelineBucket[];
  bucketMs: number;
  window: TimeWindow;
  shown?: readonly OutcomeClass[];
  /** Whether something lies over the bars, so that the pointer does not reach their titles. */
  isCovered?: boolean;
}) {
  const scope = useId();
  const max = Math.max(1, ...buckets.map((bucket) => heightOf(bucket, shown)));
  const width = `min(${MAX_BAR_PX}px, ${percent((BAR_SHARE * bucketMs) / (window.until - window.from))})`;
  return (
    <div className={styles.bars} aria-hidden>
      <svg className={styles.drawing} aria-hidden focusable="false">
        <OutcomeFills scope={scope} />
        {buckets.map((bucket) => (
          <Bar
            key={bucket.at}
            bucket={bucket}
            shown={shown}
            max={max}
            scope={scope}
            width={width}
            isCovered={isCovered}
            middle={shareOf(window, bucket.at + bucketMs / 2)}
          />
        ))}
      </svg>
      <span className={styles.max}>{formatShortNumber(max)}</span>
    </div>
  );
});

interface BarProps {
  bucket: TimelineBucket;
  shown: readonly OutcomeClass[];
  max: number;
  scope: string;
  width: string;
  isCovered: boolean;
  /** The position of the bar's middle within the window, 0–1. */
  middle: number;
}

function Bar({ bucket, shown, max, scope, width, isCovered, middle }: BarProps) {
  const all = heightOf(bucket, shown);
  if (all === 0) return null;
  const parts = OUTCOMES.filter(({ id }) => shown.includes(id) && bucket.counts[id] > 0);
  let below = 0;
  const rects = parts.map(({ id, tone }) => {
    const height = `max(${MIN_PART_PX}px, ${percent(bucket.counts[id] / max)})`;
    const y = `calc(${percent(1 - below / max)} - ${height})`;
    below += bucket.counts[id];
    return (
      <rect
        key={id}
        style={{ x: `calc(${percent(middle)} - ${width} / 2)`, y, width, height }}
        fill={fillOf(scope, id)}
        stroke={toneColours(tone).strong}
        strokeWidth={0.75}
      />
    );
  });
  if (isCovered) return rects;
  const failed = all - (shown.includes('ok') ? bucket.counts.ok : 0);
  return (
    <g>
      <title>
        {formatInstant(bucket.at, { style: 'time' })}: {formatCount(all, 'exchange')}, {formatNumber(failed)} without
        success
      </title>
      {rects}
    </g>
  );
}

export function TimeAxis({ window }: { window: TimeWindow }) {
  return (
    <div className={styles.axis} aria-hidden>
      {ticksOf(window).map(({ at, text }) => (
        <span key={at} className={styles.tick} style={{ left: percent(shareOf(window, at)) }}>
          <span className="lk-num">{text}</span>
        </span>
      ))}
    </div>
  );
}
