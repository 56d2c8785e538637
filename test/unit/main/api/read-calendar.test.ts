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
  allotment: null,
  blocks: [],
  reservationId: null,
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

  it('reads units, the letters of blocks and a reservation, but no guest', () => {
    const guest = { fullName: 'Ada Lovelace' };
    const day = { date: '2026-12-24', allotment: 2, blocks: { b: true, m: false, xx: true, o: 1 } };
    expect(readCalendarDay(day)).toMatchObject({ allotment: 2, blocks: ['b', 'o'], reservationId: null });
    const named = {
      date: '2026-12-24',
      blocks: ['r', guest],
      blockRefs: [{ reservationId: 'r-7', reservation: { guest } }],
    };
    expect(readCalendarDay(named)).toMatchObject({ blocks: ['r'], reservationId: 'r-7' });
    expect(JSON.stringify(readCalendarDay(named))).not.toContain('Lovelace');
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
