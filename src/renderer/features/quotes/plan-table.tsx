/** Several rate plans of a quote side by side. The heading of a column chooses its plan. */
import { Radio } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Money } from '../../../shared/model/field.ts';
import type { PriceLine, RatePlan, UnreadableLine } from '../../../shared/model/quote.ts';
import { sumOf } from '../../../shared/money/money.ts';
import { isUnpriced, planKey } from '../../../shared/quote/plan-choice.ts';
import { formatMoney } from '../../text/format.ts';
import { NO_PRICE_TEXT } from './no-price.tsx';
import { OurSum, PlanTotal, planLabel, Unreadable } from './our-sum.tsx';
import styles from './plan-table.module.css';
import { nightsText } from './price-breakdown.tsx';
import quoteStyles from './quotes.module.css';

export interface PlanChoice {
  plans: readonly RatePlan[];
  nights: number;
  /** The {@link planKey} of the chosen plan; null before a choice. */
  chosenKey: string | null;
  /** True when the quote can no longer be booked. */
  disabled: boolean;
  onChoose: (key: string) => void;
}

function PlanTable({ plans, nights, chosenKey, disabled, onChoose }: PlanChoice) {
  const columns = plans.map((plan, at) => ({ plan, key: planKey(plan, at), hasNoPrice: isUnpriced(plan) }));
  // The zeros of a plan without a price are no amounts.
  const priced = columns.map(({ plan, hasNoPrice }) =>
    hasNoPrice ? { lines: [], days: [], deposit: undefined } : plan,
  );
  const { accommodation, fees, others, taxes } = comparePlans(priced);
  /** Draws a row, or nothing when no plan has a value for it. */
  const row = (id: string, title: string, cells: readonly ReactNode[], className?: string) =>
    cells.every((cell) => cell === null) ? null : (
      <tr key={id} className={className}>
        <th scope="row">{title}</th>
        {columns.map(({ key, hasNoPrice }, at) => (
          <td key={key} className="lk-num" data-chosen={key === chosenKey || undefined}>
            {cells[at] ?? <span className="lk-unseen">{hasNoPrice ? NO_PRICE_TEXT : 'not stated'}</span>}
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
            priced.map(({ days }) => nightsText(days, nights)),
          )}
          {accommodation.map((fare, at) => amounts(fare, `accommodation ${at}`))}
          {fees.map((fee, at) => amounts(fee, `fee ${at}`))}
          {others.map((other, at) => amounts(other, `other ${at}`))}
          {taxes.map((tax, at) => amounts(tax, `tax ${at}`))}
          {row(
            'deposit',
            'Deposit',
            priced.map(({ deposit }) => (deposit ? formatMoney(deposit) : null)),
          )}
          {row(
            'total',
            'Total',
            plans.map((plan) => <PlanTotal key="total" plan={plan} />),
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

/** The amount in a cell, or one amount per currency. `isOurs`: the app added it up itself. `unreadable` lines are in no sum. */
interface ComparedAmount {
  readonly amounts: readonly Money[];
  readonly isOurs: boolean;
  readonly unreadable?: readonly UnreadableLine[];
}

/** A row. `cells` has an entry for each rate plan, in their order; null for a plan without an amount. */
interface ComparedRow {
  readonly title: string;
  readonly cells: readonly (ComparedAmount | null)[];
}

/** The rows, one for each kind and title of line. `others` are neither accommodation, fee nor tax. */
interface PlanComparison {
  readonly accommodation: readonly ComparedRow[];
  readonly fees: readonly ComparedRow[];
  readonly others: readonly ComparedRow[];
  readonly taxes: readonly ComparedRow[];
}

type Line = PriceLine | UnreadableLine;
type Group = 'accommodation' | 'fees' | 'taxes' | 'others';

function comparePlans(plans: readonly Pick<RatePlan, 'lines' | 'unreadable'>[]): PlanComparison {
  const all = plans.map(({ lines, unreadable = [] }): readonly Line[] => [...lines, ...unreadable]);
  const row = (title: string, isOf: (line: Line) => boolean): ComparedRow => ({
    title,
    cells: all.map((lines) => amountOf(lines.filter(isOf))),
  });
  /** One row for each kind and title of lines, in the order of the rate plans. */
  const rowsOf = (group: Group) => {
    const lines = all.flatMap((ofPlan) => ofPlan.filter((line) => groupOf(line) === group));
    const titles = new Map(lines.map((line) => [keyOf(line), line.title]));
    return [...titles].map(([key, title]) => row(title, (line) => groupOf(line) === group && keyOf(line) === key));
  };
  const isFare = (line: Line): boolean => groupOf(line) === 'accommodation';
  const hasOneFare = all.every((lines) => lines.filter(isFare).length <= 1);
  return {
    accommodation: hasOneFare ? [row('Accommodation', isFare)] : rowsOf('accommodation'),
    fees: rowsOf('fees'),
    others: rowsOf('others'),
    taxes: rowsOf('taxes'),
  };
}

/** The group of a line, by the service's name for its kind or, without one, by its title. */
function groupOf({ kind, title }: Line): Group {
  const name = kind ?? title;
  const isTax = /tax(?:es)?\b|tax_|\bvat\b/i.test(name);
  if (/accommodation/i.test(name) && !isTax) return 'accommodation';
  if (/fee\b|fee_|fees\b|cleaning/i.test(name)) return 'fees';
  return isTax ? 'taxes' : 'others';
}

const keyOf = ({ kind, title }: Line): string => JSON.stringify([kind, title.trim().toLowerCase()]);

function amountOf(lines: readonly Line[]): ComparedAmount | null {
  if (lines.length === 0) return null;
  const amounts = lines.flatMap((line) => ('amount' in line ? line.amount : []));
  const unread = lines.filter((line) => 'text' in line);
  const sum = amounts.length > 1 ? sumOf(amounts) : null;
  const unreadable = unread.length === 0 ? {} : { unreadable: unread };
  return { amounts: sum ? [sum] : amounts, isOurs: sum !== null, ...unreadable };
}

/** The rate plans of a quote: a single plan with its price and cancellation policy, or several side by side. */
export const RatePlans = memo(function RatePlans({ plans, nights, chosenKey, disabled, onChoose }: PlanChoice) {
  if (plans.length === 0)
    return <p className={quoteStyles.none}>No rate plan was found; what the service sent is below.</p>;
  const [plan] = plans;
  if (!plan || plans.length > 1) return <PlanTable {...{ plans, nights, chosenKey, disabled, onChoose }} />;
  return (
    <Radio.Group value={chosenKey} onChange={onChoose} label="Rate plan" labelProps={{ className: 'lk-unseen' }}>
      <Radio.Card value={planKey(plan, 0)} className={quoteStyles.plan ?? ''} aria-label={planLabel(plan)}>
        <span className={quoteStyles.planHead}>
          <Radio.Indicator size="xs" />
          <span className={quoteStyles.planName}>{plan.name}</span>
          {/* The total stands below, with its lines. */}
          {isUnpriced(plan) ? (
            <span className={quoteStyles.planTotal}>
              <PlanTotal plan={plan} />
            </span>
          ) : null}
        </span>
        <span className={quoteStyles.policy}>{plan.cancellationPolicy ?? 'No cancellation policy stated.'}</span>
      </Radio.Card>
    </Radio.Group>
  );
});
