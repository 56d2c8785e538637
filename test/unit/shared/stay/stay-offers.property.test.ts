/** The offers of a calendar against a model that walks every night. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumAmounts } from '../../../../src/shared/stay/decimal.ts';
import { type Night, type StayOffer, StayOffers } from '../../../../src/shared/stay/stay-offers.ts';

const FIRST = 20_000;

const nightGen: fc.Arbitrary<Night | null> = fc.option(
  fc.record({
    isFree: fc.oneof(
      { weight: 6, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constantFrom(false, null) },
    ),
    price: fc.option(
      fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
      { freq: 8 },
    ),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'JPY', null),
    minNights: fc.option(fc.integer({ min: 1, max: 4 })),
    maxNights: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 1 }),
    noCheckIn: fc.constantFrom(null, false, false, true),
    noCheckOut: fc.constantFrom(null, false, false, true),
  }),
  { freq: 12 },
);

const calendars = fc.array(nightGen, { maxLength: 20 });

/** The rules one by one: a reader compares this with the text of the states. */
function model(nights: readonly (Night | null)[], arrival: number, count: number): StayOffer {
  const at = (day: number): Night | null => nights[day - FIRST] ?? null;
  const stay = Array.from({ length: count }, (_, night) => at(arrival + night));
  const [day, departure] = [at(arrival), at(arrival + count)];
  const state = (name: StayOffer['state'], limit: number | null = null): StayOffer => ({
    state: name,
    total: null,
    currency: null,
    limit,
  });
  if (stay.some((night) => night?.isFree === false)) return state('taken');
  if (day?.noCheckIn) return state('noCheckIn');
  if (day && day.minNights !== null && count < day.minNights) return state('minNights', day.minNights);
  if (day && day.maxNights !== null && count > day.maxNights) return state('maxNights', day.maxNights);
  if (departure?.noCheckOut) return state('noCheckOut');
  if (departure === null || stay.some((night) => night?.isFree !== true)) return state('unknown');
  const prices = stay.map((night) => night?.price ?? null);
  const currencies = new Set(stay.map((night) => night?.currency ?? null));
  if (prices.some((price) => price === null) || currencies.size > 1) return state('free');
  const cents = prices.reduce<number>((sum, price) => sum + Math.round((price ?? 0) * 100), 0);
  return { state: 'free', total: cents / 100, currency: day?.currency ?? null, limit: null };
}

it('gives each arrival and number of nights the state and the exact sum of the model', () => {
  fc.assert(
    fc.property(calendars, fc.integer({ min: -3, max: 22 }), fc.integer({ min: 1, max: 10 }), (nights, day, count) => {
      expect(new StayOffers(FIRST, nights).offer(FIRST + day, count)).toEqual(model(nights, FIRST + day, count));
    }),
    { numRuns: 800 },
  );
});

it('finds the cheapest stay: no other arrival in its currency costs less, and no earlier one as little', () => {
  fc.assert(
    fc.property(calendars, fc.integer({ min: 1, max: 5 }), (nights, count) => {
      const arrivals = Array.from({ length: 24 }, (_, at) => FIRST - 2 + at);
      const offers = arrivals.map((arrival) => ({ arrival, offer: model(nights, arrival, count) }));
      const priced = offers.filter(({ offer }) => offer.total !== null);
      const comparable = priced.filter(({ offer }) => offer.currency === priced[0]?.offer.currency);
      const least = Math.min(...comparable.map(({ offer }) => offer.total ?? 0));
      const expected = comparable.find(({ offer }) => offer.total === least) ?? null;
      expect(new StayOffers(FIRST, nights).cheapest(arrivals, count)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

it('adds amounts as they are written', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  expect(sumAmounts([1e21, 1, -1e21])).toBe(1);
  expect(sumAmounts([1.1e-7, 5e-324])).toBe(1.1e-7);
  expect(sumAmounts([])).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (cents) => {
      expect(sumAmounts(cents.map((cent) => cent / 100))).toBe(cents.reduce((sum, cent) => sum + cent, 0) / 100 + 0);
    }),
  );
});
