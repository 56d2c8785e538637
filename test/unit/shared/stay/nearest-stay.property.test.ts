/** The nearest stay against all stays of the calendar, and in calendars that a person can read. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_SHIFT_DAYS, nearestStay } from '../../../../src/shared/stay/nearest-stay.ts';
import { type Night, StayOffers } from '../../../../src/shared/stay/stay-offers.ts';

const FIRST = 20_000;
const night = (changes: Partial<Night> = {}): Night => ({
  isFree: true,
  price: 100,
  currency: 'EUR',
  minNights: null,
  maxNights: null,
  noCheckIn: false,
  noCheckOut: false,
  ...changes,
});
const taken = night({ isFree: false });

const nightGen = fc.option(
  fc.record({
    isFree: fc.constantFrom(true, true, true, false, null),
    price: fc.constantFrom(100, null),
    currency: fc.constant('EUR'),
    minNights: fc.option(fc.integer({ min: 1, max: 5 })),
    maxNights: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 1 }),
    noCheckIn: fc.constantFrom(null, false, true),
    noCheckOut: fc.constantFrom(null, false, true),
  }),
  { freq: 9 },
);

it('finds a free stay, none nearer, and none only where the calendar has none', () => {
  fc.assert(
    fc.property(
      fc.array(nightGen, { maxLength: 30 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: -5, max: 20 }),
      (nights, day, count, from) => {
        const offers = new StayOffers(FIRST, nights);
        const [arrival, earliest] = [FIRST + day, FIRST + from];
        const near = nearestStay(offers, { arrival, nights: count, earliest });
        const distances = { notShorter: [] as number[], shorter: [] as number[] };
        for (let start = Math.max(FIRST, earliest); start < FIRST + nights.length; start += 1)
          for (let length = Math.max(1, count - 7); length <= count + 7; length += 1)
            if (Math.abs(start - arrival) <= MAX_SHIFT_DAYS && offers.offer(start, length).state === 'free')
              distances[length < count ? 'shorter' : 'notShorter'].push(
                Math.abs(start - arrival) + Math.abs(length - count),
              );
        if (near === null) {
          expect(distances).toEqual({ notShorter: [], shorter: [] });
          return;
        }
        const likely = distances.notShorter.length > 0 ? distances.notShorter : distances.shorter;
        expect(offers.offer(near.arrival, near.nights).state).toBe('free');
        expect(near.arrival).toBeGreaterThanOrEqual(earliest);
        expect(Math.abs(near.arrival - arrival) + Math.abs(near.nights - count)).toBe(Math.min(...likely));
      },
    ),
    { numRuns: 300 },
  );
});

it.each<[string, (Night | null)[], { arrival: number; nights: number } | null]>([
  ['the later of two as near', [night(), night(), taken, taken, night(), night(), night()], { arrival: 4, nights: 2 }],
  [
    'a later one rather than a shorter',
    [taken, taken, night(), taken, night(), night(), night()],
    { arrival: 4, nights: 2 },
  ],
  [
    'a day later where the day asks for more nights',
    [night(), night(), night({ minNights: 3 }), night(), night(), night()],
    { arrival: 3, nights: 2 },
  ],
  [
    'more nights where all days ask for them',
    Array.from({ length: 8 }, () => night({ minNights: 3 })),
    { arrival: 2, nights: 3 },
  ],
  [
    'another day where no guest may arrive',
    [taken, taken, night({ noCheckIn: true }), night(), night(), night()],
    { arrival: 3, nights: 2 },
  ],
  ['a shorter one where nothing else is near', [taken, taken, night(), taken, taken], { arrival: 2, nights: 1 }],
  ['none in a calendar that is taken', [taken, taken, taken, taken], null],
  ['none in one that was not read', [], null],
])('is %s', (_, nights, expected) => {
  const near = nearestStay(new StayOffers(0, nights), { arrival: 2, nights: 2, earliest: 0 });
  expect(near && { arrival: near.arrival, nights: near.nights }).toEqual(expected);
});
