/** Stays, changes, gaps and occupancy of a calendar, beside a model that knows every stay. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  gapsOf,
  type OwnBooking,
  occupancyOf,
  stayingOf,
  staysOf,
} from '../../../../src/shared/stay/home-stays.ts';
import type { Night, NightUse } from '../../../../src/shared/stay/stay-offers.ts';

const FIRST = 20_000;

const night = (use: Partial<NightUse>, changes: Partial<Night> = {}): Night => ({
  isFree: use.status === 'free' ? true : use.status == null ? null : false,
  price: 100,
  currency: 'EUR',
  minNights: 1,
  maxNights: null,
  noCheckIn: null,
  noCheckOut: null,
  use: { status: null, blocks: [], allotment: null, reservationId: null, ...use },
  ...changes,
});

const booking = (quoteId: string, from: number, until: number, state: OwnBooking['state'] = 'booked'): OwnBooking => ({
  ...{ quoteId, reservationId: `r${quoteId}`, checkIn: FIRST + from, checkOut: FIRST + until, state },
});

/** A part of a world: a stay, a block or free nights. `tells`: how the stay is known: by its id, as our booking, or not at all. */
interface Part {
  readonly kind: 'booked' | 'reserved' | 'blocked' | 'free';
  readonly nights: number;
  readonly tells: 'id' | 'own' | 'nothing';
}

const part: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom('booked', 'reserved', 'blocked', 'free'),
  nights: fc.integer({ min: 1, max: 4 }),
  tells: fc.constantFrom('id', 'own', 'nothing'),
});
const world = fc.array(part, { minLength: 1, maxLength: 12 });

function calendarOf(parts: readonly Part[]) {
  const nights: Night[] = [];
  const own: OwnBooking[] = [];
  /** The number of the stay in each night; null without a guest. */
  const guests: (number | null)[] = [];
  parts.forEach(({ kind, nights: count, tells }, at) => {
    const hasGuest = kind === 'booked' || kind === 'reserved';
    const checkIn = FIRST + nights.length;
    if (hasGuest && tells === 'own')
      own.push({ quoteId: `q${at}`, reservationId: null, checkIn, checkOut: checkIn + count, state: kind });
    for (let index = 0; index < count; index += 1) {
      nights.push(night({ status: kind, reservationId: hasGuest && tells === 'id' ? `r${at}` : null }));
      guests.push(hasGuest ? at : null);
    }
  });
  return { first: FIRST, nights, own, guests, told: (stay: number) => parts[stay]?.tells !== 'nothing' };
}

