/** Sums and differences of money against a decimal library, over currencies of 0, 2 and 3 digits and amounts as a service may write them. */
import DecimalLight from 'decimal.js-light';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRatePlan } from '../../../../src/main/api/read-rate-plan.ts';
import { Money } from '../../../../src/shared/model/field.ts';
import { compareMoney, decimalOfMoney, differenceOf, moneyOf, sumOf } from '../../../../src/shared/money/money.ts';
import { priceChanges } from '../../../../src/shared/quote/price-changes.ts';
import { textOf } from '../../../../src/shared/stay/decimal.ts';
import { amountText, currencyCode } from '../../../support/written-amounts.ts';

const Decimal = DecimalLight.clone({ precision: 200, toExpNeg: -200, toExpPos: 200 });
const amounts = fc.record({ currency: currencyCode, texts: fc.array(amountText, { minLength: 1, maxLength: 12 }) });

/** What an amount of money is, by its exact text. */
const decimalText = (money: Money | null) =>
  money === null ? null : new Decimal(textOf(decimalOfMoney(money))).toString();

describe('money against a decimal library', () => {
  it('is the decimal that was written: plain, with an exponent, with many digits, below zero', () => {
    fc.assert(
      fc.property(amountText, currencyCode, (text, currency) => {
        const money = moneyOf(text, currency);
        expect(decimalText(money)).toBe(new Decimal(text).toString());
        expect(Money.parse(money)).toEqual(money);
      }),
      { numRuns: 500 },
    );
  });

  it('adds up exactly within one currency, and nowhere else', () => {
    fc.assert(
      fc.property(amounts, ({ currency, texts }) => {
        const money = texts.map((text) => moneyOf(text, currency));
        const expected = texts.reduce((sum, text) => sum.plus(text), new Decimal(0));
        const sum = sumOf(money);
        expect(decimalText(sum)).toBe(expected.toString());
        expect(sum?.currency).toBe(currency);
        expect(sumOf([...money, moneyOf(1, 'CHF')])).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('differs exactly, and adds up again', () => {
    fc.assert(
      fc.property(amountText, amountText, currencyCode, (after, before, currency) => {
        const earlier = moneyOf(before, currency);
        const difference = differenceOf(moneyOf(after, currency), earlier);
        expect(decimalText(difference)).toBe(new Decimal(after).minus(before).toString());
        expect(decimalText(difference && sumOf([earlier, difference]))).toBe(new Decimal(after).toString());
        expect(differenceOf(moneyOf(after, currency), moneyOf(before, 'CHF'))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('has the order of its decimals, also between neighbours that are one number', () => {
    const neighbours = fc
      .tuple(amountText, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 10, max: 20 }))
      .map(([text, steps, digits]) => [text, new Decimal(text).plus(`${steps}e-${digits}`).toString()] as const);
    fc.assert(
      fc.property(fc.oneof(neighbours, fc.tuple(amountText, amountText)), currencyCode, ([one, other], currency) => {
        const [first, second] = [moneyOf(one, currency), moneyOf(other, currency)];
        expect(compareMoney(first, second)).toBe(new Decimal(one).cmp(other));
        expect(compareMoney(second, first)).toBe(new Decimal(other).cmp(one));
      }),
      { numRuns: 500 },
    );
  });

  it('of a rate plan is what the server wrote, whatever its lines add up to; only a sum of ours is marked', () => {
    fc.assert(
      fc.property(amountText, amounts, fc.boolean(), (stated, { currency, texts }, hasTotal) => {
        const invoiceItems = texts.map((amount, at) => ({ title: `Line ${at}`, amount }));
        const plan = readRatePlan({
          _id: 'p',
          money: { currency, invoiceItems, ...(hasTotal ? { totalPrice: stated } : {}) },
        });
        const sum = texts.reduce((before, text) => before.plus(text), new Decimal(0));
        expect(decimalText(plan?.total ?? null)).toBe((hasTotal ? new Decimal(stated) : sum).toString());
        expect(plan?.isTotalOurs ?? false).toBe(!hasTotal);
        expect(plan?.lines.map(({ amount }) => decimalText(amount))).toEqual(
          texts.map((text) => new Decimal(text).toString()),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('of two rate plans differs line by line and leaves both prices as they were', () => {
    fc.assert(
      fc.property(amountText, amountText, currencyCode, (before, after, currency) => {
        const planOf = (text: string) => ({
          lines: [{ title: 'Stay', kind: null, amount: moneyOf(text, currency) }],
          total: moneyOf(text, currency),
        });
        const { lines, total } = priceChanges(planOf(before), planOf(after));
        for (const change of [...lines, total])
          expect(
            [change.before, change.after, change.difference].map((side) => decimalText(side as Money | null)),
          ).toEqual([
            new Decimal(before).toString(),
            new Decimal(after).toString(),
            new Decimal(after).minus(before).toString(),
          ]);
      }),
      { numRuns: 200 },
    );
  });
});
