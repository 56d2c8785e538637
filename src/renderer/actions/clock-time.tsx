/** An instant as text, "today 14:05"; “today” is the day on the clock of the window's connection. */
import { useCurrentClockFace } from '../ipc/use-clock-face.ts';
import { formatInstant } from '../text/format.ts';
import { useNow } from '../ui/use-now.ts';

export function ClockTime({ at }: { at: number }) {
  const now = useNow(useCurrentClockFace());
  return <span className="lk-num">{formatInstant(at, { now })}</span>;
}
