import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSearchItem } from '../../../../src/main/api/read-search.ts';
import { readOffer } from '../../../../src/main/desk/flexible-dates/answer.ts';
import { SearchItem } from '../../../../src/shared/model/availability.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const stay = { checkIn: '2026-12-30', checkOut: '2027-01-02' };
const item = {
  _id: 'l1',
  title: 'Loft',
  accommodates: 4,
  bedrooms: 2,
  propertyType: 'Apartment',
  type: 'SINGLE',
  amenities: ['Wifi', { name: 'Sauna' }, 'Wifi', '', null, 7],
  terms: { minNights: 2 },
  address: { city: 'Lisbon', country: 'Portugal' },
  picture: { thumbnail: 'https://p.example/s.jpg', large: 'https://p.example/l.jpg' },
  prices: { basePrice: 90, currency: 'EUR', cleaningFee: 40 },
  nightlyRates: { '2026-12-30': 100, '2026-12-31': 150, '2027-01-01': 110 },
};

describe('readSearchItem', () => {
  it('sums the nightly rates when every night has one', () => {
    expect(readSearchItem(item, stay)).toMatchObject({
      listingId: 'l1',
      title: 'Loft',
      place: 'Lisbon, Portugal',
      pictureUrl: 'https://p.example/s.jpg',
      accommodates: 4,
      bedrooms: 2,
      nights: 3,
      total: { amount: 360, currency: 'EUR' },
      perNight: { amount: 120, currency: 'EUR' },
      basis: 'nightlyRates',
      type: 'Apartment',
      amenities: ['Wifi', 'Sauna'],
      minNights: 2,
    });
  });

  it('falls back to the base price when a night is missing, and to no total without dates', () => {
    expect(readSearchItem(item, { ...stay, checkOut: '2027-01-03' })).toMatchObject({
      nights: 4,
      total: { amount: 360 },
      perNight: { amount: 90 },
      basis: 'basePrice',
    });
    expect(readSearchItem(item, {})).toMatchObject({
      nights: null,
      total: null,
      perNight: { amount: 90 },
      basis: 'basePrice',
    });
  });

  it('takes the total that the service states, with fees and taxes, before what it could compute', () => {
    const stated = { total: { amount: 914.04, currency: 'EUR' }, perNight: { amount: 304.68 }, basis: 'stated' };
    expect(readSearchItem({ ...item, totalPrice: 914.04 }, stay)).toMatchObject(stated);
    const { nightlyRates: _, ...withoutRates } = item;
    expect(readSearchItem({ ...withoutRates, totalPrice: '914.04' }, stay)).toMatchObject(stated);
    expect(readSearchItem({ ...withoutRates, totalPrice: { amount: 914.04, currency: 'CAD' } }, stay)).toMatchObject({
      total: { amount: 914.04, currency: 'CAD' },
    });
    expect(readSearchItem({ id: 'x', totalPrice: 850.5 }, { ...stay, checkOut: '2027-01-01' })).toMatchObject({
      total: { amount: 850.5, currency: null },
      perNight: { amount: 425.25, currency: null },
      basis: 'stated',
    });
  });

  it.each(['total', 'price.total', 'prices.total', 'pricing.total', 'money.total'])(
    'takes a total named %s before a base price, but not before the nightly rates, and does not say that it has fees',
    (path) => {
      const [outer = '', inner] = path.split('.');
      const other = inner === undefined ? 700 : { ...((item as Record<string, Json>)[outer] as object), [inner]: 700 };
      expect(readSearchItem({ ...item, [outer]: other }, stay)).toMatchObject({
        total: { amount: 360 },
        basis: 'nightlyRates',
      });
      expect(readSearchItem({ ...item, nightlyRates: null, [outer]: other }, stay)).toMatchObject({
        total: { amount: 700 },
        basis: 'inferred',
      });
    },
  );

  it('takes zero for no price', () => {
    expect(readSearchItem({ ...item, totalPrice: 0 }, stay)).toMatchObject({
      total: { amount: 360 },
      basis: 'nightlyRates',
    });
    const zeros = { id: 'x', totalPrice: 0, prices: { basePrice: 0, currency: 'EUR' }, nightlyRates: {} };
    expect(readSearchItem(zeros, stay)).toMatchObject({ total: null, perNight: null, basis: null });
    const rates = { '2026-12-30': 0, '2026-12-31': 0, '2027-01-01': 0 };
    expect(readSearchItem({ id: 'x', nightlyRates: rates }, stay)).toMatchObject({ total: null, basis: null });
  });

  it('keeps the sum of the nights for a comparison with calendars', () => {
    expect(readOffer({ ...item, totalPrice: 914.04 }, stay)).toMatchObject({ total: 360, currency: 'EUR' });
  });

  it('infers a total from other field names, and no total without one', () => {
    expect(readSearchItem({ id: 'x', price: 300, currency: 'USD' }, stay)).toMatchObject({
      total: { amount: 300, currency: 'USD' },
      perNight: { amount: 100 },
      basis: 'inferred',
    });
    expect(readSearchItem({ id: 'x' }, stay)).toMatchObject({ total: null, perNight: null, basis: null });
  });

  it.each<[Json, Record<string, unknown>]>([
    [
      { total: { amount: '600', currency: 'jpy' }, currency: 'EUR' },
      { perNight: 200, total: 600, currency: 'JPY' },
    ],
    [
      { pricePerNight: { amount: 50, currency: 'USD' }, currency: 'EUR' },
      { perNight: 50, total: 150, currency: 'USD' },
    ],
    [
      { total: { amount: 600 }, currency: 'EUR' },
      { perNight: 200, total: 600, currency: 'EUR' },
    ],
  ])('has an amount in the currency beside it: %j', (record, { perNight, total, currency }) => {
    expect(readSearchItem(record, stay)).toMatchObject({
      perNight: { amount: perNight, currency },
      total: { amount: total, currency },
    });
  });

  it('reads anything into a valid item', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (record) => {
        const { pictureUrl: _, ...fields } = readSearchItem(record as Json, stay);
        expect(SearchItem.safeParse({ ...fields, recordId: 'l1', picture: null }).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
