/** Compares search, calendar and quote for one stay line by line, with exact amounts. Pure. */
import type { Prices } from '../../../shared/model/matrix.ts';
import type { PriceLine, RatePlan } from '../../../shared/model/quote.ts';
import { sumOf } from '../../../shared/money/money.ts';
import { decimalOf, numberOf, subtract, sumAmounts } from '../../../shared/stay/decimal.ts';

/**
 * A compared line. `difference` is the quote's amount (without a quote, the search's) minus the calendar's; null when one is missing or currencies
 * differ.
 */
export interface ComparedLine {
  readonly title: string;
  readonly search: number | null;
  readonly calendar: number | null;
  readonly quote: number | null;
  readonly difference: number | null;
}

export interface Comparison {
  readonly searchCurrency: string | null;
  readonly calendarCurrency: string | null;
  readonly quoteCurrency: string | null;
  /** True when the console summed the quote's total. */
  readonly isTotalOurs: boolean;
  /** The line of the nights, then every other line of the quote. */
  readonly lines: readonly ComparedLine[];
  readonly total: ComparedLine;
}

const FARE = /accommodation|fare|rent|nights/i;

export function comparePrices({ search, calendar }: Prices, plan: RatePlan | null): Comparison {
  const quoteCurrency = plan?.total?.currency ?? plan?.lines[0]?.amount.currency ?? null;
  const [searchCurrency, calendarCurrency] = [search?.currency ?? null, calendar?.currency ?? null];
  const lines = plan?.lines ?? [];
  const fareAt = lines.findIndex(({ kind, title }) => FARE.test(kind ?? '') || FARE.test(title));
  const amountIn = (line: PriceLine | undefined) =>
    line && line.amount.currency === quoteCurrency ? line.amount.amount : null;
  const fare = amountIn(lines[fareAt]);
  const days = plan && plan.days.length > 0 ? sumAmounts(plan.days.map(({ price }) => price.amount)) : null;
  const [inSearch, inCalendar] = [search?.total ?? null, calendar?.total ?? null];
  const lineOf = (title: string, ours: number | null, quote: number | null, found: number | null): ComparedLine => ({
    title,
    search: found,
    calendar: ours,
    quote,
    difference:
      quote !== null
        ? inCalendar !== null && quoteCurrency === calendarCurrency
          ? less(quote, ours ?? 0)
          : null
        : found !== null && ours !== null && searchCurrency === calendarCurrency
          ? less(found, ours)
          : null,
  });
  const further = lines.filter((_, at) => at !== fareAt).map((line) => lineOf(line.title, null, amountIn(line), null));
  // Lines of two currencies have no sum. With an unreadable line, a sum would be wrong.
  const sum = sumOf(lines.map(({ amount }) => amount));
  const listed = sum?.currency === quoteCurrency ? (sum?.amount ?? null) : null;
  const total = plan?.total?.amount ?? (plan?.unreadable ? null : listed);
  const rest = plan?.total == null || listed === null ? 0 : less(plan.total.amount, listed);
  return {
    searchCurrency,
    calendarCurrency,
    quoteCurrency,
    isTotalOurs: plan !== null && (plan.isTotalOurs === true || (plan.total === null && total !== null)),
    lines: [
      lineOf('Nights', inCalendar, fare ?? (lines.length === 0 ? days : null), inSearch),
      ...further,
      ...(rest === 0 ? [] : [lineOf('Not itemised', null, rest, null)]),
    ],
    total: lineOf('Total', inCalendar, total, inSearch),
  };
}

const less = (one: number, other: number): number => numberOf(subtract(decimalOf(one), decimalOf(other)));
