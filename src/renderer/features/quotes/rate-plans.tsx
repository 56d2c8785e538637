/** The rate plans of a quote, each with price and cancellation policy. */
import { Radio } from '@mantine/core';
import type { RatePlan } from '../../../shared/model/quote.ts';
import { formatMoney } from '../../text/format.ts';
import styles from './quotes.module.css';

export function RatePlans({
  plans,
  chosenId,
  disabled,
  onChoose,
}: {
  plans: readonly RatePlan[];
  chosenId: string | null;
  /** True when the quote is no longer open. */
  disabled: boolean;
  onChoose: (id: string) => void;
}) {
  if (plans.length === 0)
    return <p className={styles.none}>No rate plan was found in the response; the full response is below.</p>;
  return (
    <Radio.Group value={chosenId} onChange={onChoose} aria-label="Rate plan">
      <div className={styles.plans}>
        {plans.map((plan) => (
          <Radio.Card
            key={plan.id}
            value={plan.id}
            className={styles.plan ?? ''}
            disabled={disabled && plan.id !== chosenId}
            aria-label={`${plan.name}${plan.total ? `, ${formatMoney(plan.total)}` : ''}`}
          >
            <span className={styles.planHead}>
              <Radio.Indicator size="xs" />
              <span className={styles.planName}>{plan.name}</span>
              {plan.total ? <span className={`${styles.planTotal} lk-num`}>{formatMoney(plan.total)}</span> : null}
            </span>
            <span className={styles.policy}>
              {plan.cancellationPolicy ?? 'The response contains no cancellation policy.'}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
