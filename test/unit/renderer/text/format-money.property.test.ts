/** Drawn amounts against a decimal library: their digits are those of the currency, and no digit before the last is lost. */
import DecimalLight from 'decimal.js-light';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMoney, formatShortMoney } from '../../../../src/renderer/text/format.ts';
import { moneyOf } from '../../../../src/shared/money/money.ts';
import { amountText, currencyCode, DIGITS } from '../../../support/written-amounts.ts';

const Decimal = DecimalLight.clone({ precision: 200, toExpNeg: -200, toExpPos: 200 });

/** The number in a drawn amount, with the zeros at its end. */
const drawnNumber = (text: string) => (text.replace(/[−﹣]/g, '-').match(/[-\d.]/g) ?? []).join('');

/** An amount with `digits` after the point; a half goes away from zero, and nothing is no negative. */
const rounded = (text: string, digits: number) =>
  new Decimal(text)
    .toDecimalPlaces(digits, Decimal.ROUND_HALF_UP)
    .plus(0)
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, '');

it('an amount is drawn with the digits of its currency, two where that is unknown or none', () => {
  fc.assert(
    fc.property(amountText, fc.option(currencyCode, { freq: 6 }), (text, currency) => {
      const digits = currency === null ? 2 : DIGITS[currency];
      expect(drawnNumber(formatMoney(moneyOf(text, currency)))).toBe(rounded(text, digits));
      if (currency === 'XQZ' || currency === 'no code')
        expect(formatMoney(moneyOf(text, currency))).toContain(currency);
    }),
    { numRuns: 1_000 },
  );
});

it('a short amount is the same one without decimals that are zero', () => {
  fc.assert(
    fc.property(amountText, fc.constantFrom('JPY', 'EUR', 'KWD'), (text, currency) => {
      expect(drawnNumber(formatShortMoney(moneyOf(text, currency)))).toBe(
        rounded(text, DIGITS[currency]).replace(/\.0+$/, ''),
      );
    }),
    { numRuns: 500 },
  );
});
