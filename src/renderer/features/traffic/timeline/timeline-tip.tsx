/** The tooltip of a bar. For screen readers, the slider over the bars has the same text. */

import type { TimelineBucket } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import { OutcomeSwatch } from '../../../actions/timeline/outcome-swatch.tsx';
import { formatNumber } from '../../../text/format.ts';
import { percent } from '../../../ui/percent.ts';
import styles from './timeline.module.css';
import { barText } from './timeline-window.ts';

interface Props {
  scope: string;
  bucket: TimelineBucket;
  bucketMs: number;
  /** The position of the bar on the axis, from 0 to 1. */
  share: number;
}

export function TimelineTip({ scope, bucket, bucketMs, share }: Props) {
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
