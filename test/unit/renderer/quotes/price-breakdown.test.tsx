import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PriceBreakdown } from '../../../../src/renderer/features/quotes/price-breakdown.tsx';
import type { RatePlan } from '../../../../src/shared/model/quote.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture } from './quotes-answers.ts';

const euro = (amount: number, exact?: string) => ({ amount, currency: 'EUR', ...(exact ? { exact } : {}) });
const show = (changes: Partial<RatePlan>) =>
  renderWithMain(<PriceBreakdown plan={{ ...(quoteFixture().ratePlans[0] as RatePlan), ...changes }} />, {
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

  it('draws what the service wrote, whatever the lines add up to', () => {
    show({ total: euro(9_007_199_254_740_992, '9007199254740993.10') });
    expect(total().textContent).toBe('Total€9,007,199,254,740,993.10');
  });
});
