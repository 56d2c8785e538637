/** Who comes and goes, by the kept calendars and our own bookings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HomeCalendars } from '../../../../../src/main/desk/calendars/home-calendars.ts';
import { TakenDates } from '../../../../../src/main/desk/calendars/taken-dates.ts';
import type { TaskStore } from '../../../../../src/main/tasks/store/task-store.ts';
import { type GridQuery, type GridRow, MAX_DAY_LINES } from '../../../../../src/shared/model/calendars.ts';
import type { Quote } from '../../../../../src/shared/model/quote.ts';
import { unpackNights, unpackWeeks } from '../../../../../src/shared/stay/packed-cells.ts';
import type { Night, NightUse } from '../../../../../src/shared/stay/stay-offers.ts';
import { dayNumber } from '../../../../../src/shared/time/plain-date.ts';
import { connectionFixture } from '../../../../support/fixtures.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { openTaskStore } from '../../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';
import { quoteFixture } from '../../../renderer/quotes/quotes-answers.ts';

const connection = connectionFixture();
const owner = { connectionId: connection.id, credentialId: connection.applications[0]?.id ?? '' };
const FIRST = '2027-03-10';

const reservedAt = (at: number) => ({ id: null, status: 'confirmed', confirmationCode: null, at, raw: {} });

/** A calendar from two days before FIRST, one letter for each night: booked, reserved, blocked, free, or with two units free. */
function keep(listingId: string, letters: string, readAt = 1, minNights: number | null = null): void {
  const status = { b: 'booked', r: 'reserved', x: 'blocked', '.': 'free', '2': 'free' } as const;
  const nights = [...letters].map((letter): Night => {
    const use: NightUse = {
      status: status[letter as keyof typeof status] ?? null,
      blocks: [],
      allotment: letter === '2' ? 2 : null,
      reservationId: null,
    };
    const rules = { minNights, maxNights: null, noCheckIn: null, noCheckOut: null };
    return { isFree: status[letter as keyof typeof status] === 'free', price: 100, currency: 'EUR', ...rules, use };
  });
  const answer = { kind: 'calendar', listingId, title: listingId, firstDay: dayNumber(FIRST) - 2, nights } as const;
  store.answers.keepAlone({ ...owner, answer, readAt });
}

let store: TaskStore;
let homes: string[];
/** The places of homes that are not in Lisbon. */
let places: Record<string, string | null>;
let bookings: Quote[];
let desk: HomeCalendars;
let shown: string[];
/** How often the desk asked for our bookings. */
let asked: number;
let clock: ManualClock;

beforeEach(() => {
  store = openTaskStore();
  homes = ['Beach house', 'Attic'];
  places = {};
  bookings = [];
  shown = [];
  asked = 0;
  clock = new ManualClock(new Date(2027, 2, 10, 9).getTime());
  const loaded = () =>
    homes.map((id) => ({
      ...{ id, title: id, listed: true, sleeps: null, bedrooms: null },
      place: id in places ? (places[id] ?? null) : 'Lisbon',
    }));
  desk = new HomeCalendars({
    answers: store.answers,
    connections: { connection: () => connection },
    listings: loaded,
    clockOf: () => clock,
    onShown: (_connection, ids) => shown.push(...ids),
    matching: loaded,
    bookings(_connection, day) {
      asked += 1;
      return bookings.filter(({ checkOut }) => checkOut >= day);
    },
  });
});

const days = async (count = 3) => {
  const board = await desk.days({ connectionId: connection.id, from: FIRST, days: count });
  return board.days.map(({ date, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, { lines }]) =>
      lines.map(
        ({ title, leaving, arriving }) => `${kind} ${title} ${leaving?.checkIn ?? ''}>${arriving?.checkOut ?? ''}`,
      ),
    ),
  );
};

