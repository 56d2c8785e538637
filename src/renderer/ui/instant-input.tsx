/** A field for a day and a time of day in the machine's time zone; the hours are in the format that the person chose. */
import '@mantine/dates/styles.css';
import { Group, Input } from '@mantine/core';
import { DateInput, TimePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import { hasTwelveHours } from '../text/format.ts';

/** The accessible name of the calendar, because Mantine's aria-labelledby refers to an element that does not exist. */
const CALENDAR = { 'aria-label': 'Calendar', 'aria-labelledby': undefined };

interface Props {
  label: string;
  description?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  withSeconds?: boolean;
}

/** Draws the field. `value` is "2026-11-20T21:05" or "2026-11-20T21:05:30"; a missing part is left empty, as in "T21:05". */
export function InstantInput({ label, description, value, onChange, error, withSeconds = false }: Props) {
  const [day = '', time = ''] = value.split('T');
  const set = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Group gap="xs" role="group" aria-label={label}>
        <DateInput
          aria-label={`${label}, day`}
          placeholder="YYYY-MM-DD"
          valueFormat="YYYY-MM-DD"
          value={day === '' ? null : day}
          onChange={(chosen) => set(chosen ?? '', time)}
          previousLabel="Earlier"
          nextLabel="Later"
          firstDayOfWeek={1}
          hideOutsideDates
          weekendDays={[]}
          popoverProps={{ attributes: { dropdown: CALENDAR } }}
          w={140}
        />
        <TimePicker
          format={hasTwelveHours() ? '12h' : '24h'}
          withSeconds={withSeconds}
          // The value of a whole minute has no seconds.
          value={withSeconds && /^\d\d:\d\d$/.test(time) ? `${time}:00` : time}
          onChange={(chosen) => set(day, chosen)}
          hoursInputLabel={`${label}, hours`}
          minutesInputLabel={`${label}, minutes`}
          secondsInputLabel={`${label}, seconds`}
          amPmInputLabel={`${label}, AM or PM`}
        />
      </Group>
    </Input.Wrapper>
  );
}
