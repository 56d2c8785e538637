/** The arrivals of a matrix, as day numbers of shared/model/primitives. */
import { MAX_ARRIVALS } from '../input/max-input.ts';
import type { MatrixStays } from '../model/matrix.ts';
import type { PlainDate } from '../model/primitives.ts';
import { dayNumber, plainDateOf, weekdayOf } from '../time/plain-date.ts';

const FRIDAY = 5;
const SATURDAY = 6;

/** Whether a day is a usual arrival for a weekend. */
export const isWeekendArrival = (date: PlainDate): boolean => [FRIDAY, SATURDAY].includes(weekdayOf(date));

/** All arrivals in order, at most {@link MAX_ARRIVALS} days; empty when the last day is before the first. */
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
