/**
 * Calendars and searches in shapes that nobody announced, as the matrix, the months of a listing and the price check read them: what they
 * show is allowed by the contract, and each price is the sum of numbers that were sent.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../../../src/main/api/api-client.ts';
import { Matrix } from '../../../../../src/main/desk/flexible-dates/matrix.ts';
import { readNights } from '../../../../../src/main/desk/flexible-dates/read-nights.ts';
import { Answer } from '../../../../../src/main/http/answer.ts';
import { calendars } from '../../../../../src/main/tasks/kinds/calendars.ts';
import { type AppError, isAppError } from '../../../../../src/shared/app-error.ts';
import { MatrixRange, MatrixWindow, Nights, Prices } from '../../../../../src/shared/model/matrix.ts';
import { addDays } from '../../../../../src/shared/time/plain-date.ts';
import { connectionFixture } from '../../../../support/fixtures.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { openTaskStore } from '../../../../support/stores-in.ts';
import {
  bodyWith,
  hostileScalar,
  jsonText,
  NO_RECORDS,
  numbersIn,
  pathToList,
  recordOf,
} from '../../../../support/unannounced-shapes.ts';
import { makeBook } from '../../api/support.ts';

const connection = connectionFixture();
const ref = { connectionId: connection.id, applicationId: null };
const FROM = '2027-01-08';
const UNTIL = '2027-01-12';
const stays = { firstArrival: FROM, lastArrival: UNTIL, weekends: false, nights: 2, guests: null };

function open(text: string) {
  const clock = new ManualClock();
  const send = async () => new Answer({ exchangeId: 'x1', status: 200, headers: new Headers(), text, receivedAt: 0 });
  const api = new ApiClient({ pipeline: { send }, operations: makeBook() });
  const store = openTaskStore();
  const matrix = new Matrix({
    answers: store.answers,
    connections: { connection: () => connection },
    listings: () => [{ id: 'l0', title: 'Place', listed: true, place: null, sleeps: null, bedrooms: null }],
    api,
    clockOf: () => clock,
    searchPageSize: () => 1,
  });
  return { api, matrix, store };
}

const question = { ...ref, stays, listings: { ids: null, places: [], bedrooms: null } };
const listing = { ...ref, listingId: 'l0' };
const stay = { ...listing, checkIn: FROM, checkOut: addDays(FROM, 2), guests: null };

/** Everything that a person can see of what was read; it must be what the contract allows. */
async function lookAt({ matrix }: ReturnType<typeof open>) {
  const view = { order: { by: 'cheapest' as const, descending: false }, maxPerNight: 250 };
  const rows = { offset: 0, limit: 10 };
  const corners = { firstRow: 0, lastRow: 0, firstArrivalAt: 0, lastArrivalAt: 9 };
  const anyPrice = { ...view, maxPerNight: null };
  return {
    window: MatrixWindow.parse(await matrix.window({ ...question, view: anyPrice, rows, arrivals: rows })),
    cheap: MatrixWindow.parse(await matrix.window({ ...question, view, rows, arrivals: rows })),
    range: MatrixRange.parse(await matrix.range({ ...question, view: anyPrice, ...corners })),
    nights: Nights.parse(matrix.nights({ ...listing, from: FROM, until: UNTIL })),
    prices: Prices.parse(matrix.prices(stay)),
  };
}

const DAY_FIELDS = ['date', 'status', 'price', 'currency', 'minNights', 'maxNights', 'cta', 'ctd', 'available', 'day'];
const day = fc
  .tuple(recordOf(DAY_FIELDS, hostileScalar), fc.option(fc.nat(6)), fc.boolean())
  .map(([fields, after, isFree]) => ({
    ...fields,
    ...(after === null ? {} : { date: addDays(FROM, after) }),
    ...(isFree ? { status: 'available' } : {}),
  }));

