/** Amounts against a decimal library, over currencies of 0, 2 and 3 digits. */
import Decimal from 'decimal.js-light';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRatePlan } from '../../../../src/main/api/read-rate-plan.ts';
import { readSearchItem } from '../../../../src/main/api/read-search.ts';
import { currencyDigits } from '../../../../src/shared/money/currency-digits.ts';
import { decimalOf, divide, multiply, numberOf, sumAmounts } from '../../../../src/shared/stay/decimal.ts';
import { addDays } from '../../../../src/shared/time/plain-date.ts';

const DIGITS = { JPY: 0, EUR: 2, KWD: 3 } as const;
const currency = fc.constantFrom(...(Object.keys(DIGITS) as (keyof typeof DIGITS)[]));
/** Amounts as a service writes them, in the smallest unit of a currency. */
const moneyFrom = (min: number) =>
  currency.chain((code) =>
    fc.record({
      currency: fc.constant(code),
      texts: fc.array(
        fc.integer({ min, max: 99_000_000 }).map((units) => (units / 10 ** DIGITS[code]).toFixed(DIGITS[code])),
        { minLength: 1, maxLength: 30 },
      ),
    }),
  );
const money = moneyFrom(-20_000_000);
/** Lines of a quote may be deductions; the price of a night below zero is not known. */
const nights = moneyFrom(0);
const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum.plus(text), new Decimal(0));
const FIRST = '2027-01-01';

describe('amounts', () => {
  it('have the digits of their currency, two where it is not known', () => {
    expect(['JPY', 'EUR', 'KWD', 'no code', null].map(currencyDigits)).toEqual([0, 2, 3, 2, 2]);
  });

  it('are summed, multiplied and divided exactly', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 60 }), ({ currency: code, texts }, count) => {
        const sum = sumOf(texts);
        expect(sumAmounts(texts.map(Number))).toBe(sum.toNumber());
        const [first = '0'] = texts;
        expect(numberOf(multiply(decimalOf(Number(first)), count))).toBe(new Decimal(first).times(count).toNumber());
        const share = new Decimal(first).dividedBy(count).toDecimalPlaces(DIGITS[code], Decimal.ROUND_HALF_UP);
        expect(numberOf(divide(decimalOf(Number(first)), count, DIGITS[code]))).toBe(share.toNumber() + 0);
      }),
    );
  });

  it('of a search are the exact sum of its nights, as numbers and as texts', () => {
    fc.assert(
      fc.property(nights, fc.boolean(), ({ currency: code, texts }, asText) => {
        const rates = texts.map((text, night) => [addDays(FIRST, night), asText ? text : Number(text)] as const);
        const record = { _id: 'l', prices: { currency: code }, nightlyRates: Object.fromEntries(rates) };
        const { total, perNight } = readSearchItem(record, { checkIn: FIRST, checkOut: addDays(FIRST, texts.length) });
        const sum = sumOf(texts);
        // A night that costs nothing has no price, and the sum would not be that of the stay.
        if (texts.some((text) => Number(text) === 0)) {
          expect([total, perNight]).toEqual([null, null]);
          return;
        }
        expect(total).toEqual({ amount: sum.toNumber(), currency: code });
        const each = sum.dividedBy(texts.length).toDecimalPlaces(DIGITS[code], Decimal.ROUND_HALF_UP);
        expect(perNight).toEqual({ amount: each.toNumber() + 0, currency: code });
      }),
      { numRuns: 50, examples: [[{ currency: 'JPY', texts: ['0'] }, false]] },
    );
  });

  it('of a rate plan without a total are the exact sum of its lines, marked as ours, within one currency', () => {
    fc.assert(
      fc.property(money, fc.boolean(), ({ currency: code, texts }, asText) => {
        const invoiceItems = texts.map((text) => ({ title: 'x', amount: asText ? text : Number(text) }));
        const plan = { _id: 'p', money: { currency: code, invoiceItems } };
        expect(readRatePlan(plan)).toMatchObject({
          total: { amount: sumOf(texts).toNumber(), currency: code },
          isTotalOurs: true,
        });
        const mixed = [...invoiceItems, { title: 'y', amount: 1, currency: 'USD' }];
        expect(readRatePlan({ _id: 'p', money: { currency: code, invoiceItems: mixed } })?.total).toBeNull();
      }),
      { numRuns: 50 },
    );
    const stated = readRatePlan({ _id: 'p', money: { currency: 'KWD', totalPrice: '10.125' } });
    expect(stated?.total).toEqual({ amount: 10.125, currency: 'KWD' });
    expect(stated).not.toHaveProperty('isTotalOurs');
  });
});
