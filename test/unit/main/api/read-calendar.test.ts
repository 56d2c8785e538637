/** Days of a calendar with the field names that services use. */
import { describe, expect, it } from 'vitest';
import { readCalendarDay } from '../../../../src/main/api/read-calendar.ts';

const nothing = {
  date: null,
  status: null,
  price: null,
  currency: null,
  minNights: null,
  maxNights: null,
  closedToArrival: null,
  closedToDeparture: null,
};

describe('a day of a calendar', () => {
  it('reads the documented fields', () => {
    const day = { date: '2026-12-24', minNights: 2, status: 'booked', cta: false, ctd: true };
    expect(readCalendarDay(day)).toEqual({
      ...nothing,
      date: '2026-12-24',
      minNights: 2,
      status: 'booked',
      closedToArrival: false,
      closedToDeparture: true,
    });
  });

  it('reads fields by other names', () => {
    const day = {
      day: '2026-12-24T00:00:00Z',
      available: true,
      price: { amount: '189.50', currency: 'EUR' },
      minStay: 3,
    };
    expect(readCalendarDay(day)).toEqual({
      ...nothing,
      date: '2026-12-24',
      status: 'available',
      price: 189.5,
      currency: 'EUR',
      minNights: 3,
    });
    expect(readCalendarDay({ calendarDate: '2026-12-24', isAvailable: false }).status).toBe('unavailable');
  });

  it.each([null, 'text', 7, [], {}])('reads no field of %j', (day) => {
    expect(readCalendarDay(day)).toEqual(nothing);
  });
});
