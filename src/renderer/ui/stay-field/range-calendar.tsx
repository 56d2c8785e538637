/** A calendar of two months in which a stay is chosen by pointer or by keys. */
import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, addMonths, weekdayOf } from '../../../shared/time/plain-date.ts';

export interface Stay {
  checkIn: PlainDate | null;
  checkOut: PlainDate | null;
}

const COLUMNS = 2;
const monthOf = (date: PlainDate): PlainDate => `${date.slice(0, 7)}-01`;

/** The calendar of two months. Its props are primitive values, so that `memo` skips renderings while a person types. */
export const RangeCalendar = memo(function RangeCalendar({
  checkIn: arrival,
  checkOut: departure,
  onChange,
  today,
  focusRequest,
}: Stay & {
  /** Receives the chosen stay. Pass a stable function. */
  onChange: (stay: Stay) => void;
  today: PlainDate;
  /** A number; whenever it changes to one above 0, the calendar takes the focus. */
  focusRequest: number;
}) {
  const start = arrival !== null && arrival >= today ? arrival : today;
  const [month, setMonth] = useState(() => monthOf(start));
  const [target, setTarget] = useState<PlainDate | null>(null);
  const [answered, setAnswered] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const shownFor = useRef(arrival);

  const show = (date: PlainDate) => {
    const last = addMonths(month, COLUMNS - 1);
    if (monthOf(date) < month) setMonth(monthOf(date));
    else if (monthOf(date) > last) setMonth(addMonths(monthOf(date), 1 - COLUMNS));
  };
  // A typed stay brings its month into view. A click in the calendar does not, nor does a text without dates.
  if (shownFor.current !== arrival) {
    shownFor.current = arrival;
    if (arrival !== null) show(start);
  }
  if (focusRequest !== answered) {
    setAnswered(focusRequest);
    if (focusRequest > 0) {
      show(start);
      setTarget(start);
    }
  }
  useEffect(() => {
    if (target === null) return;
    root.current?.querySelector<HTMLElement>(`[data-day="${target}"]:not([data-hidden])`)?.focus();
    setTarget(null);
  }, [target]);

  const onKeyDown = (event: KeyboardEvent) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (day === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayAfterKey(event.key, event.shiftKey, day, today);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    show(next);
    setTarget(next);
  };
  return (
    <div ref={root} onKeyDownCapture={onKeyDown}>
      <DatePicker
        type="range"
        attributes={{ month: { 'aria-label': 'Days' } }}
        value={[arrival, departure]}
        onChange={([checkIn, checkOut]) => {
          shownFor.current = checkIn;
          onChange({ checkIn, checkOut });
        }}
        date={month}
        onDateChange={setMonth}
        minDate={today}
        numberOfColumns={COLUMNS}
        columnsToScroll={1}
        maxLevel="year"
        getDayProps={(date) => ({
          'data-day': date,
          'data-today': date === today || undefined,
          'data-highlight-today': date === today || undefined,
          'aria-current': date === today ? 'date' : undefined,
          'aria-pressed': date === arrival || date === departure,
        })}
        ariaLabels={{ previousMonth: 'Earlier', nextMonth: 'Later' }}
        firstDayOfWeek={1}
        weekendDays={[]}
      />
    </div>
  );
});

const sinceMonday = (date: PlainDate): number => (weekdayOf(date) + 6) % 7;

/**
 * Returns the day to which a key moves from `date`, not before `earliest`; null for other keys. With Shift, Page Up and Page Down move by a year. The
 * keys are those of the date grid in the ARIA Authoring Practices Guide.
 */
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
