/** The formats of numbers and times of day in this process: of the machine's locale, or chosen by a person in Settings. */
import type { FormatChoice } from '../model/app.ts';

export interface TextFormats {
  /** A language tag that `Intl` knows. */
  readonly locale: string;
  readonly clock: FormatChoice['clock'];
}

/** The formats until this process knows the person's choice. */
let formats: TextFormats = { locale: 'en-GB', clock: 'locale' };
let counts: Intl.NumberFormat | undefined;
let times: Intl.DateTimeFormat | undefined;

export const textFormats = (): TextFormats => formats;

export function setTextFormats(next: TextFormats): void {
  formats = next;
  counts = undefined;
  times = undefined;
}

/** Formats a whole number with separators of thousands: "1,234" or "1.234". */
export function countText(value: number | bigint): string {
  counts ??= new Intl.NumberFormat(formats.locale, { maximumFractionDigits: 0 });
  return counts.format(value);
}

/** Formats the time of day of an instant (epoch ms) in the machine's time zone: "14:05" or "2:05 PM". */
export function timeText(at: number): string {
  const hours = formats.clock === 'locale' ? {} : { hourCycle: formats.clock };
  times ??= new Intl.DateTimeFormat(formats.locale, { timeStyle: 'short', ...hours });
  return times.format(at);
}
