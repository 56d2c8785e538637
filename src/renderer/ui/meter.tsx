/** The used part of a limit, as a labelled bar and as numbers. */
import { formatNumber } from '../text/format.ts';
import styles from './meter.module.css';
import { type Tone, toneColours } from './tag.tsx';

export function usageTone(used: number, limit: number): Tone {
  const share = limit <= 0 ? 1 : used / limit;
  if (share >= 0.9) return 'warn';
  return share >= 0.7 ? 'accent' : 'good';
}

interface Props {
  label: string;
  used: number;
  limit: number;
  others?: number;
  allowed?: number;
  tone?: Tone | undefined;
  hideLabel?: boolean;
}

/**
 * Shows the use of a limit. `others`: the part of `used` that other clients sent. `allowed`: the number of requests after which the console sends no
 * more; at most `limit`.
 */
export function Meter({ label, used, limit, others = 0, allowed = limit, tone, hideLabel = false }: Props) {
  const percent = (count: number): number => (limit <= 0 ? 100 : Math.min(100, Math.max(0, (count / limit) * 100)));
  const otherCount = Math.min(used, Math.max(0, others));
  const ownPercent = percent(used - otherCount);
  const effectiveLimit = Math.min(allowed, limit);
  const numbers = `${formatNumber(used)} of ${formatNumber(effectiveLimit)}`;
  return (
    <div className={styles.meter}>
      {hideLabel ? null : (
        <div className={styles.line}>
          <span className={styles.name}>{label}</span>
          <span className={`${styles.value} lk-num`}>{numbers}</span>
        </div>
      )}
      <meter
        className="lk-unseen"
        aria-label={label}
        min={0}
        max={effectiveLimit}
        value={Math.min(used, effectiveLimit)}
      >
        {numbers}
      </meter>
      <div className={styles.bar} aria-hidden>
        <div
          className={styles.fill}
          style={{ width: `${ownPercent}%`, background: toneColours(tone ?? usageTone(used, effectiveLimit)).strong }}
        />
        {otherCount > 0 ? (
          <div
            className={styles.others}
            style={{ left: `${ownPercent}%`, width: `${percent(used) - ownPercent}%` }}
            data-others
          />
        ) : null}
        {effectiveLimit < limit ? (
          <div className={styles.barred} style={{ left: `${percent(effectiveLimit)}%` }} data-barred />
        ) : null}
      </div>
    </div>
  );
}
