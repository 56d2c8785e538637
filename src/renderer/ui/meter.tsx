/** A labelled bar with numbers: how much of a limit is used. */

import { formatNumber } from '../text/format.ts';
import styles from './meter.module.css';
import { type Tone, toneColours } from './tone.ts';

/** The tone of a share: good below 70 %, accent below 90 %, otherwise warn. */
export function usageTone(used: number, limit: number): Tone {
  const share = limit <= 0 ? 1 : used / limit;
  if (share >= 0.9) return 'warn';
  return share >= 0.7 ? 'accent' : 'good';
}

/** `others` is the part of `used` that other clients sent. No request is sent above `allowed`, which may be less than `limit`. */
export function Meter({
  label,
  used,
  limit,
  others = 0,
  allowed = limit,
  tone,
  hideLabel = false,
}: {
  label: string;
  used: number;
  limit: number;
  others?: number;
  allowed?: number;
  tone?: Tone | undefined;
  hideLabel?: boolean;
}) {
  const percent = (count: number): number => (limit <= 0 ? 100 : Math.min(100, Math.max(0, (count / limit) * 100)));
  const foreign = Math.min(used, Math.max(0, others));
  const own = percent(used - foreign);
  const held = Math.min(allowed, limit);
  const numbers = `${formatNumber(used)} of ${formatNumber(held)}`;
  return (
    <div className={styles.meter}>
      {hideLabel ? null : (
        <div className={styles.line}>
          <span className={styles.name}>{label}</span>
          <span className={`${styles.value} lk-num`}>{numbers}</span>
        </div>
      )}
      <meter className="lk-unseen" aria-label={label} min={0} max={held} value={Math.min(used, held)}>
        {numbers}
      </meter>
      <div className={styles.bar} aria-hidden>
        <div
          className={styles.fill}
          style={{ width: `${own}%`, background: toneColours(tone ?? usageTone(used, held)).strong }}
        />
        {foreign > 0 ? (
          <div className={styles.others} style={{ left: `${own}%`, width: `${percent(used) - own}%` }} data-others />
        ) : null}
        {held < limit ? <div className={styles.barred} style={{ left: `${percent(held)}%` }} data-barred /> : null}
      </div>
    </div>
  );
}
