import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basisText, commonRemark } from '../../../../src/renderer/features/availability/results/price.tsx';
import {
  paramsOfForm,
  searchInputsOf,
  sentSearch,
} from '../../../../src/renderer/features/availability/search/address.ts';
import {
  checkSearch,
  emptySearch,
  type SearchForm,
  withParams,
  withParty,
} from '../../../../src/renderer/features/availability/search/search-form.ts';
import { PAGE_SEARCH, parseSearch, stringifySearch } from '../../../../src/renderer/navigation/search.ts';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import { SearchInput, type SearchItem } from '../../../../src/shared/model/availability.ts';
import { plainDateOf } from '../../../../src/shared/model/primitives.ts';

const TODAY = '2026-11-22';
const inputsOf = (form: SearchForm) => searchInputsOf('c', 'app', paramsOfForm(form));

describe('the search form', () => {
  it('makes an input without conditions from an empty form', () => {
    expect(checkSearch(emptySearch(), TODAY)).toEqual({});
    expect(inputsOf(emptySearch())).toEqual([{ connectionId: 'c', applicationId: 'app' }]);
  });

  it('reports a missing date and an empty stay', () => {
    const stay = (checkIn: string | null, checkOut: string | null) =>
      checkSearch({ ...emptySearch(), checkIn, checkOut }, TODAY).stay;
    expect(stay('2026-12-04', null)).toBe('Choose the check-out date too, or clear the check-in date.');
    expect(stay(null, '2026-12-04')).toBe('Choose the check-in date too, or clear the check-out date.');
    expect(stay('2026-12-04', '2026-12-04')).toBe('Check-out must be at least one day after check-in.');
    expect(stay('2026-12-04', '2026-12-05')).toBeUndefined();
    expect(stay('2026-11-21', '2026-12-05')).toBe(`Check-in on ${formatPlainDate('2026-11-21')} is in the past.`);
    expect(checkSearch({ ...emptySearch(), typedIssue: 'No dates.' }, TODAY).stay).toBe('No dates.');
  });

  it('rejects zero guests, signs, fractions and exponents', () => {
    for (const guests of ['0', '-3', '1.5', '1e5'])
      expect(checkSearch({ ...emptySearch(), guests }, TODAY).guests).toMatch(/whole number from 1/);
    expect(checkSearch({ ...emptySearch(), party: 'ages', adults: '0', children: '2' }, TODAY)).toEqual({
      adults: 'Adults must be a whole number from 1 to 500.',
    });
  });

  it('asks for an adult when there are children', () => {
    const ages = { ...emptySearch(), party: 'ages' as const, children: '2' };
    expect(checkSearch(ages, TODAY)).toEqual({ adults: 'Children need an adult: enter at least 1 adult.' });
    expect(checkSearch({ ...ages, adults: '1' }, TODAY)).toEqual({});
    expect(checkSearch({ ...ages, children: '0' }, TODAY)).toEqual({});
  });

  it('checks only the counts of the chosen party mode', () => {
    expect(checkSearch({ ...emptySearch(), guests: '501' }, TODAY).guests).toMatch(/whole number from 1 to 500/);
    expect(checkSearch({ ...emptySearch(), party: 'ages', guests: 'x', adults: '1.5' }, TODAY)).toEqual({
      adults: 'Adults must be a whole number from 1 to 500.',
    });
  });

  it('sends guests, or adults and children, but not both', () => {
    const form = { ...emptySearch(), guests: '4', adults: '2', children: '1' };
    const [counted] = inputsOf(form);
    expect(counted).toMatchObject({ guests: 4 });
    expect(counted?.adults).toBeUndefined();
    const [aged] = inputsOf({ ...form, party: 'ages' });
    expect(aged).toMatchObject({ adults: 2, children: 1 });
    expect(aged?.guests).toBeUndefined();
  });

  it('makes one input for each place', () => {
    expect(inputsOf({ ...emptySearch(), places: ['Lisbon', 'Porto'] }).map(({ location }) => location)).toEqual([
      'Lisbon',
      'Porto',
    ]);
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
    const form = { ...emptySearch(), places: ['Oslo'], checkIn: '2026-01-01' };
    expect(
      withParams(form, PAGE_SEARCH.availability.parse({ location: 'Rome|Bari', checkIn: '2026-02-30', adults: '2' })),
    ).toMatchObject({ places: ['Rome', 'Bari'], checkIn: '2026-01-01', party: 'ages', adults: '2', guests: '' });
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
          places: fc.array(fc.string({ maxLength: 210 }), { maxLength: 12 }),
          applicationId: fc.option(fc.constant('app')),
        }),
        (form) => {
          if (Object.keys(checkSearch(form, TODAY)).length > 0) return;
          const params = paramsOfForm(form);
          for (const input of inputsOf(form)) expect(SearchInput.safeParse(input).success).toBe(true);
          // The address carries the search: what is read from it is the same.
          const read = PAGE_SEARCH.availability.parse(parseSearch(stringifySearch(params)));
          expect(searchInputsOf('c', 'app', read)).toEqual(inputsOf(form));
          expect(sentSearch(read)).not.toBeNull();
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

  it('is said once for all prices unless it differs', () => {
    const item = (basis: SearchItem['basis'], amount: number | null = 500) =>
      ({ basis, nights: 5, total: amount === null ? null : { amount, currency: 'EUR' } }) as SearchItem;
    const once = 'before fees and taxes, sum of 5 nightly rates';
    expect(commonRemark([item('nightlyRates'), item('nightlyRates'), item(null, null)])).toBe(once);
    expect(commonRemark([item('nightlyRates'), item('stated')])).toBeNull();
    expect(commonRemark([item('nightlyRates')])).toBeNull();
  });
});
