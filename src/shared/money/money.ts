/** Calculates with amounts of money without floating point, from an amount's exact text or the shortest text of its number. */
import type { Money } from '../model/field.ts';
import { add, type Decimal, decimalOf, isSame, numberOf, subtract, textOf, ZERO } from '../stay/decimal.ts';

/** Matches a decimal with at most 40 digits before and after the point, with or without an exponent. */
const DECIMAL = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,2})?$/i;
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** Makes Money from an amount as the service wrote it. `exact` is set only when a double cannot represent the amount. */
export function moneyOf(written: number | string, currency: string | null): Money {
  const amount = Number(written);
  if (typeof written === 'number' || survivesAsNumber(written)) return { amount, currency };
  const text = written.trim();
  return { amount, currency, exact: PLAIN_DECIMAL.test(text) ? text : textOf(decimalOf(text)) };
}

/**
 * Whether a number keeps all digits of a decimal: false for "12345678901234567.89" and "1234567890123456789e-2". True for a text that is no decimal.
 */
export function survivesAsNumber(text: string): boolean {
  const trimmed = text.trim();
  return !DECIMAL.test(trimmed) || isSame(decimalOf(trimmed), decimalOf(Number(trimmed)));
}

export const decimalOfMoney = ({ amount, exact }: Money): Decimal => decimalOf(exact ?? amount);

/** Returns the exact sum of amounts; null when there are none or their currencies differ. */
export function sumOf(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (!first || amounts.some(({ currency }) => currency !== first.currency)) return null;
  return moneyOfDecimal(
    amounts.reduce((sum, money) => add(sum, decimalOfMoney(money)), ZERO),
    first.currency,
  );
}

/** Subtracts `before` from `after`; `null` when the currencies differ. */
export const differenceOf = (after: Money, before: Money): Money | null =>
  after.currency === before.currency
    ? moneyOfDecimal(subtract(decimalOfMoney(after), decimalOfMoney(before)), after.currency)
    : null;

/** Compares two amounts for a sort, without their currencies. Decimals are compared only for equal doubles, so that a long list is sorted fast. */
export function compareMoney(one: Money, other: Money): number {
  if (one.amount !== other.amount) return one.amount < other.amount ? -1 : 1;
  if (one.exact === undefined && other.exact === undefined) return 0;
  const { units } = subtract(decimalOfMoney(one), decimalOfMoney(other));
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

function moneyOfDecimal(decimal: Decimal, currency: string | null): Money {
  const text = textOf(decimal);
  const amount = numberOf(decimal);
  return isSame(decimalOf(amount), decimal) ? { amount, currency } : { amount, currency, exact: text };
}
