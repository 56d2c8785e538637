/** The current day on the clock of the window's connection. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { useCurrentClockFace } from '../ipc/use-clock-face.ts';
import { localDayOf } from '../text/local-day.ts';
import { useAtNow } from '../ui/use-now.ts';

export function useToday(): PlainDate {
  const face = useCurrentClockFace();
  // The tick of `useAtNow` stands still until the first subscription, so the instant is read anew.
  return useAtNow(face, () => localDayOf(face ? readClock(face, Date.now()) : Date.now()));
}
