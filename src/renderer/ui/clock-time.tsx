/** An instant as text; "today" is the day on the connection's clock ("today 14:05"). */
import { useClockFace } from '../ipc/use-clock-face.ts';
import { useNow } from './use-now.ts';
import { formatInstant } from '../text/format.ts';

export function ClockTime({ connectionId, at }: { connectionId: string; at: number }) {
  const now = useNow(useClockFace(connectionId));
  return <span className="lk-num">{formatInstant(at, { now })}</span>;
}
