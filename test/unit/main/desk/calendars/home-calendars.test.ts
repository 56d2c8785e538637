/** Who comes and goes, by the kept calendars and our own bookings. */
import { beforeEach, describe, expect, it } from 'vitest';
import { HomeCalendars } from '../../../../../src/main/desk/calendars/home-calendars.ts';
import type { TaskStore } from '../../../../../src/main/tasks/store/task-store.ts';
import { MAX_DAY_LINES } from '../../../../../src/shared/model/calendars.ts';
import type { Quote } from '../../../../../src/shared/model/quote.ts';
import type { Night, NightUse } from '../../../../../src/shared/stay/stay-offers.ts';
import { dayNumber } from '../../../../../src/shared/time/plain-date.ts';
import { connectionFixture } from '../../../../support/fixtures.ts';
import { openTaskStore } from '../../../../support/stores-in.ts';
import { quoteFixture } from '../../../renderer/quotes/quotes-answers.ts';

const connection = connectionFixture();
const owner = { connectionId: connection.id, credentialId: connection.applications[0]?.id ?? '' };
const FIRST = '2027-03-10';

/** A calendar from two days before FIRST, one letter for each night: booked, reserved, blocked or free. */
function keep(listingId: string, letters: string, readAt = 1): void {
  const status = { b: 'booked', r: 'reserved', x: 'blocked', '.': 'free' } as const;
  const nights = [...letters].map((letter): Night => {
    const use: NightUse = {
      status: status[letter as keyof typeof status] ?? null,
      blocks: [],
      allotment: null,
      reservationId: null,
    };
    const rules = { minNights: null, maxNights: null, noCheckIn: null, noCheckOut: null };
    return { isFree: letter === '.', price: 100, currency: 'EUR', ...rules, use };
  });
  const answer = { kind: 'calendar', listingId, title: listingId, firstDay: dayNumber(FIRST) - 2, nights } as const;
  store.answers.keepAlone({ ...owner, answer, readAt });
}

let store: TaskStore;
let homes: string[];
let bookings: Quote[];
let desk: HomeCalendars;

beforeEach(() => {
  store = openTaskStore();
  homes = ['Beach house', 'Attic'];
  bookings = [];
  desk = new HomeCalendars({
    answers: store.answers,
    connections: { connection: () => connection },
    listings: () => homes.map((id) => ({ id, title: id, listed: true, place: 'Lisbon', sleeps: null, bedrooms: null })),
    bookings: (_connection, day) => bookings.filter(({ checkOut }) => checkOut >= day),
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
      ['possible Attic 2027-03-09>2027-03-11', 'possible Beach house 2027-03-09>2027-03-11'],
      ['departure Beach house 2027-03-09>', 'possible Attic 2027-03-09>2027-03-13'],
      ['possible Attic 2027-03-11>2027-03-13'],
    ]);
    keep('Attic', '.......', 2);
    expect(await days(1)).toEqual([['possible Beach house 2027-03-09>2027-03-11']]);
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

  it('count more changes than they list', async () => {
    homes = Array.from({ length: MAX_DAY_LINES + 3 }, (_, at) => `Home ${at}`);
    for (const home of homes) keep(home, '...b.');
    const [, day] = (await desk.days({ connectionId: connection.id, from: FIRST, days: 2 })).days;
    expect([day?.arrival.count, day?.arrival.lines.length]).toEqual([MAX_DAY_LINES + 3, MAX_DAY_LINES]);
  });
});
