/** The rate plans of a quote as rows of a table, with the service's amounts and our sums. Pure. */
import type { Money } from '../../../shared/model/field.ts';
import type { PriceLine, RatePlan, UnreadableLine } from '../../../shared/model/quote.ts';
import { sumOf } from '../../../shared/money/money.ts';

/** The amounts in a cell: one of the service, our sum (`isOurs`), or all that have different currencies. No sum includes `unreadable` lines. */
export interface ComparedAmount {
  readonly amounts: readonly Money[];
  readonly isOurs: boolean;
  readonly unreadable?: readonly UnreadableLine[];
}

/** A row. `cells` has an entry for each rate plan, in their order; null for a plan without an amount. */
export interface ComparedRow {
  readonly title: string;
  readonly cells: readonly (ComparedAmount | null)[];
}

/** The rows. `fees` and `others` have a row for each kind of line; `others` are neither accommodation, fee nor tax. */
export interface PlanComparison {
  readonly accommodation: ComparedRow;
  readonly fees: readonly ComparedRow[];
  readonly others: readonly ComparedRow[];
  readonly taxes: ComparedRow;
}

type Line = PriceLine | UnreadableLine;
type Group = 'accommodation' | 'fees' | 'taxes' | 'others';

export function comparePlans(plans: readonly Pick<RatePlan, 'lines' | 'unreadable'>[]): PlanComparison {
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
  return {
    accommodation: row('Accommodation', (line) => groupOf(line) === 'accommodation'),
    fees: rowsOf('fees'),
    others: rowsOf('others'),
    taxes: row('Taxes', (line) => groupOf(line) === 'taxes'),
  };
}

/** The group of a line, by the service's name for its kind or, without one, by its title. */
function groupOf({ kind, title }: Line): Group {
  const name = kind ?? title;
  if (/accommodation/i.test(name)) return 'accommodation';
  if (/fee\b|fee_|fees\b|cleaning/i.test(name)) return 'fees';
  return /tax(?:es)?\b|tax_|\bvat\b/i.test(name) ? 'taxes' : 'others';
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
