/** The keys of a calendar, as in the date grid of the ARIA Authoring Practices Guide. */
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, addMonths, weekdayOf } from '../../../shared/time/plain-date.ts';

const sinceMonday = (date: PlainDate): number => (weekdayOf(date) + 6) % 7;

/** The day to which a key moves from `date`, not before `earliest`; null for other keys. With Shift, Page Up and Page Down move by a year. */
export function dayAfterKey(key: string, shift: boolean, date: PlainDate, earliest: PlainDate): PlainDate | null {
  const months = shift ? 12 : 1;
  const moves: Readonly<Record<string, () => PlainDate>> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -sinceMonday(date)),
    End: () => addDays(date, 6 - sinceMonday(date)),
    PageUp: () => addMonths(date, -months),
    PageDown: () => addMonths(date, months),
  };
  const target = moves[key]?.();
  if (target === undefined) return null;
  return target < earliest ? earliest : target;
}
