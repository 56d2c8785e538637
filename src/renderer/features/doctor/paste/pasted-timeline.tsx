/** The dated exchanges of a customer's input on a time axis, and as a table with the gaps between them and the limits that the answers report. */
import { Button, Card } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PastedMoment } from '../../../../shared/model/pasted.ts';
import { OutcomeClass, outcomeClass, type TimelineBucket } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { MaskedText } from '../../../actions/masked-text.tsx';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import type { TimeWindow } from '../../../actions/timeline/time-window.ts';
import { TimeAxis, TimelineBars } from '../../../actions/timeline/timeline-bars.tsx';
import { formatCount, formatInstant, formatNumber } from '../../../text/format.ts';
import { StatusCode } from '../../../ui/status-code.tsx';
import styles from './pasted-timeline.module.css';

/** The number of rows that are drawn at first. */
const FIRST_ROWS = 100;

export function PastedTimeline({ moments, exchanges }: { moments: readonly PastedMoment[]; exchanges: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const { window, bucketMs, buckets } = useMemo(() => bucketsOf(moments), [moments]);
  const shown = isWhole ? moments : moments.slice(0, FIRST_ROWS);
  const hasLimits = moments.some(({ limits }) => limits !== '');
  return (
    <Card component="section" aria-label="Timeline of what was sent" className={styles.timeline ?? ''}>
      <h2 className={styles.title}>Timeline</h2>
      <p className={styles.summary}>{summaryText(moments, exchanges)}</p>
      <div className={styles.plot}>
        <TimelineBars buckets={buckets} bucketMs={bucketMs} window={window} />
      </div>
      <TimeAxis window={window} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Exchanges in the order of time">
        <table className={styles.table} aria-label="Exchanges in the order of time">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">After</th>
              <th scope="col">Status</th>
              <th scope="col">Request</th>
              {hasLimits ? <th scope="col">Limits it reports</th> : null}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, status, method, address, limits }, index) => (
              <tr key={index}>
                <td className="lk-num" title={formatInstant(at, { style: 'long' })}>
                  {formatInstant(at, { style: 'time' })}
                </td>
                <td className="lk-num">{index === 0 ? '' : formatDuration(at - (moments[index - 1]?.at ?? at))}</td>
                <td>
                  <StatusCode status={status} />
                </td>
                <td className={styles.request}>
                  <MaskedText text={[method, address].filter((part) => part !== null).join(' ') || 'Not shown'} />
                </td>
                {hasLimits ? <td>{limits}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < moments.length ? (
        <Button size="compact-sm" mt="xs" onClick={() => setIsWhole(true)}>
          Show all {formatNumber(moments.length)}
        </Button>
      ) : null}
    </Card>
  );
}

/** Writes the summary: "12 exchanges within 3 min: 8 succeeded, 4 × 429. Longest gap: 2 min, before 10:02:00. 3 more have no time." */
function summaryText(moments: readonly PastedMoment[], exchanges: number): string {
  const spanMs = (moments.at(-1)?.at ?? 0) - (moments[0]?.at ?? 0);
  const classes = moments.map(({ status }) => outcomeClass(status));
  const counts = OUTCOMES.flatMap(({ id, short }) => {
    const count = classes.filter((one) => one === id).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${short}`];
  });
  const gap = longestGapOf(moments);
  const others = exchanges - moments.length;
  return [
    `${formatCount(moments.length, 'exchange')} within ${formatDuration(spanMs)}: ${counts.join(', ')}.`,
    ...(gap
      ? [`Longest gap: ${formatDuration(gap.lengthMs)}, before ${formatInstant(gap.until, { style: 'time' })}.`]
      : []),
    ...(others > 0
      ? [`${formatNumber(others)} more ${others === 1 ? 'is' : 'are'} not on it, mostly for lack of a time.`]
      : []),
    'Times are in your time zone.',
  ].join(' ');
}

const BARS = 60;
const MIN_BAR_MS = 100;

interface PastedBuckets {
  readonly window: TimeWindow;
  readonly bucketMs: number;
  readonly buckets: readonly TimelineBucket[];
}

/** Counts the moments in bars, from the first moment to the last. There is at least one bar, even when all moments are the same instant. */
export function bucketsOf(moments: readonly PastedMoment[]): PastedBuckets {
  const from = moments[0]?.at ?? 0;
  const last = moments.at(-1)?.at ?? 0;
  const bucketMs = Math.max(MIN_BAR_MS, Math.ceil((last - from + 1) / BARS));
  const count = Math.floor((last - from) / bucketMs) + 1;
  const none = () => Object.fromEntries(OutcomeClass.options.map((kind) => [kind, 0])) as TimelineBucket['counts'];
  const buckets = Array.from({ length: count }, (_, index) => ({ at: from + index * bucketMs, counts: none() }));
  for (const { at, status } of moments) {
    const bucket = buckets[Math.floor((at - from) / bucketMs)];
    if (bucket) bucket.counts[outcomeClass(status)] += 1;
  }
  return { window: { from, until: from + count * bucketMs }, bucketMs, buckets };
}

/** Returns the longest time without an exchange, and when it ended; null when every exchange has the same time. */
export function longestGapOf(moments: readonly PastedMoment[]): { lengthMs: number; until: number } | null {
  let longest: { lengthMs: number; until: number } | null = null;
  for (const [index, { at }] of moments.entries()) {
    const lengthMs = at - (moments[index - 1]?.at ?? at);
    if (lengthMs > (longest?.lengthMs ?? 0)) longest = { lengthMs, until: at };
  }
  return longest;
}
