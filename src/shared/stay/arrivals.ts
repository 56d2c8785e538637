/** The arrivals of a matrix, as day numbers (shared/time/plain-date.ts). */
import { MAX_ARRIVALS } from '../input/max-input.ts';
import type { MatrixStays } from '../model/matrix.ts';
import type { PlainDate } from '../model/primitives.ts';
import { dayNumber, plainDateOf, weekdayOf } from '../time/plain-date.ts';

const FRIDAY = 5;
const SATURDAY = 6;

/** Whether a stay that begins on this day is a weekend: the day is a Friday or a Saturday. */
export const isWeekendArrival = (date: PlainDate): boolean => [FRIDAY, SATURDAY].includes(weekdayOf(date));

/** Lists the arrivals of a matrix in order, at most {@link MAX_ARRIVALS} days from the first; none when the last arrival is before the first. */
export function arrivalsOf({
  firstArrival,
  lastArrival,
  weekends,
}: Pick<MatrixStays, 'firstArrival' | 'lastArrival' | 'weekends'>): number[] {
  const first = dayNumber(firstArrival);
  const count = Math.min(MAX_ARRIVALS, Math.max(0, dayNumber(lastArrival) - first + 1));
  const days = Array.from({ length: count }, (_, at) => first + at);
  return weekends ? days.filter((day) => isWeekendArrival(plainDateOf(day))) : days;
}
