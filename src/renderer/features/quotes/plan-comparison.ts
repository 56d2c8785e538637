/** The rate plans of one quote as the rows of a table: what the service named, and the sums that are ours. Pure. */
import type { Money } from '../../../shared/model/field.ts';
import type { PriceLine, RatePlan } from '../../../shared/model/quote.ts';
import { sumOf } from '../../../shared/money.ts';

/** Amounts as the service wrote them, or their sum, which is ours; several without a sum are of several currencies. */
export interface ComparedAmount {
  readonly amounts: readonly Money[];
  readonly isOurs: boolean;
}

/** One amount of each rate plan, in their order; `null` where a plan has none. */
export interface ComparedRow {
  readonly title: string;
  readonly cells: readonly (ComparedAmount | null)[];
}

/** `fees` and `others`: one row for each kind; others are neither accommodation nor fee nor tax by their kind. */
export interface PlanComparison {
  readonly accommodation: ComparedRow;
  readonly fees: readonly ComparedRow[];
  readonly others: readonly ComparedRow[];
  readonly taxes: ComparedRow;
}

type Group = 'accommodation' | 'fees' | 'taxes' | 'others';

export function comparePlans(plans: readonly Pick<RatePlan, 'lines'>[]): PlanComparison {
  const row = (title: string, isOf: (line: PriceLine) => boolean): ComparedRow => ({
    title,
    cells: plans.map(({ lines }) => amountOf(lines.filter(isOf).map(({ amount }) => amount))),
  });
  /** One row for each kind and title, in the order of the plans. */
  const rowsOf = (group: Group) => {
    const lines = plans.flatMap((plan) => plan.lines.filter((line) => groupOf(line) === group));
    const titles = new Map(lines.map((line) => [keyOf(line), line.title]));
    return [...titles].map(([key, title]) => row(title, (line) => groupOf(line) === group && keyOf(line) === key));
  };
  return {
    accommodation: row('Accommodation', (line) => groupOf(line) === 'accommodation'),
    fees: rowsOf('fees'),
    others: rowsOf('others'),
    taxes: row('Taxes', (line) => groupOf(line) === 'taxes'),
  };
}

/** By the service's kind, else by its title. */
function groupOf({ kind, title }: PriceLine): Group {
  const name = kind ?? title;
  if (/accommodation/i.test(name)) return 'accommodation';
  if (/fee\b|fee_|fees\b|cleaning/i.test(name)) return 'fees';
  return /tax(?:es)?\b|tax_|\bvat\b/i.test(name) ? 'taxes' : 'others';
}

const keyOf = ({ kind, title }: PriceLine): string => JSON.stringify([kind, title.trim().toLowerCase()]);

function amountOf(amounts: readonly Money[]): ComparedAmount | null {
  if (amounts.length === 0) return null;
  const sum = amounts.length > 1 ? sumOf(amounts) : null;
  return sum ? { amounts: [sum], isOurs: true } : { amounts, isOurs: false };
}
