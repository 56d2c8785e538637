import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayNumber,
  daysInMonth,
  isPlainDate,
  nightsBetween,
  partsOf,
  plainDateOf,
  weekdayOf,
} from '../../../../src/shared/time/plain-date.ts';

const FIRST = dayNumber('0000-01-01');
const LAST = dayNumber('9999-12-31');
const day = fc.integer({ min: FIRST, max: LAST });

describe('plain dates', () => {
  it('numbers the days of every year from 0000 to 9999 without a gap', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('0050-06-01')).toBeLessThan(dayNumber('1950-06-01'));
    let expected = FIRST;
    for (let year = 0; year <= 9_999; year += 1)
      for (let month = 1; month <= 12; month += 1) {
        const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
        if (dayNumber(date) !== expected) throw new Error(`${date} is ${dayNumber(date)}, not ${expected}`);
        if (plainDateOf(expected) !== date) throw new Error(`${expected} is ${plainDateOf(expected)}, not ${date}`);
        expected += daysInMonth(year, month);
      }
    expect(expected - 1).toBe(LAST);
  });

  it('agrees with UTC where that has no changes of clocks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (number) => {
        const date = plainDateOf(number);
        expect(date).toBe(new Date(number * 86_400_000).toISOString().slice(0, 10));
        expect(weekdayOf(date)).toBe(new Date(`${date}T00:00:00Z`).getUTCDay());
      }),
    );
  });

  it('counts nights, adds days and months, and keeps to the last day of a short month', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -800, max: 800 }),
        fc.integer({ min: -30, max: 30 }),
        (number, days, months) => {
          const date = plainDateOf(number);
          expect(isPlainDate(date)).toBe(true);
          if (number + days >= FIRST && number + days <= LAST)
            expect(nightsBetween(date, addDays(date, days))).toBe(days);
          if (number + months * 31 < FIRST || number + months * 31 > LAST) return;
          const moved = partsOf(addMonths(date, months));
          const { year, month, day: dayOfMonth } = partsOf(date);
          expect(moved.year * 12 + moved.month - (year * 12 + month)).toBe(months);
          expect(moved.day).toBe(Math.min(dayOfMonth, daysInMonth(moved.year, moved.month)));
        },
      ),
    );
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  });
});
