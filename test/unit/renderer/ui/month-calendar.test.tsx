import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type CalendarNight, MonthCalendar } from '../../../../src/renderer/ui/month-calendar.tsx';

const night = (changes: Partial<CalendarNight> = {}): CalendarNight => ({
  isFree: true,
  price: 120.4,
  currency: 'EUR',
  minNights: null,
  noCheckIn: null,
  ...changes,
});

const NIGHTS = new Map([
  ['2027-02-01', night()],
  ['2027-02-02', night({ isFree: false })],
  ['2027-02-03', night({ minNights: 3 })],
  ['2027-02-04', night({ noCheckIn: true, minNights: 3 })],
  ['2027-02-05', night({ price: null })],
  ['2027-02-06', night({ isFree: null })],
]);

describe('the calendar of a month', () => {
  it('has a row for each week from Monday, and says of each day what is known, in words and with what is marked', () => {
    render(
      <MonthCalendar
        month="2027-02-01"
        nights={NIGHTS}
        today="2027-02-03"
        marked={{ checkIn: '2027-02-03', checkOut: '2027-02-05', label: 'the cheapest 2 nights' }}
      />,
    );
    const table = screen.getByRole('table', { name: 'February 2027' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
        .join(' '),
    ).toBe('Mon Tue Wed Thu Fri Sat Sun');
    // February 2027 begins on a Monday and has four weeks.
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    const days = within(table).getAllByRole('cell');
    expect(days).toHaveLength(28);
    const wordsOf = (cell: HTMLElement | undefined) =>
      cell?.querySelector('.lk-unseen')?.textContent?.replace(/^[^,]*, /, '');
    expect(days.slice(0, 7).map(wordsOf)).toEqual([
      'free, €120.40',
      'taken',
      'free, €120.40, at least 3 nights, the cheapest 2 nights',
      'free, €120.40, no check-in this day, at least 3 nights, the cheapest 2 nights',
      'free',
      'unknown',
      'not loaded yet',
    ]);
    expect(days.slice(0, 5).map(({ dataset: { past, marked, starts, ends } }) => [past, marked, starts, ends])).toEqual(
      [
        ['true', undefined, undefined, undefined],
        ['true', undefined, undefined, undefined],
        [undefined, 'true', 'true', undefined],
        [undefined, 'true', undefined, 'true'],
        [undefined, undefined, undefined, undefined],
      ],
    );
    // What is drawn is not read twice.
    for (const cell of days)
      for (const part of cell.querySelectorAll('span:not(.lk-unseen)'))
        expect(part.getAttribute('aria-hidden')).toBe('true');
  });

  it('begins in the middle of a week, over the turn of a year and in a leap year', () => {
    render(<MonthCalendar month="2028-02-01" nights={new Map()} today="2027-01-01" />);
    const cells = within(screen.getByRole('table', { name: 'February 2028' })).getAllByRole('cell');
    expect(cells.slice(0, 2).map((cell) => cell.textContent)).toEqual(['', expect.stringMatching(/^1/)]);
    expect(cells.filter((cell) => cell.textContent !== '')).toHaveLength(29);
  });
});
