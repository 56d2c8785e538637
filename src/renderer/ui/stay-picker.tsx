/** Check-in and check-out in one field, as plain `YYYY-MM-DD` dates. Past days are disabled. */
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nightsBetween, type PlainDate } from '../../shared/model/primitives.ts';
import { formatCount, formatPlainDate, formatPlainRange } from '../text/format.ts';

export interface Stay {
  checkIn: PlainDate | null;
  checkOut: PlainDate | null;
}

/** The accessible name of the calendar. Mantine's own aria-labelledby refers to an element that does not exist. */
const CALENDAR = { 'aria-label': 'Calendar', 'aria-labelledby': undefined };

/** The calendar day of an instant in the machine's time zone. */
export function localDayOf(at: number): PlainDate {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Nearer days are shown without the year, to save room. */
const NEAR_DAYS = 300;

/** "21–24 Nov · 3 nights", with the year for distant days; partial while only one day is chosen. */
function stayText({ checkIn, checkOut }: Stay, today: PlainDate): string {
  if (checkIn === null) return '';
  if (checkOut === null) return `${formatPlainDate(checkIn)} – …`;
  const style = Math.abs(nightsBetween(today, checkOut)) <= NEAR_DAYS ? 'dayMonth' : 'short';
  return `${formatPlainRange(checkIn, checkOut, style)} · ${formatCount(nightsBetween(checkIn, checkOut), 'night')}`;
}

export function StayPicker({
  stay,
  onChange,
  today,
  label = 'Check-in and check-out',
  error,
  required = false,
  description,
}: {
  stay: Stay;
  onChange: (stay: Stay) => void;
  today: PlainDate;
  label?: string;
  error?: ReactNode;
  required?: boolean;
  description?: ReactNode;
}) {
  return (
    <DatePickerInput
      type="range"
      label={label}
      description={description}
      placeholder={required ? 'Choose both days' : 'Any dates'}
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={[stay.checkIn, stay.checkOut]}
      onChange={([checkIn, checkOut]) => onChange({ checkIn, checkOut })}
      valueFormatter={() => stayText(stay, today)}
      minDate={today}
      defaultDate={stay.checkIn ?? today}
      numberOfColumns={2}
      allowSingleDateInRange={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the dates' }}
      previousLabel="Earlier"
      nextLabel="Later"
      popoverProps={{ returnFocus: true, width: 'auto', withinPortal: true, attributes: { dropdown: CALENDAR } }}
      styles={{ input: { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } }}
      error={error}
      withAsterisk={required}
      highlightToday
      firstDayOfWeek={1}
      weekendDays={[]}
    />
  );
}
