/** The price of a rate plan: its lines with the service's names, the total, and each night unless all nights cost the same. */
import { memo } from 'react';
import type { RatePlan } from '../../../shared/model/quote.ts';
import { decimalOfMoney } from '../../../shared/money/money.ts';
import { isSame, subtract } from '../../../shared/stay/decimal.ts';
import { formatCount, formatMoney, formatNumber, formatPlainDate, ourSumText } from '../../text/format.ts';
import { totalMissing, Unreadable } from './our-sum.tsx';
import styles from './quotes.module.css';

/** Draws the price of a rate plan. `nights` is the length of the stay, of which the plan may price only a part. */
export const PriceBreakdown = memo(function PriceBreakdown({ plan, nights }: { plan: RatePlan; nights: number }) {
  const { unreadable = [] } = plan;
  return (
    <div className={styles.breakdown}>
      <table className={styles.lines} aria-label={`Price of ${plan.name}`}>
        <tbody>
          {plan.lines.map((line, index) => (
            <tr key={`${index} ${line.title}`} className={styles.line}>
              <th scope="row">{line.title}</th>
              <td className={`${styles.amount} lk-num`}>{formatMoney(line.amount)}</td>
            </tr>
          ))}
          {unreadable.map((line, index) => (
            <tr key={`${index} ${line.title}`} className={styles.line}>
              <th scope="row">{line.title}</th>
              <td className={styles.amount}>
                <Unreadable text={line.text} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.sum}>
            <th scope="row">
              Total
              {plan.isTotalOurs ? (
                <span className={styles.ours}> {ourSumText(unreadable.length)}; the answer has none</span>
              ) : null}
            </th>
            <td className={`${styles.amount} lk-num`}>
              {plan.total ? formatMoney(plan.total) : <span className={styles.noTotal}>{totalMissing(plan)}</span>}
            </td>
          </tr>
        </tfoot>
      </table>
      {areEqual(plan.days) ? (
        <p className={styles.text}>{nightsText(plan.days, nights)}</p>
      ) : (
        <NightPrices plan={plan} nights={nights} />
      )}
    </div>
  );
});

/** The price of each night, with bars from 0 to the highest price. Draws nothing when all nights have the same price, or none has one. */
export const NightPrices = memo(function NightPrices({ plan, nights }: { plan: RatePlan; nights: number }) {
  if (plan.days.length === 0 || areEqual(plan.days)) return null;
  const maxAmount = Math.max(...plan.days.map((day) => day.price.amount), 0.01);
  return (
    <section className={styles.nights} aria-label={`Price of each night, ${plan.name}`}>
      <table className={styles.nightTable}>
        <caption>
          {plan.name}, {nightsCount(plan.days, nights)}
        </caption>
        <tbody>
          {plan.days.map((day, index) => (
            <tr key={`${index} ${day.date}`} className={styles.night}>
              <th scope="row" className={`${styles.day} lk-num`}>
                {formatPlainDate(day.date, 'weekdayDay')}
              </th>
              <td className={styles.bar} aria-hidden>
                <span style={{ width: `${Math.max(2, (day.price.amount / maxAmount) * 100)}%` }} />
              </td>
              <td className={`${styles.price} lk-num`}>{formatMoney(day.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

type Days = RatePlan['days'];

/** True when there are nights and all have the same price. */
function areEqual(days: Days): boolean {
  const [first] = days;
  return first !== undefined && days.every(({ price }) => isSamePrice(price, first.price));
}

/**
 * Writes the nights in a line: "5 nights at €120.00 each", "4 of 5 nights, €90.00 to €110.00", "5 nights" in several currencies; null without a
 * price.
 */
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
const nightsCount = (days: Days, nights: number): string =>
  days.length < nights
    ? `${formatNumber(days.length)} of ${formatCount(nights, 'night')}`
    : formatCount(days.length, 'night');

const isSamePrice = (one: Days[number]['price'], other: Days[number]['price']): boolean =>
  one.currency === other.currency && isSame(decimalOfMoney(one), decimalOfMoney(other));
