/** Describes the nights of a rate plan in one line. */
import type { RatePlan } from '../../../shared/model/quote.ts';
import { decimalOfMoney } from '../../../shared/money/money.ts';
import { isSame, subtract } from '../../../shared/stay/decimal.ts';
import { formatCount, formatMoney, formatNumber } from '../../text/format.ts';

type Days = RatePlan['days'];

/** True when there are nights and all have the same price. */
export function areEqual(days: Days): boolean {
  const [first] = days;
  return first !== undefined && days.every(({ price }) => isSamePrice(price, first.price));
}

/** The nights in a line: "5 nights at €120.00 each", "4 of 5 nights, €90.00 to €110.00", "5 nights" in several currencies; null without a price. */
export function nightsText(days: Days, nights: number): string | null {
  const [first] = days;
  if (!first) return null;
  const count = nightsCount(days, nights);
  if (areEqual(days)) return `${count} at ${formatMoney(first.price)}${days.length > 1 ? ' each' : ''}`;
  if (days.some(({ price }) => price.currency !== first.price.currency)) return count;
  const sorted = days
    .map(({ price }) => price)
    .sort((one, other) => (subtract(decimalOfMoney(one), decimalOfMoney(other)).units < 0n ? -1 : 1));
  const [least = first.price, most = first.price] = [sorted[0], sorted.at(-1)];
  return `${count}, ${formatMoney(least)} to ${formatMoney(most)}`;
}

/** How many nights have a price: "5 nights", or "4 of 5 nights" when others have none. */
export const nightsCount = (days: Days, nights: number): string =>
  days.length < nights
    ? `${formatNumber(days.length)} of ${formatCount(nights, 'night')}`
    : formatCount(days.length, 'night');

const isSamePrice = (one: Days[number]['price'], other: Days[number]['price']): boolean =>
  one.currency === other.currency && isSame(decimalOfMoney(one), decimalOfMoney(other));
