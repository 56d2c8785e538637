import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOfMoney, differenceOf, moneyOf, sumOf } from '../../../../src/shared/money/money.ts';
import { decimalOf, isSame, textOf } from '../../../../src/shared/stay/decimal.ts';

describe('an amount', () => {
  it('keeps the text that a double does not hold', () => {
    expect(moneyOf('12345678901234567.89', 'EUR')).toEqual({
      amount: 12_345_678_901_234_568,
      currency: 'EUR',
      exact: '12345678901234567.89',
    });
    expect(moneyOf('1234.50', 'EUR')).toEqual({ amount: 1234.5, currency: 'EUR' });
    expect(moneyOf(0.1, null)).toEqual({ amount: 0.1, currency: null });
    expect(moneyOf('0.30000000000000004', 'EUR')).toEqual({ amount: 0.30000000000000004, currency: 'EUR' });
  });

  it('has a sum and a difference in one currency only', () => {
    expect(sumOf([])).toBeNull();
    expect(sumOf([moneyOf(0.1, 'EUR'), moneyOf(0.2, 'EUR')])).toEqual({ amount: 0.3, currency: 'EUR' });
    expect(sumOf([moneyOf(1, 'EUR'), moneyOf(1, 'USD')])).toBeNull();
    expect(differenceOf(moneyOf(1, 'EUR'), moneyOf(1, 'USD'))).toBeNull();
  });
});

/** Decimals with as many digits as a currency of `digits` has, or more. */
const written = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.constantFrom(0, 2, 3, 7))
  .map(([units, scale]) => textOf({ units, scale }));

it('the exact sum of what was written is the sum of its digits', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 12 }), (texts) => {
      const sum = sumOf(texts.map((text) => moneyOf(text, 'KWD')));
      const expected = texts.reduce((total, text) => total + unitsOf(text), 0n);
      expect(sum && isSame(decimalOfMoney(sum), { units: expected, scale: 7 })).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('an amount is the decimal that was written', () => {
  fc.assert(
    fc.property(written, (text) => isSame(decimalOfMoney(moneyOf(text, null)), decimalOf(text))),
    { numRuns: 300 },
  );
});

/** The text in units of 10⁻⁷, by its digits alone. */
function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(7, '0'));
}
