/** Calculates the price of a gap in a calendar and the rules that apply to it. Days are day numbers. */
import { add, decimalOf, numberOf, ZERO } from './decimal.ts';
import type { HomeCalendar, HomeGap } from './home-stays.ts';

/**
 * The price of a gap. `value` is the exact sum of the nights' prices before fees and taxes; null when a night has no price or the currencies differ.
 * `minNights` is the minimum stay for an arrival on the first day; null when the service does not say.
 */
export interface GapPrice {
  readonly value: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
}

export function gapPrice({ first, nights }: HomeCalendar, gap: Pick<HomeGap, 'first' | 'nights'>): GapPrice {
  const free = nights.slice(gap.first - first, gap.first - first + gap.nights);
  const [night] = free;
  const minNights = night?.minNights ?? null;
  const currency = night?.currency ?? null;
  let sum = ZERO;
  for (const each of free) {
    if (each?.price == null || each.currency !== currency) return { value: null, currency: null, minNights };
    sum = add(sum, decimalOf(each.price));
  }
  return { value: numberOf(sum), currency, minNights };
}
