/** The lowest total of a quote's rate plans on the board, against a decimal library: also beyond 2^53 and in the 20th digit. */
import DecimalLight from 'decimal.js-light';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { summaryOf } from '../../../../src/main/desk/quote-database.ts';
import { moneyOf } from '../../../../src/shared/money/money.ts';
import { offeredQuote } from '../../../support/offer-fixtures.ts';

const Decimal = DecimalLight.clone({ precision: 60 });

function lowestOf(texts: readonly string[]): string | undefined {
  const [plan] = offeredQuote().ratePlans;
  if (!plan) throw new Error('the quote has no rate plan');
  const ratePlans = texts.map((text, at) => ({ ...plan, id: `p${at}`, total: moneyOf(text, 'EUR') }));
  const { total } = summaryOf(offeredQuote({ ratePlans, chosenPlan: null }));
  return total ? (total.exact ?? String(total.amount)) : undefined;
}

it('is the least decimal, where the totals are one number for JavaScript', () => {
  expect(lowestOf(['9007199254740993', '9007199254740992'])).toBe('9007199254740992');
  expect(lowestOf(['123456789012345678.92', '123456789012345678.91'])).toBe('123456789012345678.91');
});

it('is the least decimal of totals that differ in their last digits', () => {
  const total = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 99 }));
  fc.assert(
    fc.property(fc.array(total, { minLength: 1, maxLength: 6 }), (pairs) => {
      const texts = pairs.map(([tail, cents]) => `12345678901234567${tail}.${String(cents).padStart(2, '0')}`);
      const least = texts.map((text) => new Decimal(text)).reduce((one, other) => (other.lt(one) ? other : one));
      expect(new Decimal(lowestOf(texts) ?? 'NaN').eq(least)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
