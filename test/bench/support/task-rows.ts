/** Realistic result rows for the bench of bulk tasks. */
import type { ResultRow } from '../../../src/main/tasks/kinds/kind.ts';
import { dayNumber, plainDateOf } from '../../../src/shared/model/primitives.ts';

const FIRST_DAY = dayNumber('2026-12-01');

/** The calendar of one listing for a year. */
export function calendarRows(step: number): ResultRow[] {
  const listingId = `65a1b2c3d4e5f6a7b8c9${step}`;
  return Array.from({ length: 365 }, (_, day) => {
    const date = plainDateOf(FIRST_DAY + day);
    const status = (day * (step + 7)) % 3 === 0 ? 'booked' : 'available';
    const price = 100 + ((day * 7 + step) % 150);
    return {
      cells: [listingId, `Sunny flat ${step} — Altbau`, date, status, price, 'EUR', 2, 90, false, false],
      raw: {
        date,
        listingId,
        status,
        price,
        currency: 'EUR',
        minNights: 2,
        maxNights: 90,
        allotment: 1,
        cta: false,
        ctd: false,
      },
    };
  });
}

/** The available listings for one check-in day, in an account with 500 listings. */
export function stayRows(step: number): ResultRow[] {
  const checkIn = plainDateOf(FIRST_DAY + step);
  const checkOut = plainDateOf(FIRST_DAY + step + 3);
  return Array.from({ length: 500 }, (_, listing) => {
    const _id = `65a1b2c3d4e5f6a7b8${String(listing).padStart(6, '0')}`;
    const title = `Sunny flat ${listing} near the harbour, booked early`;
    const perNight = 90 + ((listing * 13 + step) % 200);
    return {
      cells: [checkIn, checkOut, _id, title, perNight, perNight * 3, 'EUR'],
      raw: {
        _id,
        title,
        propertyType: 'Apartment',
        accommodates: 4,
        bedrooms: 2,
        address: { full: `Kaistraße ${listing}, Hamburg, Germany`, city: 'Hamburg', country: 'Germany' },
        amenities: ['Wifi', 'Kitchen', 'Heating', 'Washer', 'Balcony'],
        prices: { basePrice: perNight, currency: 'EUR', cleaningFee: 60 },
        nightlyRates: { [checkIn]: perNight },
      },
    };
  });
}
