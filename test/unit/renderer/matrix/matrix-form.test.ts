import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsOf, questionOf, viewOf } from '../../../../src/renderer/features/matrix/matrix-form.ts';
import { PAGE_SEARCH, parseSearch } from '../../../../src/renderer/navigation/search.ts';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import { MAX_ARRIVALS } from '../../../../src/shared/input/max-input.ts';
import { MatrixQuestion, MatrixView } from '../../../../src/shared/model/matrix.ts';
import { plainDateOf } from '../../../../src/shared/model/primitives.ts';
import { arrivalsOf } from '../../../../src/shared/stay/arrivals.ts';
import { addDays, addMonths } from '../../../../src/shared/time/plain-date.ts';

const TODAY = '2026-11-22';
const paramsOf = (query: string) => PAGE_SEARCH.matrix.parse(parseSearch(query));
const ask = (query: string) => questionOf('c1', 'a1', paramsOf(query), TODAY);
const limits = (query: string) => limitsOf(paramsOf(query), TODAY);

describe('the question of an address', () => {
  it.each([
    '?from=9999-12-20',
    '?from=9999-12-31&until=9999-12-31&nights=30',
    '?from=0000-01-01',
    '?from=0001-01-01&until=9999-12-31',
    '?until=0000-01-01',
    '?from=2999-12-31',
  ])('of %s has arrivals, departures and months around them', (query) => {
    const { stays } = ask(query);
    const arrivals = arrivalsOf(stays).map(plainDateOf);
    expect(arrivals.length).toBeGreaterThan(0);
    for (const day of [arrivals[0] ?? '', arrivals.at(-1) ?? ''])
      expect([addDays(day, stays.nights), addMonths(day, 24), addMonths(day, -24)]).toHaveLength(3);
  });

  it('is one that main accepts, whatever the address says', () => {
    const day = fc.integer({ min: -719_528, max: 2_932_896 }).map(plainDateOf);
    const count = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 30, 31, 500, 501, 999_999_999_999_999)).map(String);
    const names = { from: day, until: day, nights: count, guests: count, bedrooms: count, maxPrice: count, sort: day };
    fc.assert(
      fc.property(fc.record(names, { requiredKeys: [] }), (given) => {
        const params = PAGE_SEARCH.matrix.parse(given);
        const question = questionOf('c1', 'a1', params, TODAY);
        expect(MatrixQuestion.safeParse(question).error).toBeUndefined();
        const arrivals = arrivalsOf(question.stays).map(plainDateOf);
        expect(arrivals.length).toBeLessThanOrEqual(MAX_ARRIVALS);
        expect(MatrixView.safeParse(viewOf(params, arrivals)).error).toBeUndefined();
      }),
    );
  });

  it('takes the nearest count that Flexible dates can show, and says which one was asked for', () => {
    expect(ask('?nights=45&guests=501&bedrooms=200')).toMatchObject({
      stays: { nights: 30, guests: 500 },
      listings: { bedrooms: 100 },
    });
    expect(limits('?nights=45&guests=501&bedrooms=200')).toEqual([
      'Flexible dates shows stays of up to 30 nights, not 45.',
      'Flexible dates shows up to 500 guests, not 501.',
      'Flexible dates shows up to 100 bedrooms, not 200.',
    ]);
    expect(ask('?nights=0&guests=0')).toMatchObject({ stays: { nights: 3, guests: null } });
    expect(limits('?nights=30&guests=0')).toEqual([]);
  });

  it('ends a year after the first day, and says so', () => {
    expect(ask('?from=2027-01-01&until=2031-01-01').stays.lastArrival).toBe('2028-01-01');
    expect(limits('?from=2027-01-01&until=2031-01-01')).toEqual([
      `Flexible dates shows a year of arrivals, here up to ${formatPlainDate('2028-01-01')}.`,
    ]);
    expect(limits('?from=2027-01-01&until=2028-01-01')).toEqual([]);
  });
});
