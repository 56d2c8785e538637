/** Several rate plans of a quote side by side. The heading of a column chooses its plan. */
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Money } from '../../../shared/model/field.ts';
import type { RatePlan } from '../../../shared/model/quote.ts';
import { isUnpriced, planKey } from '../../../shared/quote/plan-choice.ts';
import { formatMoney } from '../../text/format.ts';
import { nightsText } from './nights-text.ts';
import { NO_PRICE_TEXT, PRICE_NOT_FOUND_TEXT } from './no-price.tsx';
import { OurSum, planLabel, Unreadable } from './our-sum.tsx';
import { type ComparedAmount, type ComparedRow, comparePlans } from './plan-comparison.ts';
import styles from './plan-table.module.css';

export interface PlanChoice {
  plans: readonly RatePlan[];
  nights: number;
  /** The {@link planKey} of the chosen plan; null before a choice. */
  chosenKey: string | null;
  /** True when the quote can no longer be booked. */
  disabled: boolean;
  onChoose: (key: string) => void;
}

export function PlanTable({ plans, nights, chosenKey, disabled, onChoose }: PlanChoice) {
  const { accommodation, fees, others, taxes } = comparePlans(plans);
  const columns = plans.map((plan, at) => ({ plan, key: planKey(plan, at) }));
  /** Draws a row, or nothing when no plan has a value for it. */
  const row = (id: string, title: string, cells: readonly ReactNode[], className?: string) =>
    cells.every((cell) => cell === null) ? null : (
      <tr key={id} className={className}>
        <th scope="row">{title}</th>
        {columns.map(({ key }, at) => (
          <td key={key} className="lk-num" data-chosen={key === chosenKey || undefined}>
            {cells[at] ?? <Missing />}
          </td>
        ))}
      </tr>
    );
  const amounts = ({ title, cells }: ComparedRow, id: string) =>
    row(
      id,
      title,
      cells.map((cell) => (cell === null ? null : <Amounts key={id} cell={cell} />)),
    );
  return (
    <Radio.Group
      value={chosenKey}
      onChange={onChoose}
      label="Rate plan"
      labelProps={{ className: 'lk-unseen' }}
      className={styles.wrap ?? ''}
    >
      <table className={styles.table} aria-label="Rate plans side by side">
        <thead>
          <tr>
            <th scope="col">Rate plan</th>
            {columns.map(({ plan, key }) => (
              <th key={key} scope="col" data-chosen={key === chosenKey || undefined}>
                <Radio
                  size="sm"
                  value={key}
                  label={plan.name}
                  aria-label={planLabel(plan)}
                  disabled={disabled && key !== chosenKey}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(
            'nights',
            'Nights',
            plans.map(({ days }) => nightsText(days, nights)),
          )}
          {amounts(accommodation, 'accommodation')}
          {fees.map((fee, at) => amounts(fee, `fee ${at}`))}
          {others.map((other, at) => amounts(other, `other ${at}`))}
          {amounts(taxes, 'taxes')}
          {row(
            'deposit',
            'Deposit',
            plans.map(({ deposit }) => (deposit ? formatMoney(deposit) : null)),
          )}
          {row(
            'total',
            'Total',
            plans.map((plan) => {
              const { total, isTotalOurs, unreadable = [] } = plan;
              if (isUnpriced(plan)) return NO_PRICE_TEXT;
              if (plan.isPriceNotFound) return PRICE_NOT_FOUND_TEXT;
              return total ? (
                <Total key="total" total={total} without={isTotalOurs ? unreadable.length : null} />
              ) : null;
            }),
            styles.total,
          )}
          {row(
            'policy',
            'Cancellation',
            plans.map(({ cancellationPolicy }) => cancellationPolicy),
            styles.policy,
          )}
        </tbody>
      </table>
    </Radio.Group>
  );
}

function Amounts({ cell: { amounts, isOurs, unreadable = [] } }: { cell: ComparedAmount }) {
  return (
    <>
      {amounts.map(formatMoney).join(' + ')}
      {isOurs ? <OurSum without={unreadable.length} /> : null}
      {unreadable.map(({ text }, at) => (
        <div key={`${at} ${text}`}>
          <Unreadable text={text} />
        </div>
      ))}
    </>
  );
}

/** Draws a total. `without` is how many unreadable lines our sum lacks; null for a total of the service. */
function Total({ total, without }: { total: Money; without: number | null }) {
  return (
    <>
      {formatMoney(total)}
      {without === null ? null : <OurSum without={without} />}
    </>
  );
}

function Missing() {
  return <span className="lk-unseen">not in the response</span>;
}
