/**
 * Calculates with amounts of money without floating point. An amount is its exact text if the service sent one, else the shortest text of its
 * number.
 */
import type { Money } from '../model/field.ts';
import { add, type Decimal, decimalOf, isSame, numberOf, subtract, textOf, ZERO } from '../stay/decimal.ts';

/** Matches a decimal, with or without an exponent; a decimal with more digits is not calculated with. */
const DECIMAL = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,2})?$/i;
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** Makes Money from the amount that the service wrote; `exact` is set only when a double cannot represent that decimal. */
export function moneyOf(written: number | string, currency: string | null): Money {
  const amount = Number(written);
  if (typeof written === 'number' || survivesAsNumber(written)) return { amount, currency };
  const text = written.trim();
  return { amount, currency, exact: PLAIN_DECIMAL.test(text) ? text : textOf(decimalOf(text)) };
}

/** False for a decimal whose value changes as a double: "12345678901234567.89", "1234567890123456789e-2". */
export function survivesAsNumber(text: string): boolean {
  const trimmed = text.trim();
  return !DECIMAL.test(trimmed) || isSame(decimalOf(trimmed), decimalOf(Number(trimmed)));
}

export const decimalOfMoney = ({ amount, exact }: Money): Decimal => decimalOf(exact ?? amount);

/** The exact sum of amounts in one currency; `null` for no amounts, or for two currencies. */
export function sumOf(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (!first || amounts.some(({ currency }) => currency !== first.currency)) return null;
  return moneyOfDecimal(
    amounts.reduce((sum, money) => add(sum, decimalOfMoney(money)), ZERO),
    first.currency,
  );
}

/** `after` minus `before`; `null` when the currencies differ. */
export const differenceOf = (after: Money, before: Money): Money | null =>
  after.currency === before.currency
    ? moneyOfDecimal(subtract(decimalOfMoney(after), decimalOfMoney(before)), after.currency)
    : null;

/**
 * Compares amounts for a sort: negative, zero or positive; currencies are ignored. Different numbers have the order of their decimals, so only
 * equal numbers are compared exactly, and a long list is sorted at the speed of numbers.
 */
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
