/** The windows, blocks, nights and prices that a matrix shows from kept answers. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../../src/main/api/api-client.ts';
import type { CalendarAnswer, FoundOffer } from '../../../../../src/main/desk/flexible-dates/answer.ts';
import { Matrix } from '../../../../../src/main/desk/flexible-dates/matrix.ts';
import type { MatrixListing } from '../../../../../src/main/desk/flexible-dates/matrix-needs.ts';
import type { TaskStore } from '../../../../../src/main/tasks/store/task-store.ts';
import type { MatrixQuestion, MatrixView } from '../../../../../src/shared/model/matrix.ts';
import { dayNumber, type Json, plainDateOf } from '../../../../../src/shared/model/primitives.ts';
import type { Night } from '../../../../../src/shared/stay/stay-offers.ts';
import { connectionFixture } from '../../../../support/fixtures.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { openTaskStore } from '../../../../support/stores-in.ts';

const connection = connectionFixture();
const owner = { connectionId: connection.id, credentialId: connection.applications[0]?.id ?? '' };
const FIRST = dayNumber('2027-01-01');

const night = (changes: Partial<Night> = {}): Night => ({
  isFree: true,
  price: 100.1,
  currency: 'EUR',
  minNights: null,
  maxNights: null,
  noCheckIn: null,
  noCheckOut: null,
  ...changes,
});

const listing = (index: number, changes: Partial<MatrixListing> = {}): MatrixListing => ({
  id: `l${index}`,
  title: `Place ${index}`,
  listed: true,
  place: 'Lisbon, Portugal',
  sleeps: 4,
  bedrooms: 1,
  ...changes,
});

let clock: ManualClock;
let store: TaskStore;
let loaded: MatrixListing[];
let calls: ApiCall[];
let respond: (call: ApiCall) => Partial<ApiAnswer>;
let matrix: Matrix;

beforeEach(() => {
  clock = new ManualClock();
  store = openTaskStore();
  loaded = [listing(0), listing(1)];
  calls = [];
  respond = () => ({ records: [] });
  matrix = new Matrix({
    answers: store.answers,
    connections: { connection: () => connection },
    listings: () => loaded,
    api: {
      async call(call) {
        calls.push(call);
        const rest = { total: null, limit: null, nextCursor: null, nextSkip: null };
        return { body: null, records: null, ...rest, exchangeId: 'x', receivedAt: 0, variantId: 'v', ...respond(call) };
      },
    },
    clockOf: () => clock,
    searchPageSize: () => 1,
    maxCells: 20,
  });
});

const question = (stays: Partial<MatrixQuestion['stays']> = {}): MatrixQuestion => ({
  connectionId: connection.id,
  applicationId: null,
  stays: { firstArrival: '2027-01-01', lastArrival: '2027-01-04', weekends: false, nights: 2, guests: null, ...stays },
  listings: { ids: null, places: [], bedrooms: null },
});

const AS_LISTED: MatrixView = { order: null, maxPerNight: null };
const all = { view: AS_LISTED, rows: { offset: 0, limit: 100 }, arrivals: { offset: 0, limit: 100 } };

function keepCalendar(index: number, nights: CalendarAnswer['nights'], readAt: number, firstDay = FIRST): void {
  const answer = { kind: 'calendar', listingId: `l${index}`, title: `Place ${index}`, firstDay, nights } as const;
  store.answers.keepAlone({ ...owner, answer, readAt });
}

function keepSearch(
  checkIn: string,
  offers: readonly FoundOffer[],
  readAt: number,
  guests: number | null = null,
): void {
  const answer = { kind: 'search', checkIn: dayNumber(checkIn), nights: 2, guests, offers } as const;
  store.answers.keepAlone({ ...owner, answer, readAt });
}

const listingOf = (index: number) => ({ connectionId: connection.id, applicationId: null, listingId: `l${index}` });

const states = async (stays = {}) =>
  (await matrix.window({ ...question(stays), ...all })).rows.map(({ cells }) => cells.map(({ state }) => state));

describe('a window', () => {
  it('tells a stay that was not read from one of which the calendar does not say enough', async () => {
    keepCalendar(0, [night(), null, night(), night(), night(), night({ isFree: null }), night()], 50);
    keepCalendar(0, [night({ price: 7 }), null], 60);
    const { rows } = await matrix.window({ ...question({ lastArrival: '2027-01-07' }), ...all });
    const cells = rows[0]?.cells.map(({ state, readAt }) => `${state} ${readAt}`);
    // The last arrivals need days beyond the calendar.
    const rest = ['unknown 50', 'free 50', 'free 50', 'unknown 50', 'unknown null', 'unknown null'];
    expect(cells).toEqual(['unknown 50', ...rest]);
    const nights = matrix.nights({ ...listingOf(0), from: '2027-01-01', until: '2027-01-08' });
    expect(nights.nights.map(({ date, isFree, price, readAt }) => [date.slice(8), isFree, price, readAt])).toEqual([
      ['01', true, 7, 60],
      ['02', null, null, 60],
      ['03', true, 100.1, 50],
      ['04', true, 100.1, 50],
      ['05', true, 100.1, 50],
      ['06', null, 100.1, 50],
      ['07', true, 100.1, 50],
    ]);
  });

  it('has unknown cells before anything was read, and then the offers of the calendar with their age', async () => {
    expect(await states()).toEqual([Array(4).fill('unknown'), Array(4).fill('unknown')]);
    keepCalendar(
      0,
      [night(), night({ price: 0.2 }), night({ isFree: false }), night(), night({ price: 5 }), night()],
      50,
    );
    const { rows, ...rest } = await matrix.window({ ...question(), ...all });
    expect(rest).toMatchObject({
      rowCount: 2,
      arrivalCount: 4,
      arrivals: ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04'],
    });
    expect(rows[0]?.cells.map(({ state, total }) => total ?? state)).toEqual([100.3, 'taken', 'taken', 105.1]);
    expect(rows[0]).toMatchObject({
      cheapest: { arrival: '2027-01-01', total: 100.3 },
      dearest: 105.1,
      currency: 'EUR',
      place: 'Lisbon, Portugal',
    });
    expect(rows[0]?.cells[0]).toEqual({ state: 'free', total: 100.3, currency: 'EUR', limit: null, readAt: 50 });
  });

  it('is a part of the matrix, with what holds for the whole row', async () => {
    keepCalendar(
      1,
      Array.from({ length: 6 }, (_, at) => night({ price: 10 - at })),
      50,
    );
    const part = await matrix.window({
      ...question(),
      view: AS_LISTED,
      rows: { offset: 1, limit: 1 },
      arrivals: { offset: 1, limit: 2 },
    });
    expect(part.arrivals).toEqual(['2027-01-02', '2027-01-03']);
    expect(part.rows.map(({ listingId, cells }) => [listingId, ...cells.map(({ total }) => total)])).toEqual([
      ['l1', 17, 15],
    ]);
    expect(part.rows[0]?.cheapest).toEqual({ arrival: '2027-01-04', total: 13 });
  });

  it('takes each day from the newest answer, and the newer of calendar and search', async () => {
    keepCalendar(0, Array(6).fill(night()), 50);
    keepCalendar(0, [night({ price: 7 }), night({ price: 7 })], 60, FIRST + 1);
    const totals = async () =>
      (await matrix.window({ ...question(), ...all })).rows[0]?.cells.map(({ state, total, readAt }) => [
        total ?? state,
        readAt,
      ]);
    expect(await totals()).toEqual([
      [107.1, 50],
      [14, 50],
      [107.1, 50],
      [200.2, 50],
    ]);
    keepSearch('2027-01-02', [{ listingId: 'l0', title: 'Place 0', total: 15, currency: 'EUR' }], 70);
    keepSearch('2027-01-03', [{ listingId: 'l9', title: 'Other', total: 15, currency: 'EUR' }], 40);
    expect(await totals()).toEqual([
      [107.1, 50],
      [15, 70],
      [107.1, 50],
      [200.2, 50],
    ]);
    expect((await states())[1]).toEqual(['unknown', 'notOffered', 'notOffered', 'unknown']);
    expect((await states({ guests: 3 }))[1]).toEqual(Array(4).fill('unknown'));
    // A search that replaces another one may get its number.
    keepSearch('2027-01-03', [{ listingId: 'l1', title: 'Place 1', total: null, currency: 'EUR' }], 80);
    expect((await states())[1]).toEqual(['unknown', 'notOffered', 'free', 'unknown']);
  });

  it('has the listings of kept answers while none is loaded', async () => {
    loaded = [];
    keepCalendar(7, Array(6).fill(night()), 50);
    keepSearch('2027-01-01', [{ listingId: 'l9', title: 'Attic', total: 15, currency: 'EUR' }], 70);
    expect((await matrix.window({ ...question(), ...all })).rows.map(({ title }) => title)).toEqual([
      'Place 7',
      'Attic',
    ]);
  });

  it('forgets what the console itself booked, and a removed connection', async () => {
    keepCalendar(0, Array(6).fill(night()), 50);
    keepCalendar(1, Array(6).fill(night()), 50);
    keepSearch('2027-01-02', [], 70);
    keepSearch('2027-01-04', [], 70);
    store.answers.outdate(connection.id, { listingId: 'l0', checkIn: '2027-01-01', checkOut: '2027-01-04' }, 75);
    expect(await states()).toEqual([
      ['unknown', 'unknown', 'unknown', 'notOffered'],
      ['free', 'free', 'free', 'notOffered'],
    ]);
    store.answers.prune(connection.id, 60);
    expect((await states())[1]).toEqual(['unknown', 'unknown', 'unknown', 'notOffered']);
    store.answers.removeAll(connection.id);
    expect((await states())[1]).toEqual(Array(4).fill('unknown'));
    expect(store.answers.connections()).toEqual([]);
  });
});

it('finds the cheapest stay of more cells than it keeps, and looks again only at what changed', async () => {
  loaded = Array.from({ length: 9 }, (_, at) => listing(at));
  keepCalendar(3, Array(6).fill(night({ price: 90 })), 50);
  const reads = vi.spyOn(store.answers, 'calendars');
  const cheapest = async () =>
    (await matrix.cheapest({ ...question(), view: AS_LISTED })).map(({ row, priced }) => [row, priced]);
  const [[row] = []] = await cheapest();
  expect(row).toBe(3);
  reads.mockClear();
  await cheapest();
  expect(reads).not.toHaveBeenCalled();
  keepCalendar(5, Array(6).fill(night({ price: 40 })), 60);
  expect((await cheapest())[0]?.[0]).toBe(5);
  expect(reads).toHaveBeenCalledTimes(1);
});

describe('the arrangement of the rows', () => {
  const priced = (price: number, currency = 'EUR') => Array.from({ length: 6 }, () => night({ price, currency }));
  const titles = async (view: Partial<MatrixView>) => {
    const { rows, rowCount, listingCount } = await matrix.window({
      ...question(),
      ...all,
      view: { ...AS_LISTED, ...view },
    });
    expect([rows.length, listingCount]).toEqual([rowCount, loaded.length]);
    return rows.map(({ title }) => title).join(' ');
  };
  const by = (order: string, descending = false) => ({ order: { by: order, descending } }) as Partial<MatrixView>;

  beforeEach(() => {
    loaded = ['Attic', 'Barn 10', 'barn 9', 'Cabin', 'Dome'].map((title, at) => listing(at, { title }));
    keepCalendar(0, priced(90), 50);
    keepCalendar(1, [...priced(80).slice(0, 3), night({ price: 10 }), night({ price: 10 }), night({ price: 10 })], 50);
    keepCalendar(2, priced(9_000, 'JPY'), 50);
    keepCalendar(3, Array(6).fill(night({ isFree: false })), 50);
  });

  it('is by name, by the cheapest stay, or by one arrival, within a currency, with the unpriced rows last', async () => {
    expect(await titles({})).toBe('Attic Barn 10 barn 9 Cabin Dome');
    expect(await titles(by('name'))).toBe('Attic barn 9 Barn 10 Cabin Dome');
    expect(await titles(by('name', true))).toBe('Dome Cabin Barn 10 barn 9 Attic');
    expect(await titles(by('cheapest'))).toBe('Barn 10 Attic barn 9 Cabin Dome');
    expect(await titles(by('cheapest', true))).toBe('Attic Barn 10 barn 9 Cabin Dome');
    expect(await titles(by('2027-01-01'))).toBe('Barn 10 Attic barn 9 Cabin Dome');
    keepCalendar(0, priced(70), 60);
    expect(await titles(by('2027-01-01'))).toBe('Attic Barn 10 barn 9 Cabin Dome');
    expect(await titles(by('cheapest'))).toBe('Barn 10 Attic barn 9 Cabin Dome');
    expect(await titles(by('2026-05-05'))).toBe('Attic Barn 10 barn 9 Cabin Dome');
  });

  it('leaves out what is known to have no stay up to the price per night, and nothing that is not read', async () => {
    expect(await titles({ maxPerNight: 89 })).toBe('Barn 10 Dome');
    expect(await titles({ maxPerNight: 90, ...by('name', true) })).toBe('Dome Barn 10 Attic');
    keepCalendar(4, priced(200), 60);
    expect(await titles({ maxPerNight: 9 })).toBe('');
    loaded = loaded.slice(0, 2);
    expect(await titles({ maxPerNight: 89 })).toBe('Barn 10');
  });

  it('holds for the positions of a block, too', async () => {
    const view: MatrixView = { order: { by: 'cheapest', descending: false }, maxPerNight: 89 };
    const corner = { firstRow: 0, lastRow: 0, firstArrivalAt: 0, lastArrivalAt: 3 };
    const { sums, cells } = await matrix.range({ ...question(), view, ...corner });
    expect([cells, sums.map(({ cheapest }) => cheapest.title)]).toEqual([4, ['Barn 10']]);
    const [best] = await matrix.cheapest({ ...question(), view });
    expect([best?.title, best?.row]).toEqual(['Barn 10', 0]);
  });

  it('puts each row where every other order would put it, whatever was read', async () => {
    const price = fc.option(fc.constantFrom(1, 2, 30, 400), { nil: null });
    await fc.assert(
      fc.asyncProperty(fc.array(price, { minLength: 1, maxLength: 12 }), fc.boolean(), async (prices, descending) => {
        store.answers.removeAll(connection.id);
        loaded = prices.map((_, at) => listing(at));
        prices.forEach((amount, at) => {
          if (amount !== null) keepCalendar(at, priced(amount), 50);
        });
        const shown = (await titles(by('cheapest', descending)))
          .split(' Place')
          .map((text) => prices[Number(text.replace('Place', ''))]);
        const known = prices
          .filter((amount) => amount !== null)
          .sort((one, other) => (descending ? other - one : one - other));
        expect(shown).toEqual([...known, ...prices.filter((amount) => amount === null)]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a block of cells', () => {
  it('has the exact total and the cheapest stay of each currency', async () => {
    keepCalendar(
      0,
      Array.from({ length: 6 }, (_, at) => night({ price: (at + 1) / 10 })),
      50,
    );
    keepCalendar(1, Array(6).fill(night({ price: 9_000, currency: 'JPY' })), 50);
    const range = { view: AS_LISTED, firstRow: 0, lastRow: 1, firstArrivalAt: 1, lastArrivalAt: 2 };
    expect((await matrix.cheapest({ ...question(), view: AS_LISTED })).map(({ currency }) => currency).sort()).toEqual([
      'EUR',
      'JPY',
    ]);
    expect(await matrix.range({ ...question(), ...range })).toEqual({
      cells: 4,
      free: 4,
      freeStays: [0, 1].flatMap((at) =>
        ['2027-01-02', '2027-01-03'].map((arrival) => ({ listingId: `l${at}`, title: `Place ${at}`, arrival })),
      ),
      sums: [
        {
          currency: 'EUR',
          priced: 2,
          total: 1.2,
          cheapest: { listingId: 'l0', title: 'Place 0', arrival: '2027-01-02', total: 0.5 },
        },
        {
          currency: 'JPY',
          priced: 2,
          total: 36_000,
          cheapest: { listingId: 'l1', title: 'Place 1', arrival: '2027-01-02', total: 18_000 },
        },
      ],
    });
  });
});

describe('the nights of a listing', () => {
  const query = {
    connectionId: connection.id,
    applicationId: null,
    listingId: 'l0',
    from: '2027-01-01',
    until: '2027-01-03',
  };

  it('are those that were read, and more after reading', async () => {
    keepCalendar(0, [null, night({ price: 5 })], 50);
    expect(matrix.nights(query).nights).toMatchObject([
      { date: '2027-01-01', isFree: null, price: null, readAt: 50 },
      { date: '2027-01-02', isFree: true, price: 5, readAt: 50 },
    ]);
    respond = ({ values }) => ({
      records: [0, 1, 2].map(
        (at): Json => ({ date: plainDateOf(dayNumber(String(values.from)) + at), status: 'booked', price: 7 }),
      ),
    });
    await clock.advance(1_000);
    const { nights } = await matrix.readNights(query);
    expect(nights.map(({ date, isFree, readAt }) => [date, isFree, readAt])).toEqual(
      ['2027-01-01', '2027-01-02', '2027-01-03'].map((date) => [date, false, clock.now()]),
    );
    expect(calls.map(({ operation, lane }) => [operation, lane])).toEqual([['calendar', undefined]]);
    expect(() => matrix.nights({ ...query, until: '2026-12-31' })).toThrow('invalidInput');
    expect(() => matrix.nights({ ...query, until: '2029-12-31' })).toThrow('invalidInput');
  });
});

describe('the prices of a stay', () => {
  const query = {
    connectionId: connection.id,
    applicationId: null,
    listingId: 'l1',
    checkIn: '2027-01-01',
    checkOut: '2027-01-03',
    guests: 2,
  };

  it('are unknown at first, and tell how many requests a search takes', () => {
    expect(matrix.prices(query)).toEqual({ calendar: null, search: null, searchRequests: 2 });
    expect(() => matrix.prices({ ...query, checkOut: '2027-01-01' })).toThrow('invalidInput');
  });

  it('come from the calendar and from a search that ends when it finds the listing', async () => {
    keepCalendar(1, Array(3).fill(night()), 50);
    respond = ({ page }) => ({
      records: [
        {
          _id: page?.cursor === undefined ? 'l0' : 'l1',
          prices: { currency: 'EUR' },
          nightlyRates: { '2027-01-01': 100, '2027-01-02': 99.5 },
        },
      ],
      nextCursor: page?.cursor === undefined ? 'two' : 'three',
    });
    const prices = await matrix.searchPrices(query);
    expect(calls).toHaveLength(2);
    expect(prices.calendar).toMatchObject({
      state: 'free',
      total: 200.2,
      readAt: 50,
      nights: [
        { date: '2027-01-01', price: 100.1 },
        { date: '2027-01-02', price: 100.1 },
      ],
    });
    expect(prices.search).toEqual({ isFound: true, total: 199.5, currency: 'EUR', readAt: clock.now() });
    // Two of three pages are no answer about other listings.
    expect(matrix.prices(query).search).toBeNull();
  });

  it('keep a whole search, also one that does not find the listing', async () => {
    respond = () => ({ records: [{ _id: 'l0' }] });
    expect((await matrix.searchPrices(query)).search).toMatchObject({ isFound: false, total: null });
    expect(matrix.prices(query).search).toMatchObject({ isFound: false });
  });
});
