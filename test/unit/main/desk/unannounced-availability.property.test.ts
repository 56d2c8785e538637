/**
 * Searches that are answered in shapes that nobody announced, on both paths: each record is a result that the contract allows, its fields are
 * kept, and no price is made up: what is shown comes from a number of the record, and a missing one is missing.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { AvailabilityDesk, SeenListings } from '../../../../src/main/desk/availability.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import { Answer } from '../../../../src/main/http/answer.ts';
import { type AppError, isAppError } from '../../../../src/shared/app-error.ts';
import { SearchPage } from '../../../../src/shared/model/availability.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import {
  bodyWith,
  hostileScalar,
  jsonText,
  NO_RECORDS,
  numbersIn,
  pathToList,
  recordOf,
} from '../../../support/unannounced-shapes.ts';
import { makeBook } from '../api/support.ts';

const connectionId = 'conn-1';
const STAY = { checkIn: '2027-01-08', checkOut: '2027-01-11', guests: 2 };
/** The paths of the search: that of the specification, and the one that was observed. */
const PATHS = ['v1-search', 'listings'] as const;

async function search(text: string, path: (typeof PATHS)[number] = 'v1-search') {
  const send = async () => new Answer({ exchangeId: 'x1', status: 200, headers: new Headers(), text, receivedAt: 0 });
  const operations = makeBook();
  await operations.chooseVariant(connectionFixture(), 'search', path);
  const seen = new SeenListings();
  const desk = new AvailabilityDesk({
    api: new ApiClient({ pipeline: { send }, operations }),
    connections: { connection: () => connectionFixture() },
    pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new Error('no pictures')), drawsSvg: false })),
    seen,
  });
  return { page: SearchPage.parse(await desk.search({ connectionId, applicationId: null, ...STAY })), seen };
}

const FIELDS = [
  'title',
  'city',
  'currency',
  'price',
  'total',
  'totalPrice',
  'prices',
  'money',
  'basePrice',
  'pictures',
];
const MORE = ['nightlyRates', 'accommodates', 'bedrooms', 'minNights', 'amenities', 'type', 'perNight', '2027-01-08'];
const record = recordOf([...FIELDS, ...MORE], hostileScalar);

it('shows every record with all its fields, and no price that it does not have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 8 }),
      pathToList,
      fc.constantFrom(...PATHS),
      async (made, at, path) => {
        const records = made.map((one, index) => ({ ...one, ref: `r${index}` }));
        const text = jsonText(bodyWith(records, at));
        const { page, seen } = await search(text, path);
        expect(page.items).toHaveLength(records.length);
        const sent = JSON.parse(jsonText(records)) as Json[];
        page.items.forEach((item, index) => {
          expect(seen.record(connectionId, item.recordId)).toEqual(sent[index]);
          expect(item.title).not.toBe('');
          const numbers = numbersIn(sent[index]).filter(Number.isFinite);
          for (const money of [item.total, item.perNight]) {
            if (money === null) continue;
            // A tiny number is rounded to the cent.
            const least = money.amount === 0 ? 0.005 * 3 : Number.POSITIVE_INFINITY;
            expect(numbers.some((number) => number >= 0 && number <= least)).toBe(true);
            expect(money.amount).toBeGreaterThanOrEqual(0);
          }
          for (const [count, least, most] of [
            [item.accommodates, 1, 10_000],
            [item.bedrooms, 0, 10_000],
            [item.minNights, 1, 3_650],
          ] as const)
            if (count !== null) expect(count >= least && count <= most).toBe(true);
        });
      },
    ),
    { numRuns: 70 },
  );
});

it.each(NO_RECORDS)('says that %s is no list of listings, on either path', async (_, text) => {
  for (const path of PATHS) await expect(search(text, path)).rejects.toMatchObject({ code: 'answerUnusable' });
});

it('never fails in another way, for any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (body) => {
      const error = await search(JSON.stringify(body)).catch((thrown: AppError) => thrown);
      expect(!(error instanceof Error) || isAppError(error, 'answerUnusable')).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['numbers as texts', { prices: { basePrice: '90', currency: 'EUR' }, accommodates: '4' }, 270, 4],
  ['an amount in an object', { price: { amount: 270, currency: 'EUR' } }, 270, null],
  ['nights that are objects', { nightlyRates: nights({ price: 90 }), currency: 'EUR' }, 270, null],
  ['null everywhere', { price: null, total: null, prices: null, nightlyRates: null, accommodates: null }, null, null],
  ['a negative price', { prices: { basePrice: -90 } }, null, null],
  ['a negative night', { nightlyRates: { ...nights(90), '2027-01-09': -90 } }, null, null],
  ['a price beyond any', { prices: { basePrice: 1e308 }, accommodates: 1e300 }, null, null],
  ['no number', { prices: { basePrice: 'NaN' }, total: '<b>12</b>', accommodates: 0 }, null, null],
])('reads %s', async (_, fields, total, accommodates) => {
  const { page } = await search(jsonText([{ title: 'One', ...fields }]));
  expect(page.items[0]?.total?.amount ?? null).toBe(total);
  expect(page.items[0]?.accommodates ?? null).toBe(accommodates);
});

function nights(value: Json): Record<string, Json> {
  return { '2027-01-08': value, '2027-01-09': value, '2027-01-10': value };
}

it('takes an id that no request can name for none', async () => {
  const { page } = await search(jsonText([{ _id: 'x'.repeat(201), title: 'One' }]));
  expect(page.items[0]?.listingId).toBeNull();
});