describe('a calendar', () => {
  it('of any shape is read as far as it can be, and no price is made up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 12 }), pathToList, async (days, at) => {
        const text = jsonText(bodyWith(days, at));
        const opened = open(text);
        const read = await opened.matrix
          .readNights({ ...listing, from: FROM, until: UNTIL })
          .catch((thrown: AppError) => thrown);
        if (read instanceof Error) {
          expect(isAppError(read, 'answerUnusable')).toBe(true);
          return;
        }
        const sent = new Set(numbersIn(JSON.parse(text)));
        const seen = await lookAt(opened);
        for (const { price } of seen.nights.nights) if (price !== null) expect(sent.has(price)).toBe(true);
        const prices = new Map(seen.nights.nights.map(({ date, price }) => [date, price]));
        for (const [column, cell] of (seen.window.rows[0]?.cells ?? []).entries()) {
          if (cell.total === null) continue;
          const arrival = addDays(FROM, column);
          const parts = [prices.get(arrival), prices.get(addDays(arrival, 1))];
          expect(parts.every((price) => price !== null && price !== undefined)).toBe(true);
          expect(cell.total).toBeCloseTo((parts[0] ?? 0) + (parts[1] ?? 0), 2);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each(NO_RECORDS)('that is %s says so', async (_, text) => {
    const { matrix } = open(text);
    await expect(matrix.readNights({ ...listing, from: FROM, until: UNTIL })).rejects.toMatchObject({
      code: 'answerUnusable',
    });
  });

  const free = (date: unknown, more: object = {}) => ({
    date,
    status: 'available',
    price: 100,
    currency: 'EUR',
    ...more,
  });
  const three = (dates: readonly unknown[], more: object = {}) => dates.map((date) => free(date, more));
  const INSTANTS = [0, 1, 2].map((after) => Date.UTC(2027, 0, 8 + after));
  it.each([
    ['days as instants in milliseconds', three(INSTANTS)],
    ['days as instants in seconds', three(INSTANTS.map((at) => at / 1_000))],
    ['days as instants written as text', three(INSTANTS.map(String))],
    ['days with a time', three(INSTANTS.map((at) => new Date(at).toISOString()))],
    [
      'days in the record of the listing',
      [{ listingId: 'l0', days: three(['2027-01-08', '2027-01-09', '2027-01-10']) }],
    ],
    [
      'days as the names of fields',
      { data: Object.fromEntries(['2027-01-08', '2027-01-09', '2027-01-10'].map((date) => [date, free(undefined)])) },
    ],
    [
      'flags as numbers',
      ['2027-01-08', '2027-01-09', '2027-01-10'].map((date) => ({ date, available: 1, price: '100', currency: 'EUR' })),
    ],
    [
      'flags as texts',
      ['2027-01-08', '2027-01-09', '2027-01-10'].map((date) => ({
        date,
        isAvailable: 'true',
        price: 100,
        currency: 'EUR',
      })),
    ],
    [
      'doubled days',
      three(['2027-01-08', '2027-01-08', '2027-01-09', '2027-01-09', '2027-01-10', '2027-01-10', '2027-01-08']),
    ],
  ])('with %s is read', async (_, body) => {
    const opened = open(jsonText(body));
    await opened.matrix.readNights({ ...listing, from: FROM, until: UNTIL });
    const { window } = await lookAt(opened);
    expect(window.rows[0]?.cells[0]).toMatchObject({ state: 'free', total: 200, currency: 'EUR' });
  });

  it('takes an instant that is no midnight for no day: its day depends on a zone that nobody told', async () => {
    const late = Date.UTC(2027, 0, 7, 23);
    const { matrix } = open(jsonText([free(late), free('2027-01-09')]));
    const { nights } = await matrix.readNights({ ...listing, from: FROM, until: UNTIL });
    expect(nights.filter(({ isFree }) => isFree !== null).map(({ date }) => date)).toEqual(['2027-01-09']);
  });

  it('reads no days of several listings: nobody says which ones are meant', async () => {
    const two = ['l0', 'l1'].map((listingId) => ({ listingId, days: three(['2027-01-08']) }));
    const { matrix } = open(jsonText(two));
    await expect(matrix.readNights({ ...listing, from: FROM, until: UNTIL })).rejects.toMatchObject({
      code: 'answerUnusable',
    });
  });

  it('is kept whole, unknown fields included, by the task that reads calendars', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 6 }), async (days) => {
        const text = jsonText(days);
        const { api } = open(text);
        const spec = { kind: 'calendars', from: FROM, until: UNTIL, listingIds: null } as const;
        const { rows } = await calendars.run(spec, { key: 'l0', title: 'Place' }, (values) =>
          api.call({ connection, credentialId: 'c', operation: 'calendar', values }),
        );
        expect(rows.map(({ raw }) => raw)).toEqual(JSON.parse(text));
        for (const { cells } of rows)
          for (const cell of cells) expect(typeof cell === 'number' ? Number.isFinite(cell) : true).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

const offer = recordOf(
  ['title', 'currency', 'price', 'prices', 'nightlyRates', 'basePrice', '2027-01-08', '2027-01-09'],
  hostileScalar,
);

it('a search of any shape is compared as far as it can be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offer, { minLength: 1, maxLength: 6 }), pathToList, async (made, at) => {
      const records = made.map((one, index) => ({ ...one, _id: `l${index}` }));
      const opened = open(jsonText(bodyWith(records, at)));
      const { search } = Prices.parse(await opened.matrix.searchPrices(stay));
      expect(search?.isFound).toBe(true);
      if (search?.total === 0) expect(numbersIn(records[0]).some((number) => number === 0)).toBe(true);
      if (search && search.total !== null) expect(search.total).toBeGreaterThanOrEqual(0);
      await lookAt(opened);
    }),
    { numRuns: 35 },
  );
});

it('a calendar that always answers otherwise ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(day, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), async (answers) => {
      let asked = 0;
      const { api } = open('[]');
      const nights = await readNights('l0', { first: 20_000, last: 20_010 }, async (values) => {
        asked += 1;
        const records = JSON.parse(jsonText(answers[asked % answers.length])) as never;
        return { ...(await api.call({ connection, credentialId: 'c', operation: 'calendar', values })), records };
      }).catch((thrown: AppError) => thrown);
      expect(asked).toBeLessThanOrEqual(12);
      expect(Array.isArray(nights) || isAppError(nights, 'answerUnusable')).toBe(true);
    }),
    { numRuns: 40 },
  );
});
