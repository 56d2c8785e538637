/** How much of a limit is used: a labelled bar that says its numbers. */

import { formatNumber } from './format.ts';
import styles from './meter.module.css';
import { type Tone, toneColours } from './tone.ts';

/** The tone of a share: calm below 70 %, accent below 90 %, warn from there on. */
export function usageTone(used: number, limit: number): Tone {
  const share = limit <= 0 ? 1 : used / limit;
  if (share >= 0.9) return 'warn';
  return share >= 0.7 ? 'accent' : 'good';
}

export function Meter({
  label,
  used,
  limit,
  tone,
  hideLabel = false,
}: {
  label: string;
  used: number;
  limit: number;
  tone?: Tone | undefined;
  hideLabel?: boolean;
}) {
  const share = limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit));
  return (
    <div className={styles.meter}>
      {hideLabel ? null : (
        <div className={styles.line}>
          <span className={styles.name}>{label}</span>
          <span className={`${styles.value} lk-num`}>
            {formatNumber(used)} of {formatNumber(limit)}
          </span>
        </div>
      )}
      <meter className="lk-unseen" aria-label={label} min={0} max={limit} value={Math.min(used, limit)}>
        {formatNumber(used)} of {formatNumber(limit)}
      </meter>
      <div className={styles.bar} aria-hidden>
        <div
          className={styles.fill}
          style={{ width: `${share * 100}%`, background: toneColours(tone ?? usageTone(used, limit)).strong }}
        />
      </div>
    </div>
  );
}
