/** The taken nights of a quote, beside a model that tells the story of each night. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OtherBooking, takenNights } from '../../../../src/shared/stay/taken-nights.ts';

const FIRST = 20_000;
const MADE_AT = 100;

/** What happened to a night. A booking of this app covers only this night. */
interface Story {
  readonly shown: 'free' | 'booked' | 'reserved' | 'blocked' | null;
  readonly shownAt: number;
  readonly booking: { readonly at: number; readonly isSameGuest: boolean } | null;
}

const instant = fc.constantFrom(50, 150, 250);
const story: fc.Arbitrary<Story> = fc.record({
  shown: fc.constantFrom('free', 'booked', 'reserved', 'blocked', null),
  shownAt: instant.map((at) => at + 1),
  booking: fc.option(fc.record({ at: instant, isSameGuest: fc.boolean() })),
});

/** The story in the order of its events: who has the night at its end? */
function modelOf({ shown, shownAt, booking }: Story): 'stay' | 'block' | null {
  let owner: string = 'nobody';
  const events = [
    ...(shown === null
      ? []
      : [{ at: shownAt, tells: shown === 'free' ? 'nobody' : shown === 'blocked' ? 'block' : 'other' }]),
    ...(booking ? [{ at: booking.at, tells: booking.isSameGuest ? 'guest' : 'other' }] : []),
  ].toSorted((one, other) => one.at - other.at);
  for (const { at, tells } of events) {
    // What was so before the quote was made did not keep the service from offering the stay.
    if (at <= MADE_AT && tells !== 'guest') continue;
    // A calendar shows the night of our guest as taken, and a night that is not free now may have been taken before.
    if (owner === 'guest' && tells !== 'nobody') continue;
    owner = owner === 'other' && tells === 'block' ? 'other' : tells;
  }
  if (booking?.isSameGuest) return null;
  return owner === 'other' ? 'stay' : owner === 'block' ? 'block' : null;
}

const nightOf = ({ shown }: Story, allotment: number | null = null) =>
  shown === null
    ? null
    : {
        ...{ isFree: shown === 'free', price: 100, currency: 'EUR', minNights: 1, maxNights: null },
        ...{ noCheckIn: null, noCheckOut: null },
        use: { status: shown, blocks: [], allotment, reservationId: null },
      };

const bookingsOf = (stories: readonly Story[]): OtherBooking[] =>
  stories.flatMap(({ booking }, at) =>
    booking
      ? {
          ...{ quoteId: `q${at}`, reservationId: null, checkIn: FIRST + at, checkOut: FIRST + at + 1, state: 'booked' },
          ...{ madeAt: booking.at, isSameGuest: booking.isSameGuest },
        }
      : [],
  );

const calendarOf = (stories: readonly Story[], allotment: number | null = null) => ({
  first: FIRST,
  nights: stories.map((one) => nightOf(one, allotment)),
  readAt: stories.map(({ shown, shownAt }) => (shown === null ? null : shownAt)),
});

describe('the nights of a quote', () => {
  it('are taken by what happened after the quote was made, and never by its own guest', () => {
    fc.assert(
      fc.property(fc.array(story, { minLength: 1, maxLength: 8 }), fc.nat(3), (stories, skipped) => {
        const checkIn = FIRST + Math.min(skipped, stories.length - 1);
        const stay = { checkIn, checkOut: FIRST + stories.length, madeAt: MADE_AT };
        const expected = stories.flatMap((one, at) => {
          const by = modelOf(one);
          return by === null || FIRST + at < checkIn ? [] : { day: FIRST + at, by };
        });
        expect(takenNights(calendarOf(stories), stay, bookingsOf(stories))).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it('are taken in a home with several units only when no unit is left', () => {
    const stories: Story[] = ['free', 'booked', 'free'].map((shown) => ({
      ...{ shown: shown as 'free', shownAt: 200, booking: { at: 300, isSameGuest: false } },
    }));
    const stay = { checkIn: FIRST, checkOut: FIRST + 3, madeAt: MADE_AT };
    expect(takenNights(calendarOf(stories, 2), stay, bookingsOf(stories))).toEqual([{ day: FIRST + 1, by: 'stay' }]);
  });
});
