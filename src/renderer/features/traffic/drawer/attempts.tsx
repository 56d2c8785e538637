/** The attempts of one request on one time axis, with the waits between them. */

import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { formatInstant } from '../../../text/format.ts';
import { StatusCode } from '../../../ui/status-code.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { failureText } from '../exchange-text.ts';
import { type ExchangeTiming, extentOf, STEPS, type Step, timingsOf } from './exchange-timing.ts';
import styles from './timings.module.css';
import { SegmentBar } from './timings.tsx';

const ORDER: readonly Step[] = ['limit', 'token', 'response', 'download', 'lost', 'backoff'];

interface Props {
  chain: readonly ExchangeSummary[];
  currentId: string;
  onOpen: (id: string) => void;
}

export function Attempts({ chain, currentId, onOpen }: Props) {
  const timings = timingsOf(chain);
  const extent = extentOf(timings);
  const steps = new Set(timings.flatMap(({ segments }) => segments.map(({ step }) => step)));
  return (
    <>
      <ol className={styles.attempts} aria-label="Attempts of this request">
        {timings.map((timing, index) => (
          <li key={timing.exchange.id}>
            <button
              type="button"
              className={styles.attempt}
              aria-current={timing.exchange.id === currentId}
              onClick={() => onOpen(timing.exchange.id)}
            >
              <span className={styles.order}>{timing.exchange.attempt}</span>
              {timing.exchange.status === null ? (
                <Tag tone="warn">{failureText(timing.exchange)}</Tag>
              ) : (
                <StatusCode status={timing.exchange.status} withName />
              )}
              <span className={`${styles.when} lk-num`}>
                {formatInstant(timing.exchange.sentAt, { style: 'time' })}
              </span>
              <span className={styles.what}>{summaryOf(timing, timings[index - 1])}</span>
              <span className={styles.axis} aria-hidden>
                {timing.segments.map((segment) => (
                  <SegmentBar key={segment.step} segment={segment} extent={extent} />
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.legend} aria-hidden>
        <span>{formatDuration(extent.until - extent.from)} in total:</span>
        {ORDER.filter((step) => steps.has(step)).map((step) => (
          <span key={step} className={styles.key}>
            <span className={styles.swatch} data-step={step} />
            {STEPS[step].name}
          </span>
        ))}
      </p>
    </>
  );
}

function summaryOf({ exchange, segments }: ExchangeTiming, previous: ExchangeTiming | undefined): string {
  const took = exchange.durationMs === null ? '' : `took ${formatDuration(exchange.durationMs)}`;
  if (!previous) return took;
  const first = segments[0];
  const gapMs = exchange.sentAt - (first?.from ?? exchange.sentAt);
  const renewed = exchange.tokenGeneration !== null && exchange.tokenGeneration !== previous.exchange.tokenGeneration;
  const newToken = renewed ? `new token, generation ${exchange.tokenGeneration}` : '';
  return [`${formatDuration(gapMs)} later`, newToken, took].filter(Boolean).join(' · ');
}
