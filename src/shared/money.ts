/** Amounts of money without floating point: an amount is its exact text where the service sent one, else the shortest text of its number. */
import type { Money } from './model/field.ts';
import { add, type Decimal, decimalOf, isSame, numberOf, subtract, textOf, ZERO } from './stay/decimal.ts';

/** A plain decimal: the only form of text that is kept as an exact amount. */
const PLAIN_DECIMAL = /^-?\d{1,20}(\.\d{1,20})?$/;

/** Money with the amount as the service wrote it; `exact` is set only where a double does not hold that decimal. */
export function moneyOf(written: number | string, currency: string | null): Money {
  const amount = Number(written);
  if (typeof written === 'number') return { amount, currency };
  return survivesAsNumber(written) ? { amount, currency } : { amount, currency, exact: written.trim() };
}

/** False for a plain decimal that is another one as a double: "12345678901234567.89". */
export function survivesAsNumber(text: string): boolean {
  const trimmed = text.trim();
  return !PLAIN_DECIMAL.test(trimmed) || isSame(decimalOf(trimmed), decimalOf(Number(trimmed)));
}

export const decimalOfMoney = ({ amount, exact }: Money): Decimal => decimalOf(exact ?? amount);

/** The exact sum of amounts in one currency; `null` for none, or where two currencies meet. */
export function sumOf(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (!first || amounts.some(({ currency }) => currency !== first.currency)) return null;
  return moneyOfDecimal(
    amounts.reduce((sum, money) => add(sum, decimalOfMoney(money)), ZERO),
    first.currency,
  );
}

/** `after` less `before`; `null` where the currencies differ. */
export const differenceOf = (after: Money, before: Money): Money | null =>
  after.currency === before.currency
    ? moneyOfDecimal(subtract(decimalOfMoney(after), decimalOfMoney(before)), after.currency)
    : null;

function moneyOfDecimal(decimal: Decimal, currency: string | null): Money {
  const text = textOf(decimal);
  const amount = numberOf(decimal);
  return isSame(decimalOf(amount), decimal) ? { amount, currency } : { amount, currency, exact: text };
}
