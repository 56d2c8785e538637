/** Marks above bars with refusals that are too few to be seen in the bar, because a single 403 among 500 successes matters. */
import type { OutcomeClass, Timeline } from '../../../../shared/model/traffic.ts';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import { heightOf } from '../../../actions/timeline/timeline-bars.tsx';
import { toneColours } from '../../../ui/tone.ts';
import styles from './timeline.module.css';

/** A part of a bar that is smaller than this share of the highest bar (about nine pixels) is hard to see. */
const MIN_SHARE = 0.12;
const REFUSALS: readonly OutcomeClass[] = ['forbidden', 'unauthorized', 'tooMany'];

interface Props {
  timeline: Timeline;
  shown: readonly OutcomeClass[];
}

/** Draws the marks. Screen readers skip them, because the slider over the bars tells the counts. */
export function TimelineMarks({ timeline: { buckets }, shown }: Props) {
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
