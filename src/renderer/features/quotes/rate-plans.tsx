/** The rate plans of a quote: a single plan with its price and cancellation policy, or several side by side. */
import { Radio } from '@mantine/core';
import { memo } from 'react';
import { planKey } from '../../../shared/quote/plan-choice.ts';
import { PlanTotal, planLabel } from './our-sum.tsx';
import { type PlanChoice, PlanTable } from './plan-table.tsx';
import styles from './quotes.module.css';

export const RatePlans = memo(function RatePlans({ plans, nights, chosenKey, disabled, onChoose }: PlanChoice) {
  if (plans.length === 0)
    return <p className={styles.none}>No rate plan was found in the response; the full response is below.</p>;
  const [plan] = plans;
  if (!plan || plans.length > 1) return <PlanTable {...{ plans, nights, chosenKey, disabled, onChoose }} />;
  return (
    <Radio.Group value={chosenKey} onChange={onChoose} label="Rate plan" labelProps={{ className: 'lk-unseen' }}>
      <Radio.Card value={planKey(plan, 0)} className={styles.plan ?? ''} aria-label={planLabel(plan)}>
        <span className={styles.planHead}>
          <Radio.Indicator size="xs" />
          <span className={styles.planName}>{plan.name}</span>
          <span className={`${styles.planTotal} lk-num`}>
            <PlanTotal plan={plan} />
          </span>
        </span>
        <span className={styles.policy}>
          {plan.cancellationPolicy ?? 'The response contains no cancellation policy.'}
        </span>
      </Radio.Card>
    </Radio.Group>
  );
});
