/** The number of requests in each of the last minutes, as bars and as text. */
import { memo } from 'react';
import { formatCount, formatNumber } from '../text/format.ts';
import styles from './minute-bars.module.css';

const HEIGHT = 34;
const STEP = 4;
const BAR = 3;

interface Props {
  counts: readonly number[];
  label: string;
  /** A text that follows “in the last hour”, such as “, counted since the app started”. */
  since?: string;
}

/** Shows counts as bars, one for each minute; the last one is the current minute. */
export const MinuteBars = memo(function MinuteBars({ counts, label, since = '' }: Props) {
  const max = Math.max(0, ...counts);
  const min = counts.length === 0 ? 0 : Math.min(...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const current = counts.at(-1) ?? 0;
  const text =
    total === 0
      ? `No requests in the last hour${since}`
      : `${formatCount(total, 'request')} in the last hour${since}: ${formatNumber(min)} to ${formatNumber(max)} per minute, ${formatNumber(current)} in the current minute`;
  if (total === 0) return <p className={styles.caption}>{text}.</p>;
  const width = counts.length * STEP;
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${text}`}
      >
        <title>{text}</title>
        {counts.map((count, minute) => {
          const height = count === 0 ? 1 : Math.max(3, (count / max) * HEIGHT);
          return (
            <rect
              key={`minute-${String(minute)}`}
              x={minute * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className={count === 0 ? styles.none : minute === counts.length - 1 ? styles.running : styles.some}
            />
          );
        })}
      </svg>
      <figcaption className={`${styles.caption} lk-num`} aria-hidden>
        {text}
      </figcaption>
    </figure>
  );
}, sameCounts);

type Drawn = { counts: readonly number[]; label: string; since?: string };

function sameCounts(before: Drawn, after: Drawn): boolean {
  return (
    before.label === after.label &&
    before.since === after.since &&
    before.counts.every((count, minute) => count === after.counts[minute])
  );
}