describe('changes of guests', () => {
  it('are those of the model; one that nothing tells is possible, never certain', () => {
    fc.assert(
      fc.property(world, (parts) => {
        const { own, guests, told, ...calendar } = calendarOf(parts);
        const stays = staysOf(calendar, own);
        const changes = changesOf(stays, FIRST + 1, FIRST + guests.length - 1);
        const staying = stayingOf(stays, FIRST + 1, FIRST + guests.length - 1).map(({ day }) => day - FIRST);
        for (let at = 1; at < guests.length; at += 1) {
          const [before, after] = [guests[at - 1] ?? null, guests[at] ?? null];
          const kinds = changes.filter(({ day }) => day === FIRST + at).map(({ kind }) => kind);
          const expected =
            before === null && after === null
              ? []
              : before === null
                ? ['arrival']
                : after === null
                  ? ['departure']
                  : !told(before) && !told(after)
                    ? ['possible']
                    : before === after
                      ? []
                      : ['turnover'];
          expect(kinds).toEqual(expected);
          // A stay that certainly goes on is among them, a certain change of guests is not.
          if (before !== null && before === after) expect(staying).toContain(at);
          else if (expected[0] !== 'possible') expect(staying).not.toContain(at);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are not claimed where a day was not read', () => {
    const nights = [null, night({ status: 'booked' }), null, night({ status: 'free' })];
    const [stay] = staysOf({ first: FIRST, nights }, []);
    expect(stay).toMatchObject({ checkIn: null, checkOut: null });
    expect(changesOf(staysOf({ first: FIRST, nights }, []), FIRST, FIRST + 9)).toEqual([]);
  });

  it('of a home with several units are those of our own bookings alone', () => {
    const own = [
      { quoteId: 'q', reservationId: 'r', checkIn: FIRST + 1, checkOut: FIRST + 3, state: 'booked' },
    ] as const;
    const nights = [2, 1, 0, 0, 1].map((allotment) => night({ status: allotment > 0 ? 'free' : 'booked', allotment }));
    const changes = changesOf(staysOf({ first: FIRST, nights }, own), FIRST, FIRST + 9);
    expect(changes.map(({ day, kind }) => [day - FIRST, kind])).toEqual([
      [1, 'arrival'],
      [3, 'departure'],
    ]);
  });

  it('of a home with several units are those of each booking, even if they overlap', () => {
    const units = Array.from({ length: 20 }, () => night({ status: 'free', allotment: 3 }));
    const own = [booking('1', 2, 7), booking('2', 4, 9), booking('3', 7, 8)];
    const changes = changesOf(staysOf({ first: FIRST, nights: units }, own), FIRST, FIRST + 20);
    expect(
      changes.map(({ day, kind, leaving, arriving }) => [day - FIRST, kind, (leaving ?? arriving)?.own?.quoteId]),
    ).toEqual([
      [2, 'arrival', '1'],
      [4, 'arrival', '2'],
      [7, 'departure', '1'],
      [7, 'arrival', '3'],
      [8, 'departure', '3'],
      [9, 'departure', '2'],
    ]);
  });

  it('follow the service where it approved, moved or replaced our booking', () => {
    const stay = (nights: Night[]) => {
      const found = staysOf({ first: FIRST, nights }, [booking('1', 1, 3, 'reserved')]);
      return found.map(({ first, last, state, own, doubt }) => [
        first - FIRST,
        last - FIRST,
        state,
        own?.quoteId,
        doubt,
      ]);
    };
    const free = night({ status: 'free' });
    const booked = (reservationId: string | null) => night({ status: 'booked', reservationId });
    expect(stay([free, booked(null), booked(null), free])).toEqual([[1, 2, 'booked', '1', null]]);
    expect(stay([free, booked('r1'), booked('r1'), booked('r1'), free])).toEqual([[1, 3, 'booked', '1', null]]);
    expect(stay([free, booked('r1'), free, free])).toEqual([[1, 2, 'booked', '1', 'free']]);
    expect(stay([booked('r2'), booked('r2'), free, free])).toEqual([[0, 1, 'booked', '1', 'otherGuest']]);
    expect(stay([free, booked('r2'), booked('r2'), free])).toEqual([[1, 2, 'booked', '1', 'otherGuest']]);
    expect(stay([free, booked('GY-77'), booked('GY-77'), free])).toEqual([[1, 2, 'booked', '1', null]]);
  });

  it('doubt our booking when the calendar shows its nights as free, and know it where nothing was read', () => {
    const own = [
      { quoteId: 'q', reservationId: null, checkIn: FIRST, checkOut: FIRST + 2, state: 'reserved' },
    ] as const;
    const free = [night({ status: 'free' }), night({ status: 'free' })];
    expect(staysOf({ first: FIRST, nights: free }, own)).toMatchObject([{ doubt: 'free' }]);
    expect(staysOf({ first: FIRST + 50, nights: [] }, own)).toMatchObject([
      { checkIn: FIRST, checkOut: FIRST + 2, doubt: null },
    ]);
  });
});

describe('gaps', () => {
  it('are the free nights between taken ones; the rules of the calendar say whether they can be sold', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 5 }), (parts, minNights) => {
        const { own: _, guests, ...calendar } = calendarOf(parts);
        const nights = calendar.nights.map((day) => ({ ...day, minNights }));
        const text = nights.map(({ isFree }) => (isFree ? '.' : '#')).join('');
        const expected = [...text.matchAll(/(?<=#)\.+(?=#)/g)].map(({ 0: run, index }) => ({
          first: FIRST + index,
          nights: run.length,
          isSellable: run.length >= minNights,
        }));
        expect(gapsOf({ first: FIRST, nights }, FIRST, 99)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('occupancy', () => {
  it('counts each night once, and averages the prices of the free ones', () => {
    fc.assert(
      fc.property(world, (parts) => {
        const { own, guests, ...calendar } = calendarOf(parts);
        const nights = calendar.nights.map((day, at) => ({ ...day, price: at + 1 }));
        const free = nights.flatMap(({ isFree, price }) => (isFree ? [price] : []));
        const mean = free.length === 0 ? null : free.reduce((sum, price) => sum + price, 0) / free.length;
        expect(occupancyOf({ first: FIRST, nights }, own, FIRST, FIRST + 99)).toEqual({
          sold: guests.filter((guest) => guest !== null).length,
          blocked: nights.filter(({ use }) => use?.status === 'blocked').length,
          free: free.length,
          price: mean,
          currency: mean === null ? null : 'EUR',
        });
      }),
      { numRuns: 40 },
    );
  });

  it('judges the nights of a partly doubted booking one by one', () => {
    const nights = [night({ status: 'booked' }), night({ status: 'free' }), night({ status: 'blocked' })];
    const full = occupancyOf({ first: FIRST, nights }, [booking('1', 0, 2)], FIRST, FIRST + 2);
    expect(full).toMatchObject({ sold: 1, free: 1, blocked: 1 });
  });
});
