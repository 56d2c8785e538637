/** What changed in the price between two rate plans, line by line. */
import type { Money } from './model/field.ts';
import type { RatePlan } from './model/quote.ts';
import { differenceOf } from './money.ts';

/**
 * One line of both prices; `null` where a price does not have it. `difference`: ours, `after` less `before`, with a missing line as nothing;
 * `null` where both currencies differ.
 */
export interface PriceChange {
  readonly title: string;
  readonly before: Money | null;
  readonly after: Money | null;
  readonly difference: Money | null;
}

export interface PriceChanges {
  /** In the order of the later price, then those that it lacks. */
  readonly lines: readonly PriceChange[];
  readonly total: PriceChange;
}

export function priceChanges(
  before: Pick<RatePlan, 'lines' | 'total'>,
  after: Pick<RatePlan, 'lines' | 'total'>,
): PriceChanges {
  const earlier = [...before.lines];
  const lines = after.lines.map(({ title, kind, amount }) => {
    const at = earlier.findIndex((line) => line.title === title && line.kind === kind);
    const [known] = at < 0 ? [] : earlier.splice(at, 1);
    return changeOf(title, known?.amount ?? null, amount);
  });
  return {
    lines: [...lines, ...earlier.map(({ title, amount }) => changeOf(title, amount, null))],
    total: {
      ...changeOf('Total', before.total, after.total),
      ...(before.total && after.total ? {} : { difference: null }),
    },
  };
}

function changeOf(title: string, before: Money | null, after: Money | null): PriceChange {
  const nothing = { amount: 0, currency: (after ?? before)?.currency ?? null };
  return { title, before, after, difference: differenceOf(after ?? nothing, before ?? nothing) };
}
