import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { nightsText, PriceBreakdown } from '../../../../src/renderer/features/quotes/price-breakdown.tsx';
import type { RatePlan } from '../../../../src/shared/model/quote.ts';
import { moneyOf } from '../../../../src/shared/money/money.ts';
import { addDays } from '../../../../src/shared/time/plain-date.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture } from './quotes-answers.ts';

const euro = (amount: number, exact?: string) => ({ amount, currency: 'EUR', ...(exact ? { exact } : {}) });
const nights = (prices: readonly string[], currency = 'EUR') =>
  prices.map((price, at) => ({ date: addDays('2030-12-04', at), price: moneyOf(price, currency) }));
const show = (changes: Partial<RatePlan>, stay = changes.days?.length ?? 2) =>
  renderWithMain(<PriceBreakdown plan={{ ...(quoteFixture().ratePlans[0] as RatePlan), ...changes }} nights={stay} />, {
    answers: {},
    page: 'quotes',
  });
const total = () =>
  within(screen.getByRole('table', { name: 'Price of Standard' })).getByRole('row', { name: /Total/ });

describe('the price of a rate plan', () => {
  it('marks a sum of ours in its text', () => {
    show({ isTotalOurs: true });
    expect(total().textContent).toBe('Total our sum; the answer has none€245.00');
  });

  it('draws a line that cannot be read as the service sent it, and says that no sum has it', () => {
    const unreadable = [
      { title: 'City tax', text: 'about 12', kind: null },
      { title: 'Linen', text: '', kind: null },
    ];
    const { unmount } = show({ isTotalOurs: true, unreadable });
    const line = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(line(/City tax/)).toBe('City taxabout 12 not readable');
    expect(line(/Linen/)).toBe('Linenno amount stated');
    expect(total().textContent).toBe('Total our sum, without 2 unreadable lines; the answer has none€245.00');
    unmount();
    show({ total: null, unreadable: unreadable.slice(0, 1) });
    expect(total().textContent).toBe('Totalnot stated, and not summed: 1 unreadable line');
  });

  it('draws what the service wrote, whatever the lines add up to', () => {
    show({ total: euro(9_007_199_254_740_992, '9007199254740993.10') });
    expect(total().textContent).toBe('Total€9,007,199,254,740,993.10');
  });

  it('says how many nights of the stay have a price', () => {
    show({ days: nights(['90', '90']) }, 3);
    expect(screen.getByText('2 of 3 nights at €90.00 each')).toBeTruthy();
  });

  it.each([
    ['5 nights at €120.00 each', ['120', '120.00', '120', '120', '120']],
    ['1 night at €90.00', ['90']],
  ])('tells equal nights in one line: %s', (line, prices) => {
    show({ days: nights(prices) });
    expect(screen.getByText(line)).toBeTruthy();
    expect(screen.queryByRole('region', { name: /^Price of each night/ })).toBeNull();
  });

  it('draws a bar for each night when prices differ, be it by the last digit', () => {
    show({ days: nights(['120', '9007199254740992', '9007199254740993']) });
    const region = screen.getByRole('region', { name: 'Price of each night, Standard' });
    expect(within(region).getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByText(/each$/)).toBeNull();
  });
});

it('nights of different prices are told by the lowest and the highest, within one currency', () => {
  expect(nightsText(nights(['110', '90', '100']), 0)).toBe('3 nights, €90.00 to €110.00');
  expect(nightsText(nights(['110']).concat(nights(['90'], 'USD')), 0)).toBe('2 nights');
  expect(nightsText([], 3)).toBeNull();
});
