/** Marks an amount that the console summed, and a line that no sum includes. */
import type { RatePlan, UnreadableLine } from '../../../shared/model/quote.ts';
import { isUnpriced } from '../../../shared/quote/plan-choice.ts';
import { formatCount, formatMoney, ourSumText } from '../../text/format.ts';
import { NO_PRICE_TEXT, PRICE_NOT_FOUND_TEXT } from './no-price.tsx';
import styles from './quotes.module.css';

export const OurSum = ({ without = 0 }: { without?: number }) => (
  <span className={styles.ours}> {ourSumText(without)}</span>
);

/** Returns the accessible name of a rate plan: "Standard, €245.00, our sum". */
export function planLabel(plan: RatePlan): string {
  const { name, total, isTotalOurs, unreadable = [] } = plan;
  if (isUnpriced(plan)) return `${name}, ${NO_PRICE_TEXT}`;
  if (plan.isPriceNotFound) return `${name}, ${PRICE_NOT_FOUND_TEXT}`;
  return [
    name,
    total ? formatMoney(total) : totalMissing(plan),
    ...(isTotalOurs ? [ourSumText(unreadable.length)] : []),
  ].join(', ');
}

/** The total of a rate plan, marked when it is our sum. Without a total, a text says so. */
export function PlanTotal({ plan }: { plan: RatePlan }) {
  if (isUnpriced(plan)) return NO_PRICE_TEXT;
  if (plan.isPriceNotFound) return PRICE_NOT_FOUND_TEXT;
  return plan.total ? (
    <>
      {formatMoney(plan.total)}
      {plan.isTotalOurs ? <OurSum without={plan.unreadable?.length ?? 0} /> : null}
    </>
  ) : (
    <span className={styles.noTotal}>{totalMissing(plan)}</span>
  );
}

/** Says why there is no total: with an unreadable line, a sum would be wrong. */
export function totalMissing({ unreadable = [] }: Pick<RatePlan, 'unreadable'>): string {
  const count = unreadable.filter(({ text }) => text !== '').length;
  if (count === 0) return 'not stated';
  return `not stated, and not summed: ${formatCount(count, 'unreadable line')}`;
}

/** A text that the service sent instead of a readable amount. */
export function Unreadable({ text }: Pick<UnreadableLine, 'text'>) {
  if (text === '') return <span className={styles.ours}>no amount stated</span>;
  return (
    <span className={styles.unreadable}>
      <bdi>{text}</bdi>
      <span className={styles.ours}> not readable</span>
    </span>
  );
}
