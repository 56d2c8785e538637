/** A lifetime as a ring: the remaining share, with a notch at the instant of renewal. */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { formatCountdown } from '../text/format.ts';
import styles from './countdown-ring.module.css';
import { type Tone, toneColours } from './tag.tsx';
import { useNow } from './use-now.ts';

/** Returns the remaining share of a lifetime at `now`, 0–1. */
export function shareLeft(from: number | null, to: number | null, now: number): number {
  if (from === null || to === null || to <= from) return 0;
  return Math.min(1, Math.max(0, (to - now) / (to - from)));
}

function ringText(from: number | null, to: number | null, now: number): string {
  if (from === null || to === null) return 'no token';
  return now >= to ? 'expired' : `${formatDuration(to - now)} left of ${formatDuration(to - from)}`;
}

interface Props {
  /** The instants of issue and expiry. Both are null without a token; the ring is then empty. */
  from: number | null;
  to: number | null;
  dueAt: number | null;
  face?: ClockFace | undefined;
  size?: number;
  /** Overrides the tone that the remaining time would give. */
  tone?: Tone | undefined;
  /** Whether the service refuses the unexpired token; the ring is then empty and says so instead of the remaining time. */
  refused?: boolean;
}

export function CountdownRing({ from, to, dueAt, face, size = 112, tone, refused = false }: Props) {
  const now = useNow(face);
  const left = refused ? 0 : shareLeft(from, to, now);
  const ringTone: Tone =
    tone ??
    (refused ? 'bad' : to === null ? 'muted' : now >= to ? 'warn' : dueAt !== null && now >= dueAt ? 'accent' : 'good');
  const stroke = Math.max(5, Math.round(size / 14));
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const dueShare = dueAt === null || refused ? null : shareLeft(from, to, dueAt);
  const dueAngle = dueShare === null ? null : dueShare * 2 * Math.PI;
  const centre = size / 2;
  return (
    <div
      className={styles.ring}
      style={{ width: size, height: size }}
      role="img"
      aria-label={refused ? 'refused by the service' : ringText(from, to, now)}
    >
      <svg width={size} height={size} aria-hidden>
        <circle className={styles.track} cx={centre} cy={centre} r={radius} fill="none" strokeWidth={stroke} />
        <circle
          cx={centre}
          cy={centre}
          r={radius}
          fill="none"
          strokeWidth={stroke}
          stroke={toneColours(ringTone).strong}
          strokeLinecap={left > 0.02 ? 'round' : 'butt'}
          strokeDasharray={`${left * around} ${around}`}
        />
        {dueAngle === null ? null : (
          <line
            x1={centre + Math.cos(dueAngle) * (radius - stroke)}
            y1={centre + Math.sin(dueAngle) * (radius - stroke)}
            x2={centre + Math.cos(dueAngle) * (radius + stroke / 2)}
            y2={centre + Math.sin(dueAngle) * (radius + stroke / 2)}
            stroke="var(--mantine-color-text)"
            strokeWidth={2}
          />
        )}
      </svg>
      <div className={styles.text} aria-hidden>
        <div className={`${styles.left} lk-num`} style={{ fontSize: Math.round(size / 6.2) }}>
          {to === null || refused ? '–' : formatCountdown(to - now)}
        </div>
        {size >= 90 ? (
          <div className={styles.caption}>
            {refused ? 'refused' : to === null ? 'no token' : now >= to ? 'expired' : 'left'}
          </div>
        ) : null}
      </div>
    </div>
  );
}
