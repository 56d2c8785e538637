import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareListings, pricePaths } from '../../../../src/main/desk/compare-listings.ts';
import { LoadedListings } from '../../../../src/main/desk/loaded-listings.ts';
import type { Column } from '../../../../src/shared/model/field.ts';
import type { FacetChoice } from '../../../../src/shared/model/listing.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const loaded = (records: Json[]) => {
  const listings = new LoadedListings();
  listings.add(records);
  return listings;
};
const everything = (listings: LoadedListings) => listings.records.map((_, position) => position);

describe('facets', () => {
  it('count what another choice would find', () => {
    const listings = loaded([
      { _id: 'a', address: { city: 'Lisbon' }, propertyType: 'Flat', bedrooms: 1, accommodates: 2, isListed: true },
      { _id: 'b', address: { city: 'Porto' }, propertyType: 'Flat', bedrooms: 3, accommodates: 6, isListed: false },
      { _id: 'c', address: { city: 'Porto' }, propertyType: 'House', bedrooms: '2' },
      'no record',
    ]);
    const facets = listings.facets.count(everything(listings), { city: ['Porto'], bedrooms: 2 });
    expect(
      Object.fromEntries(facets.map(({ name, values }) => [name, values.map(({ value, count }) => [value, count])])),
    ).toEqual({
      city: [['Porto', 2]],
      type: [
        ['Flat', 1],
        ['House', 1],
      ],
      listed: [['no', 1]],
      bedrooms: [
        ['2', 2],
        ['3', 1],
      ],
      guests: [['6', 1]],
    });
  });

  it('agree with a scan for each value, whatever is chosen', () => {
    const record = fc.record(
      {
        city: fc.constantFrom('Lisbon', 'Porto', ''),
        type: fc.constantFrom('Flat', 'House'),
        bedrooms: fc.integer({ min: 0, max: 3 }),
        maxGuests: fc.integer({ min: 1, max: 4 }),
        active: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const choice = fc.record(
      {
        city: fc.subarray(['Lisbon', 'Porto', 'Nowhere']),
        type: fc.subarray(['Flat', 'House']),
        listed: fc.subarray(['yes', 'no']),
        bedrooms: fc.nat(3),
        guests: fc.nat(4),
      },
      { requiredKeys: [] },
    );
    const fits = (of: Record<string, unknown>, chosen: FacetChoice): boolean =>
      (!chosen.city?.length || chosen.city.includes(String(of.city || 'none'))) &&
      (!chosen.type?.length || chosen.type.includes(String(of.type))) &&
      (!chosen.listed?.length || (of.active !== undefined && chosen.listed.includes(of.active ? 'yes' : 'no'))) &&
      (chosen.bedrooms === undefined || Number(of.bedrooms ?? -1) >= chosen.bedrooms) &&
      (chosen.guests === undefined || Number(of.maxGuests ?? -1) >= chosen.guests);
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), choice, (records, chosen) => {
        const listings = loaded(records as Json[]);
        const accepts = listings.filter(chosen, false)?.accepts ?? (() => true);
        const found = everything(listings).filter(accepts);
        expect(found).toEqual(everything(listings).filter((position) => fits(records[position] ?? {}, chosen)));
        for (const { name, values } of listings.facets.count(everything(listings), chosen))
          for (const { value, count } of values) {
            const next = { ...chosen, [name]: name === 'bedrooms' || name === 'guests' ? Number(value) : [value] };
            expect([name, value, count]).toEqual([name, value, records.filter((one) => fits(one, next)).length]);
          }
      }),
      { numRuns: 60 },
    );
  });
});

const money: Column = { path: 'price', title: 'Price', kind: 'money', coverage: 1, suggested: true };
const currency: Column = { path: 'currency', title: 'Currency', kind: 'text', coverage: 1, suggested: false };

it('marks new and gone listings and prices that moved, and shows the gone ones among the changed ones only', async () => {
  const before = loaded([
    { _id: 'a', price: 100, currency: 'EUR' },
    { _id: 'b', price: 80, currency: 'EUR' },
    { _id: 'c', price: 70, currency: 'EUR' },
    { _id: 'd', price: 60, currency: 'EUR' },
  ]);
  const after = loaded([
    { _id: 'a', price: 100, currency: 'EUR' },
    { _id: 'b', price: '90', currency: 'EUR' },
    { _id: 'd', price: 60, currency: 'USD' },
    { _id: 'e', price: 50, currency: 'EUR' },
    { title: 'without an id' },
  ]);
  await after.mark(await compareListings(before, after, pricePaths([currency, money])), before);
  expect(Object.fromEntries(after.changes ?? [])).toEqual({
    b: { kind: 'price', from: { amount: 80, currency: 'EUR' } },
    c: { kind: 'gone' },
    d: { kind: 'price', from: { amount: 60, currency: 'EUR' } },
    e: { kind: 'new' },
  });
  const ids = (changed: boolean) =>
    after.table
      .order({ search: '', sort: [], filter: after.filter({}, changed) })
      .map((position) => (after.table.records[position] as { _id?: string })._id);
  expect([ids(false), ids(true)]).toEqual([
    ['a', 'b', 'd', 'e', undefined],
    ['b', 'd', 'e', 'c'],
  ]);
  expect([after.count, after.records.length, after.record('c')]).toEqual([5, 5, before.record('c')]);
});
