import { describe, expect, it } from 'vitest';
import { priced } from '../../../../src/renderer/text/currency.ts';
import { currencyPathOf } from '../../../../src/shared/money/currency-path.ts';

describe('priced', () => {
  it('takes the currency from the sibling field', () => {
    const paths = new Set(['prices.basePrice', 'prices.currency', 'fee']);
    expect(currencyPathOf('prices.basePrice', paths)).toBe('prices.currency');
    expect(currencyPathOf('fee', paths)).toBeNull();
    expect(currencyPathOf('currency', new Set(['currency']))).toBeNull();
    const [base] = priced([
      { path: 'prices.basePrice', title: 'Base price', kind: 'money', value: 90 },
      { path: 'prices.currency', title: 'Currency', kind: 'text', value: 'EUR' },
    ]);
    expect(base?.value).toEqual({ amount: 90, currency: 'EUR' });
    const [text, range] = priced([
      { path: 'basePrice', title: 'Base price', kind: 'money', value: '120.50' },
      { path: 'weekly', title: 'Weekly', kind: 'money', value: '90-120' },
      { path: 'currency', title: 'Currency', kind: 'text', value: 'EUR' },
    ]);
    expect([text?.value, range?.value]).toEqual([{ amount: 120.5, currency: 'EUR' }, '90-120']);
  });
});
