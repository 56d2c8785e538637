import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basisText } from '../../../../src/renderer/features/availability/result-card.tsx';
import {
  checkSearch,
  emptySearch,
  searchInputOf,
  withParams,
  withParty,
} from '../../../../src/renderer/features/availability/search-form.ts';
import { PAGE_SEARCH } from '../../../../src/renderer/navigation/search.ts';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import { SearchInput } from '../../../../src/shared/model/availability.ts';
import { plainDateOf } from '../../../../src/shared/model/primitives.ts';

const TODAY = '2026-11-22';

describe('the search form', () => {
  it('makes an input without conditions from an empty form', () => {
    expect(checkSearch(emptySearch(), TODAY)).toEqual({});
    expect(searchInputOf('c', emptySearch())).toEqual({ connectionId: 'c', applicationId: null });
  });

  it('reports a missing date and an empty stay', () => {
    const stay = (checkIn: string | null, checkOut: string | null) =>
      checkSearch({ ...emptySearch(), checkIn, checkOut }, TODAY).stay;
    expect(stay('2026-12-04', null)).toBe('Choose the check-out date too, or clear the check-in date.');
    expect(stay(null, '2026-12-04')).toBe('Choose the check-in date too, or clear the check-out date.');
    expect(stay('2026-12-04', '2026-12-04')).toBe('Check-out must be at least one day after check-in.');
    expect(stay('2026-12-04', '2026-12-05')).toBeUndefined();
    expect(stay('2026-11-21', '2026-12-05')).toBe(`Check-in on ${formatPlainDate('2026-11-21')} is past.`);
    expect(checkSearch({ ...emptySearch(), typedIssue: 'No dates.' }, TODAY).stay).toBe('No dates.');
  });

  it('rejects zero guests, signs, fractions and exponents', () => {
    for (const guests of ['0', '-3', '1.5', '1e5'])
      expect(checkSearch({ ...emptySearch(), guests }, TODAY).guests).toMatch(/whole number from 1/);
    expect(checkSearch({ ...emptySearch(), party: 'ages', adults: '0', children: '2' }, TODAY)).toEqual({
      adults: 'Adults must be a whole number from 1 to 500.',
    });
  });

  it('checks only the counts of the chosen party mode', () => {
    expect(checkSearch({ ...emptySearch(), guests: '501' }, TODAY).guests).toMatch(/whole number from 1 to 500/);
    expect(checkSearch({ ...emptySearch(), party: 'ages', guests: 'x', adults: '1.5' }, TODAY)).toEqual({
      adults: 'Adults must be a whole number from 1 to 500.',
    });
  });

  it('sends guests, or adults and children, but not both', () => {
    const form = { ...emptySearch(), guests: '4', adults: '2', children: '1' };
    expect(searchInputOf('c', form)).toMatchObject({ guests: 4 });
    expect(searchInputOf('c', form).adults).toBeUndefined();
    expect(searchInputOf('c', { ...form, party: 'ages' })).toMatchObject({ adults: 2, children: 1 });
    expect(searchInputOf('c', { ...form, party: 'ages' }).guests).toBeUndefined();
  });

  it('keeps the number of guests when they are counted another way', () => {
    const four = { ...emptySearch(), guests: '4' };
    const ages = withParty(four, 'ages');
    expect([ages.adults, ages.children]).toEqual(['4', '']);
    expect(withParty({ ...ages, adults: '2', children: '3' }, 'guests').guests).toBe('5');
    expect(withParty({ ...four, adults: '2', children: '2' }, 'ages')).toMatchObject({ adults: '2', children: '2' });
    expect(withParty(emptySearch(), 'ages')).toMatchObject({ adults: '', children: '' });
    expect(withParty({ ...emptySearch(), guests: 'x' }, 'ages')).toMatchObject({ adults: 'x' });
  });

  it('prefers the URL to typed values and ignores invalid dates', () => {
    const form = { ...emptySearch(), location: 'Oslo', checkIn: '2026-01-01' };
    expect(
      withParams(form, PAGE_SEARCH.availability.parse({ location: 'Rome', checkIn: '2026-02-30', adults: '2' })),
    ).toMatchObject({
      location: 'Rome',
      checkIn: '2026-01-01',
      party: 'ages',
      adults: '2',
    });
  });

  it('makes an input that the contract accepts from any form without issues', () => {
    const text = fc.constantFrom('', '0', '2', '500', '501', '-1', '1.5', 'x');
    const day = fc.option(fc.integer({ min: 20_000, max: 25_000 }).map(plainDateOf));
    fc.assert(
      fc.property(
        fc.record({
          checkIn: day,
          checkOut: day,
          typedIssue: fc.constant(null),
          party: fc.constantFrom('guests' as const, 'ages' as const),
          guests: text,
          adults: text,
          children: text,
          location: fc.string({ maxLength: 210 }),
          applicationId: fc.option(fc.constant('app')),
        }),
        (form) => {
          if (Object.keys(checkSearch(form, TODAY)).length > 0) return;
          expect(SearchInput.safeParse(searchInputOf('c', form)).success).toBe(true);
        },
      ),
    );
  });
});

describe('basisText', () => {
  it('describes how the price was derived', () => {
    expect(basisText({ basis: 'nightlyRates', nights: 5 })).toBe('sum of 5 nightly rates');
    expect(basisText({ basis: 'nightlyRates', nights: 1 })).toBe('sum of 1 nightly rate');
    expect(basisText({ basis: 'basePrice', nights: null })).toMatch(/base price/);
    expect(basisText({ basis: null, nights: 3 })).toBe('');
  });
});
