/** The rate plans of a quote, each with price and cancellation policy. */
import { Radio } from '@mantine/core';
import type { RatePlan } from '../../../shared/model/quote.ts';
import { planKey } from '../../../shared/plan-choice.ts';
import { formatMoney } from '../../text/format.ts';
import styles from './quotes.module.css';

export function RatePlans({
  plans,
  chosenKey,
  disabled,
  onChoose,
}: {
  plans: readonly RatePlan[];
  /** The {@link planKey} of the chosen plan. */
  chosenKey: string | null;
  /** True when the quote is no longer open. */
  disabled: boolean;
  onChoose: (key: string) => void;
}) {
  if (plans.length === 0)
    return <p className={styles.none}>No rate plan was found in the response; the full response is below.</p>;
  return (
    <Radio.Group value={chosenKey} onChange={onChoose} aria-label="Rate plan">
      <div className={styles.plans}>
        {plans.map((plan, at) => (
          <Radio.Card
            key={planKey(plan, at)}
            value={planKey(plan, at)}
            className={styles.plan ?? ''}
            disabled={disabled && planKey(plan, at) !== chosenKey}
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
