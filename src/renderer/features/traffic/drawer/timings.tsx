/** The timing of one exchange: a row for each step, with its duration. */

import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { extentOf, positionOf, type Segment, STEPS, timingOf } from './exchange-timing.ts';
import styles from './timings.module.css';

export function Timings({ exchange }: { exchange: ExchangeSummary }) {
  const timing = timingOf(exchange);
  const extent = extentOf([timing]);
  return (
    <section aria-label="Timings">
      <h3 className={styles.title}>
        Timings
        <span className={`${styles.sum} lk-num`}>{formatDuration(extent.until - extent.from)} in total</span>
      </h3>
      <table className={styles.steps} aria-label="Timings">
        <thead className="lk-unseen">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">When</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {timing.segments.map((segment) => (
            <tr key={segment.step}>
              <th scope="row" title={STEPS[segment.step].about}>
                {STEPS[segment.step].name}
              </th>
              <td className={styles.lane}>
                <SegmentBar segment={segment} extent={extent} />
              </td>
              <td className="lk-num">{formatDuration(segment.until - segment.from)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A bar for one phase of an exchange on the time axis, at least 3 pixels wide. */
export function SegmentBar({ segment, extent }: { segment: Segment; extent: { from: number; until: number } }) {
  const from = positionOf(segment.from, extent);
  const width = positionOf(segment.until, extent) - from;
  return (
    <span
      className={styles.bar}
      data-step={segment.step}
      style={{ left: `min(${from * 100}%, calc(100% - 3px))`, width: `max(3px, ${width * 100}%)` }}
      title={`${STEPS[segment.step].name}: ${formatDuration(segment.until - segment.from)}`}
    />
  );
}
