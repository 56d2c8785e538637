/** Compares the prices of two rate plans, line by line. */
import type { Money } from '../model/field.ts';
import type { PriceLine, RatePlan, UnreadableLine } from '../model/quote.ts';
import { differenceOf } from '../money/money.ts';

/** One side of a compared line: an amount, or the text that the service sent instead of a readable amount. */
export type PriceSide = Money | Pick<UnreadableLine, 'text'>;

/**
 * A line of two compared prices. `before` or `after` is null when that price lacks the line. `difference` is `after` minus `before`; a missing line
 * counts as zero. It is null when the currencies differ or an amount cannot be read.
 */
export interface PriceChange {
  readonly title: string;
  readonly before: PriceSide | null;
  readonly after: PriceSide | null;
  readonly difference: Money | null;
}

export interface PriceChanges {
  /** The lines of the later price in its order, then the lines that only the earlier price has. */
  readonly lines: readonly PriceChange[];
  readonly total: PriceChange;
}

type Priced = Pick<RatePlan, 'lines' | 'unreadable' | 'total'>;
type Line = PriceLine | UnreadableLine;

export function priceChanges(before: Priced, after: Priced): PriceChanges {
  const earlier = linesOf(before);
  const lines = linesOf(after).map((line) => {
    const at = earlier.findIndex(({ title, kind }) => title === line.title && kind === line.kind);
    const [known] = at < 0 ? [] : earlier.splice(at, 1);
    return changeOf(line.title, known ? sideOf(known) : null, sideOf(line));
  });
  return {
    lines: [...lines, ...earlier.map((line) => changeOf(line.title, sideOf(line), null))],
    total: {
      ...changeOf('Total', before.total, after.total),
      ...(before.total && after.total ? {} : { difference: null }),
    },
  };
}

const linesOf = ({ lines, unreadable = [] }: Priced): Line[] => [...lines, ...unreadable];
const sideOf = (line: Line): PriceSide => ('amount' in line ? line.amount : { text: line.text });
const isAmount = (side: PriceSide | null): side is Money | null => side === null || 'amount' in side;

function changeOf(title: string, before: PriceSide | null, after: PriceSide | null): PriceChange {
  if (!isAmount(before) || !isAmount(after)) return { title, before, after, difference: null };
  const nothing = { amount: 0, currency: (after ?? before)?.currency ?? null };
  return { title, before, after, difference: differenceOf(after ?? nothing, before ?? nothing) };
}
