/** A field for a range of plain `YYYY-MM-DD` dates, both ends included; it may be a single day. */
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import type { PlainDate } from '../../shared/model/primitives.ts';
import { dayNumber, nightsBetween, plainDateOf } from '../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate, formatPlainRange } from '../text/format.ts';
import { IconCalendar } from './icons.ts';

export interface Days {
  from: PlainDate | null;
  until: PlainDate | null;
}

/** The accessible name of the calendar, because Mantine's aria-labelledby refers to an element that does not exist. */
const CALENDAR = { 'aria-label': 'Calendar', 'aria-labelledby': undefined };

/** The range as text: "1–31 Dec 2026 · 31 days"; incomplete while only one day is chosen. */
function daysText({ from, until }: Days): string {
  if (from === null) return '';
  if (until === null) return `${formatPlainDate(from)} – …`;
  return `${formatPlainRange(from, until)} · ${formatCount(nightsBetween(from, until) + 1, 'day')}`;
}

const LENGTHS = [30, 90, 180, 365];

interface Props {
  days: Days;
  onChange: (days: Days) => void;
  today: PlainDate;
  label: string;
  error?: ReactNode;
}

export function DayRange({ days, onChange, today, label, error }: Props) {
  const after = (length: number): PlainDate => plainDateOf(dayNumber(today) + length - 1);
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder="Choose the first and the last day"
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={[days.from, days.until]}
      onChange={([from, until]) => onChange({ from, until })}
      valueFormatter={() => daysText(days)}
      presets={LENGTHS.map((length) => ({
        value: [today, after(length)] as [string, string],
        label: length === 365 ? 'The next year' : `The next ${length} days`,
      }))}
      minDate={today}
      defaultDate={days.from ?? today}
      numberOfColumns={2}
      allowSingleDateInRange
      previousLabel="Earlier"
      nextLabel="Later"
      popoverProps={{ returnFocus: true, width: 'auto', withinPortal: true, attributes: { dropdown: CALENDAR } }}
      styles={{ input: { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } }}
      error={error}
      withAsterisk
      highlightToday
      firstDayOfWeek={1}
      weekendDays={[]}
    />
  );
}