describe('the days', () => {
  it('have the changes of each home by title, and change with a calendar that was read', async () => {
    keep('Beach house', '.bb..rr');
    keep('Attic', '.bbrr..');
    expect(await days()).toEqual([
      [
        ...['possible Attic 2027-03-09>2027-03-11', 'possible Beach house 2027-03-09>2027-03-11'],
        ...['staying Attic 2027-03-09>2027-03-11', 'staying Beach house 2027-03-09>2027-03-11'],
      ],
      ['departure Beach house 2027-03-09>', 'possible Attic 2027-03-09>2027-03-13'],
      ['possible Attic 2027-03-11>2027-03-13', 'staying Attic 2027-03-11>2027-03-13'],
    ]);
    keep('Attic', '.......', 2);
    expect(await days(1)).toEqual([
      ['possible Beach house 2027-03-09>2027-03-11', 'staying Beach house 2027-03-09>2027-03-11'],
    ]);
  });

  it('know our own booking, even of a home whose calendar is not read', async () => {
    bookings = [
      quoteFixture({ id: 'q-1', listingId: 'Attic', checkIn: '2027-03-11', checkOut: '2027-03-12', outcome: 'booked' }),
      quoteFixture({
        id: 'q-2',
        listingId: 'Attic',
        checkIn: '2027-03-12',
        checkOut: '2027-03-14',
        outcome: 'reserved',
      }),
    ];
    const board = await desk.days({ connectionId: connection.id, from: FIRST, days: 3 });
    expect(board.days[1]?.arrival.lines).toMatchObject([
      { title: 'Attic', arriving: { quoteId: 'q-1', isOneStay: true } },
    ]);
    expect(board.days[2]?.turnover.lines).toMatchObject([
      { leaving: { quoteId: 'q-1' }, arriving: { quoteId: 'q-2', state: 'reserved' } },
    ]);
  });

  it('show no stays of a home of which any kept day has several units', async () => {
    keep('Attic', `..bb${'.'.repeat(200)}2`);
    const board = await desk.days({ connectionId: connection.id, from: FIRST, days: 3 });
    expect(board.severalUnits).toBe(1);
    expect(board.days.map(({ arrival, departure }) => arrival.count + departure.count)).toEqual([0, 0, 0]);
  });

  it('count more changes than they list', async () => {
    homes = Array.from({ length: MAX_DAY_LINES + 3 }, (_, at) => `Home ${at}`);
    for (const home of homes) keep(home, '...b.');
    const [, day] = (await desk.days({ connectionId: connection.id, from: FIRST, days: 2 })).days;
    expect([day?.arrival.count, day?.arrival.lines.length]).toEqual([MAX_DAY_LINES + 3, MAX_DAY_LINES]);
  });
});

