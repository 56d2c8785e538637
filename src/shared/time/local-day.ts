/** The calendar day of an instant. */
import type { PlainDate } from '../model/primitives.ts';

/** Finds the calendar day of an instant in the machine's time zone. */
export function localDayOf(at: number): PlainDate {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
