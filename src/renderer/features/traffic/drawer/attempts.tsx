/** The attempts of one request below each other on one axis of time, with what lay between them. */
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { formatDuration, formatInstant } from '../../../ui/format.ts';
import { StatusCode } from '../../../ui/status-code.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { errorWords } from '../exchange-text.ts';
import { type Course, coursesOf, extentOf, STEPS, type Step } from './exchange-timing.ts';
import styles from './timings.module.css';
import { Bar } from './timings.tsx';

const ORDER: readonly Step[] = ['place', 'token', 'server', 'receiving', 'lost', 'pause'];

export function Attempts({
  chain,
  currentId,
  onOpen,
}: {
  chain: readonly ExchangeSummary[];
  currentId: string;
  onOpen: (id: string) => void;
}) {
  const courses = coursesOf(chain);
  const extent = extentOf(courses);
  const steps = new Set(courses.flatMap(({ segments }) => segments.map(({ step }) => step)));
  return (
    <>
      <ol className={styles.attempts} aria-label="Attempts of this request">
        {courses.map((course, index) => (
          <li key={course.exchange.id}>
            <button
              type="button"
              className={styles.attempt}
              aria-current={course.exchange.id === currentId}
              onClick={() => onOpen(course.exchange.id)}
            >
              <span className={styles.order}>{course.exchange.attempt}</span>
              {course.exchange.status === null ? (
                <Tag tone="warn">{errorWords(course.exchange)}</Tag>
              ) : (
                <StatusCode status={course.exchange.status} withName />
              )}
              <span className={`${styles.when} lk-num`}>
                {formatInstant(course.exchange.sentAt, { style: 'time' })}
              </span>
              <span className={styles.what}>{wordsOf(course, courses[index - 1])}</span>
              <span className={styles.axis} aria-hidden>
                {course.segments.map((segment) => (
                  <Bar key={segment.step} segment={segment} extent={extent} />
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.legend} aria-hidden>
        <span>{formatDuration(extent.until - extent.from)} in all:</span>
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

function wordsOf({ exchange, segments }: Course, before: Course | undefined): string {
  const took = exchange.durationMs === null ? '' : `took ${formatDuration(exchange.durationMs)}`;
  if (!before) return took;
  const first = segments[0];
  const gapMs = exchange.sentAt - (first?.from ?? exchange.sentAt);
  const known = exchange.tokenGeneration !== null && exchange.tokenGeneration !== before.exchange.tokenGeneration;
  const newToken = known ? `new token, generation ${exchange.tokenGeneration}` : '';
  return [`${formatDuration(gapMs)} later`, newToken, took].filter(Boolean).join(' · ');
}