describe('the grid', () => {
  const filter = {
    ...{ connectionId: connection.id, search: '', facets: {}, from: FIRST, days: 14 },
    order: { by: 'name', descending: false },
  } as const;
  const all = { weeks: false, rows: { offset: 0, limit: 50 }, columns: { offset: 0, limit: 5 } };
  const gridRows = async (query: GridQuery): Promise<GridRow[]> =>
    (await desk.grid(query)).rows.flatMap((row) => ('group' in row ? [] : row));

  it('has the nights of each home, with our bookings, and the order that is asked for', async () => {
    bookings = [
      quoteFixture({ id: 'q-1', listingId: 'Attic', checkIn: FIRST, checkOut: '2027-03-12', outcome: 'reserved' }),
    ];
    keep('Attic', '..xb.r....');
    keep('Beach house', '..b.bbb');
    const rows = await gridRows({ ...filter, ...all });
    expect(rows.map(({ title, cells }) => [title, unpackNights(cells).map(({ status }) => status)])).toEqual([
      ['Attic', ['reserved', 'booked', 'free', 'reserved', 'free']],
      ['Beach house', ['booked', 'free', 'booked', 'booked', 'booked']],
    ]);
    expect(unpackNights(rows[0]?.cells ?? '[]')[1]?.quoteId).toBe('q-1');
    expect(rows[1]).toMatchObject({ occupancy: 4 / 5, gaps: 1, unsellable: 0 });
    const order = { by: 'occupancy', descending: true } as const;
    const sorted = await gridRows({ ...filter, ...all, order, rows: { offset: 0, limit: 1 } });
    expect(sorted.map(({ title }) => title)).toEqual(['Beach house']);
    expect(shown).toEqual(['Attic', 'Beach house', 'Beach house']);
  });

  it('has a heading above the homes of each place, which is no home', async () => {
    places = { 'Beach house': 'Porto', Cabin: null };
    homes = ['Beach house', 'Cabin', 'Attic'];
    const order = { by: 'place', descending: false } as const;
    const { rowCount, homes: count, rows } = await desk.grid({ ...filter, ...all, order });
    expect(rows.map((row) => ('group' in row ? `${row.group} ${row.homes}` : row.title))).toEqual([
      'Lisbon 1',
      'Attic',
      'Porto 1',
      'Beach house',
      'null 1',
      'Cabin',
    ]);
    expect([rowCount, count, shown]).toEqual([6, 3, ['Attic', 'Beach house', 'Cabin']]);
  });

  it('marks the nights of a gap that is shorter than the minimum', async () => {
    keep('Attic', '..b..b...b', 1, 3);
    const rows = await gridRows({ ...filter, ...all, columns: { offset: 0, limit: 8 } });
    expect(rows[0]).toMatchObject({ gaps: 2, unsellable: 1 });
    const lost = [false, true, true, false, false, false, false, false];
    expect(unpackNights(rows[0]?.cells ?? '[]').map(({ isLost }) => isLost)).toEqual(lost);
    // Of the second gap, one night is left. The first has passed.
    clock.jumpTo(new Date(2027, 2, 16, 9).getTime());
    const later = await desk.grid({ ...filter, ...all });
    expect(later.rows[0]).toMatchObject({ gaps: 1, unsellable: 1 });
  });

  it('has a home that is not read, and sums the nights of a week', async () => {
    keep('Beach house', '..bb.x.bbb.....');
    const rows = await gridRows({ ...filter, ...all, weeks: true, columns: { offset: 0, limit: 3 } });
    expect(rows[0]).toMatchObject({ title: 'Attic', readAt: null, occupancy: null });
    expect(unpackWeeks(rows[1]?.cells ?? '[]')).toEqual([
      { sold: 4, blocked: 1, free: 2 },
      { sold: 1, blocked: 0, free: 5 },
    ]);
  });

  it('lists its gaps with what they would bring, and writes them', async () => {
    keep('Attic', '..b..b...b.......b', 1, 3);
    keep('Beach house', '.b.b');
    const gaps = {
      ...filter,
      days: 21,
      maxNights: 14,
      sellable: 'all',
      order: { by: 'nights', descending: true },
    } as const;
    const found = await desk.gaps({ ...gaps, offset: 0, limit: 50 });
    const rows = found.rows.map(({ title, first, nights, minNights, isSellable, value }) =>
      [title, first, nights, minNights, isSellable, value].join(' '),
    );
    expect(rows).toEqual([
      'Attic 2027-03-18 7 3 true 700',
      'Attic 2027-03-14 3 3 true 300',
      'Attic 2027-03-11 2 3 false 200',
      'Beach house 2027-03-10 1  true 100',
    ]);
    expect(found).toMatchObject({ total: 4, nights: 13, unsellable: 1, values: [{ currency: 'EUR', amount: 1300 }] });
    const short = { ...gaps, maxNights: 2, sellable: 'no' } as const;
    expect((await desk.gaps({ ...short, offset: 0, limit: 50 })).rows.map(({ nights }) => nights)).toEqual([2]);
    const folder = makeTempFolder();
    try {
      const path = join(folder, 'gaps.csv');
      await desk.writeGaps(short, { path, format: 'csv' });
      const [, row] = readFileSync(path, 'utf8').split('\r\n');
      expect(row).toBe('Attic,Attic,Lisbon,2027-03-11,2027-03-13,2,3,no,200,EUR');
    } finally {
      removeTempFolder(folder);
    }
    asked = 0;
    const { months, rows: byMonth } = await desk.months({ ...filter, days: 22, offset: 0, limit: 50 });
    expect([months, byMonth[0]?.months[0]?.sold]).toEqual([['2027-03'], 4]);
    // Once for the page, however many rows it has.
    expect(asked).toBe(1);
  });

  it('has no gap where we booked, unless a later calendar shows it free', async () => {
    keep('Attic', '..b..b');
    const gaps = { ...filter, maxNights: 14, sellable: 'all', order: { by: 'first', descending: false } } as const;
    const count = async () => {
      const { total } = await desk.gaps({ ...gaps, offset: 0, limit: 50 });
      const rows = await gridRows({ ...filter, ...all });
      return [total, rows.find(({ title }) => title === 'Attic')?.gaps];
    };
    expect(await count()).toEqual([1, 1]);
    const stay = { id: 'q-1', listingId: 'Attic', checkIn: '2027-03-11', checkOut: '2027-03-13' } as const;
    bookings = [quoteFixture({ ...stay, outcome: 'booked', reservation: reservedAt(5) })];
    expect(await count()).toEqual([0, 0]);
    keep('Attic', '..b..b', 9);
    expect(await count()).toEqual([1, 1]);
  });

  it('reads for its gaps only the calendars that changed, and keeps those of the rows in view', async () => {
    homes = Array.from({ length: 120 }, (_, at) => `Home ${String(at).padStart(3, '0')}`);
    for (const home of homes) keep(home, '..b..b');
    const gaps = { ...filter, maxNights: 14, sellable: 'all', order: { by: 'first', descending: false } } as const;
    await desk.grid({ ...filter, ...all });
    await desk.gaps({ ...gaps, offset: 0, limit: 50 });
    const reads = vi.spyOn(store.answers, 'calendars');
    await desk.grid({ ...filter, ...all });
    keep('Home 007', '..bb.b', 2);
    const { rows } = await desk.gaps({ ...gaps, maxNights: 1, offset: 0, limit: 50 });
    expect(rows.map(({ title }) => title)).toEqual(['Home 007']);
    expect(reads.mock.calls.map(([, id]) => id)).toEqual(['Home 007']);
  });

  it('is written by month: sold, free and blocked nights, the price of the free ones, and gaps', async () => {
    keep('Attic', `${'.'.repeat(20)}bb..bb..`);
    const folder = makeTempFolder();
    try {
      const path = join(folder, 'occupancy.csv');
      await desk.writeTable({ ...filter, days: 30 }, { path, format: 'csv' });
      const [, attic, april] = readFileSync(path, 'utf8').split('\r\n');
      expect(attic).toBe('Attic,Attic,Lisbon,2027-03,2,20,0,9.1,100,EUR,1,0');
      expect(april).toContain('2027-04,2,2,0');
    } finally {
      removeTempFolder(folder);
    }
  });
});

