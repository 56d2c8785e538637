/** A running countdown on a connection's clock. */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { useNow } from '../ipc/use-now.ts';
import { formatCountdown, formatDuration, formatInstant } from './format.ts';

export function Countdown({
  to,
  face,
  prefix,
}: {
  /** The instant it counts to, on the clock of `face`. */
  to: number;
  face?: ClockFace | undefined;
  prefix?: string | undefined;
}) {
  const now = useNow(face);
  const left = to - now;
  return (
    <time
      className="lk-num"
      dateTime={new Date(to).toISOString()}
      title={`${formatInstant(to, { now, style: 'long' })}${left > 0 ? `, in ${formatDuration(left)}` : ''}`}
    >
      {prefix ? `${prefix} ` : ''}
      {formatCountdown(left)}
    </time>
  );
}
