import { describe, expect, it } from 'vitest';
import { comparePrices } from '../../../../src/renderer/features/matrix/price-lines.ts';
import type { Prices } from '../../../../src/shared/model/matrix.ts';
import type { RatePlan } from '../../../../src/shared/model/quote.ts';
import { sumAmounts } from '../../../../src/shared/stay/decimal.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' });

const prices: Prices = {
  calendar: { state: 'free', total: 200.2, currency: 'EUR', limit: null, nights: [], readAt: 1 },
  search: { isFound: true, total: 199.9, currency: 'EUR', readAt: 2 },
  searchRequests: 3,
};

const plan: RatePlan = {
  id: 'p',
  name: 'Flexible',
  cancellationPolicy: null,
  total: euro(301.3),
  lines: [
    { title: 'Stay', amount: euro(190.1), kind: 'ACCOMMODATION_FARE' },
    { title: 'Cleaning', amount: euro(60.1), kind: 'CLEANING_FEE' },
    { title: 'Tax', amount: euro(50.1), kind: 'TAX' },
  ],
  days: [],
};

describe('the comparison of prices', () => {
  it('itemises the difference between quote and calendar exactly, with what the quote does not itemise', () => {
    const { lines, total } = comparePrices(prices, plan);
    expect(lines.map(({ title, difference }) => [title, difference])).toEqual([
      ['Nights', -10.1],
      ['Cleaning', 60.1],
      ['Tax', 50.1],
      ['Not itemised', 1],
    ]);
    expect(total).toEqual({ title: 'Total', search: 199.9, calendar: 200.2, quote: 301.3, difference: 101.1 });
    expect(sumAmounts(lines.map(({ difference }) => difference ?? 0))).toBe(total.difference);
  });

  it('compares search and calendar without a quote', () => {
    const { lines, total } = comparePrices(prices, null);
    expect(lines).toEqual([{ title: 'Nights', search: 199.9, calendar: 200.2, quote: null, difference: -0.3 }]);
    expect(total.difference).toBe(-0.3);
  });

  it('makes no total of lines in two currencies, nor where a line cannot be read', () => {
    const dollars = { title: 'Tax', amount: { amount: 5, currency: 'USD' }, kind: 'TAX' };
    const mixed = comparePrices(prices, { ...plan, total: null, lines: [...plan.lines.slice(0, 2), dollars] });
    expect([mixed.total.quote, mixed.isTotalOurs]).toEqual([null, false]);
    expect(mixed.lines.map(({ title, quote }) => [title, quote])).toEqual([
      ['Nights', 190.1],
      ['Cleaning', 60.1],
      ['Tax', null],
    ]);
    const unreadable = [{ title: 'Pets', text: 'about 12', kind: null }];
    expect(comparePrices(prices, { ...plan, total: null, unreadable }).total.quote).toBeNull();
    expect(comparePrices(prices, { ...plan, total: null }).total.quote).toBe(300.3);
  });

  it('compares no amounts of two currencies, and nothing with what was not read', () => {
    const dollars = { ...plan, total: { amount: 301.3, currency: 'USD' } };
    expect(comparePrices(prices, dollars).total.difference).toBeNull();
    expect(
      comparePrices({ ...prices, calendar: null }, plan).lines.every(({ difference }) => difference === null),
    ).toBe(true);
  });
});