describe('a quote whose nights were taken', () => {
  const quote = quoteFixture({
    ...{ id: 'q-1', listingId: 'Attic', checkIn: '2027-03-11', checkOut: '2027-03-13', guests: 4, createdAt: 5 },
  });
  const home = (id: string, sleeps: number, lat: number) => ({
    ...{ id, title: id, listed: true, place: 'Lisbon', sleeps, bedrooms: 2, point: { lat, lng: -9 } },
  });
  const near = [home('Attic', 4, 38.7), home('Small', 2, 38.7), home('Far', 4, 38.9), home('Sold', 4, 38.71)];
  const takenDates = (quotes: readonly Quote[]) =>
    new TakenDates({
      homeCalendars: desk,
      listings: () => [...near, home('Close', 6, 38.72)],
      bookings: () => bookings,
      bookable: async () =>
        quotes.map(({ id, listingId, checkIn, checkOut, createdAt, expiresAt, replaces }) => ({
          ...{ id, listingId, checkIn, checkOut, createdAt, expiresAt, replaces },
        })),
      quoteOf: (_connection, id) => quotes.find((one) => one.id === id) ?? null,
      clockOf: () => clock,
    });
  const ask = { connectionId: connection.id, quoteIds: ['q-1'] };

  it('is found once a later calendar or booking has them, with the nearest stay and the nearest similar home', async () => {
    keep('Attic', '..bbbb....', 4);
    expect(await takenDates([quote]).taken(ask)).toEqual([]);
    keep('Attic', '..xbb.....', 6);
    expect(await takenDates([quote]).firstOpen(connection.id)).toMatchObject({
      count: 1,
      first: [{ quoteId: 'q-1', checkIn: '2027-03-11' }],
    });
    for (const [id, letters] of [
      ['Small', '..........'],
      ['Far', '..........'],
      ['Sold', '..bbbbbb..'],
      ['Close', '..........'],
    ] as const)
      keep(id, letters);
    const found = { quoteId: 'q-1', first: '2027-03-11', nights: 2, by: 'stay' };
    expect(await takenDates([quote]).taken(ask)).toEqual([found]);
    expect(await takenDates([quote]).instead(connection.id, 'q-1')).toMatchObject({
      sameHome: { listingId: 'Attic', checkIn: '2027-03-13', checkOut: '2027-03-15', total: 200, currency: 'EUR' },
      sameDays: { listingId: 'Close', checkIn: '2027-03-11', checkOut: '2027-03-13', total: 200 },
    });
  });

  it('leads to no stay that we booked ourselves, that has passed, or in a home that is unlike', async () => {
    const ours = (id: string) => ({ id: `b-${id}`, listingId: id, checkIn: '2027-03-11', checkOut: '2027-03-13' });
    bookings = ['Attic', 'Sold'].map((id) =>
      quoteFixture({ ...ours(id), outcome: 'booked', reservation: reservedAt(8) }),
    );
    for (const id of ['Attic', 'Sold', 'Castle']) keep(id, '..........', 6);
    near.push({ ...home('Castle', 20, 38.7), bedrooms: 8 });
    const [found] = await takenDates([quote]).taken(ask);
    expect(found?.nights).toBe(2);
    const instead = () => takenDates([quote]).instead(connection.id, 'q-1');
    expect(await instead()).toMatchObject({ sameHome: { checkIn: '2027-03-13' }, sameDays: null });
    keep('Close', '..........');
    expect((await instead()).sameDays?.listingId).toBe('Close');
    clock.jumpTo(new Date(2027, 2, 12, 9).getTime());
    expect((await instead()).sameDays).toBeNull();
    near.pop();
  });

  it('is looked for again only where a calendar, a quote or a booking changed', async () => {
    const later = quoteFixture({ ...quote, id: 'q-2', checkIn: '2027-03-12', checkOut: '2027-03-13' });
    const elsewhere = quoteFixture({ ...quote, id: 'q-3', listingId: 'Small' });
    const quotes = [quote, later, elsewhere];
    const dates = takenDates(quotes);
    const nights = vi.spyOn(desk, 'nights');
    const looked = async () => {
      nights.mockClear();
      const open = await dates.open(connection.id);
      expect(open).toEqual(await dates.taken({ ...ask, quoteIds: quotes.map(({ id }) => id) }));
      return [open.map(({ quoteId }) => quoteId), nights.mock.calls.length - quotes.length];
    };
    expect(await looked()).toEqual([[], 3]);
    expect(await looked()).toEqual([[], 0]);
    keep('Attic', '..bbbb....', 6);
    expect(await looked()).toEqual([['q-1', 'q-2'], 2]);
    const ofSmall = { id: 'b-1', listingId: 'Small', checkIn: '2027-03-11', checkOut: '2027-03-12' };
    bookings = [quoteFixture({ ...ofSmall, outcome: 'booked', reservation: reservedAt(8) })];
    expect(await looked()).toEqual([['q-1', 'q-2', 'q-3'], 1]);
    quotes.splice(2, 1, quoteFixture({ ...elsewhere, replaces: 'b-1' }));
    expect(await looked()).toEqual([['q-1', 'q-2'], 1]);
    clock.jumpTo(new Date(2027, 2, 13, 9).getTime());
    expect((await looked())[0]).toEqual([]);
  });

  it('does not count once it is booked or replaced, or its stay has passed', async () => {
    keep('Attic', '..bbbb....', 6);
    for (const changes of [{ outcome: 'booked' }, { replacedBy: 'q-2' }] as const)
      expect(await takenDates([{ ...quote, ...changes }]).taken(ask)).toEqual([]);
    clock.jumpTo(new Date(2027, 2, 13, 9).getTime());
    expect(await takenDates([quote]).taken(ask)).toEqual([]);
  });
});
