/** How the price of a rate plan changed with a replacement, line by line. */
import { useEffect, useRef } from 'react';
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';
import { samePlanAt } from '../../../shared/quote/plan-choice.ts';
import { type PriceChange, type PriceSide, priceChanges } from '../../../shared/quote/price-changes.ts';
import { formatCount, formatMoney, formatParty, formatPlainRange } from '../../text/format.ts';
import { readRemembered, remember } from '../../ui/use-remembered-state.ts';
import { OurSum, Unreadable } from './our-sum.tsx';
import styles from './quotes.module.css';

const FOCUS_KEY = 'quotes.replaced';

/** Makes the page of this quote open with the focus on its price changes. */
export const focusPriceChanges = (quoteId: string): void => remember(FOCUS_KEY, quoteId);

interface Props {
  quote: Quote;
  earlier: Quote;
  plan: RatePlan;
  planAt: number;
}

/** Draws the price changes from the replaced quote `earlier` to `quote`, for the rate plan `plan` at position `planAt`. */
export function PriceChanges({ quote, earlier, plan, planAt }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (readRemembered<string | null>(FOCUS_KEY, null) !== quote.id) return;
    remember(FOCUS_KEY, null);
    section.current?.focus();
  }, [quote.id]);
  const before = earlier.ratePlans[samePlanAt(earlier.ratePlans, quote.ratePlans, planAt)];
  const changes = before ? priceChanges(before, plan) : null;
  return (
    <section ref={section} tabIndex={-1} className={styles.changes} aria-labelledby="price-changes">
      <h3 id="price-changes" className={styles.sectionTitle}>
        What changed in price
      </h3>
      <p className={styles.hint}>
        Before: {formatPlainRange(earlier.checkIn, earlier.checkOut)}, {formatCount(earlier.nights, 'night')},{' '}
        {formatParty(earlier.guests, earlier.party)}
        {earlier.coupons.length > 0 ? `, with ${earlier.coupons.map(({ code }) => code).join(', ')}` : ''}
      </p>
      {changes ? (
        <table className={styles.changeTable} aria-labelledby="price-changes">
          <thead>
            <tr>
              <th scope="col">{plan.name}</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
              <th scope="col">
                Difference
                <OurSum />
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.lines.map((line, at) => (
              <ChangeRow key={`${at} ${line.title}`} change={line} />
            ))}
          </tbody>
          <tfoot className={styles.sum}>
            <ChangeRow change={changes.total} />
          </tfoot>
        </table>
      ) : (
        <p className={styles.hint}>The earlier quote had no rate plan “{plan.name}”.</p>
      )}
    </section>
  );
}

const sideOf = (side: PriceSide | null) =>
  side === null ? '–' : 'amount' in side ? formatMoney(side) : <Unreadable text={side.text} />;

function ChangeRow({ change: { title, before, after, difference } }: { change: PriceChange }) {
  const same = difference?.amount === 0;
  return (
    <tr data-same={same || undefined}>
      <th scope="row">{title}</th>
      <td className="lk-num">{sideOf(before)}</td>
      <td className="lk-num">{sideOf(after)}</td>
      <td className="lk-num">
        {difference === null
          ? 'not comparable'
          : same
            ? 'unchanged'
            : `${difference.amount > 0 ? '+' : ''}${formatMoney(difference)}`}
      </td>
    </tr>
  );
}
