/** An instant as text, "today 14:05"; “today” is the day on the clock of the window's connection. */

import type { PlainDate } from '../../shared/model/primitives.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { localDayOf } from '../../shared/time/local-day.ts';
import { useCurrentClockFace } from '../ipc/current.ts';
import { formatInstant } from '../text/format.ts';
import { useAtNow } from '../ui/use-now.ts';

export function ClockTime({ at }: { at: number }) {
  const text = useAtNow(useCurrentClockFace(), (now) => formatInstant(at, { now }));
  return <span className="lk-num">{text}</span>;
}

/** Returns the current day on the clock of the window's connection. */
export function useToday(): PlainDate {
  const face = useCurrentClockFace();
  // The tick of `useAtNow` stands still until the first subscription, so the instant is read anew.
  return useAtNow(face, () => localDayOf(face ? readClock(face, Date.now()) : Date.now()));
}
