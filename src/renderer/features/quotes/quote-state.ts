/** The state of a quote, from its outcome and the time on the connection's clock. */
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';

export type QuoteState = 'open' | 'expired' | 'sending' | 'reserved' | 'booked' | 'used' | 'unknown';

/** Only an open quote expires; a used or unconfirmed one keeps its state. */
export function stateOf(quote: Pick<Quote, 'outcome' | 'expiresAt'>, now: number): QuoteState {
  return quote.outcome === 'open' && now >= quote.expiresAt ? 'expired' : quote.outcome;
}

/** True when the quote is a reservation, whatever became of it. */
export const isUsed = (state: QuoteState): state is 'reserved' | 'booked' | 'used' =>
  state === 'reserved' || state === 'booked' || state === 'used';

/** What tells the rate plans of a quote apart on this page; a plan without an id has its position. */
export const planKey = ({ id }: RatePlan, at: number): string => id ?? `plan ${at + 1}`;

/** The position of the rate plan with a key, else of the first that can be booked; 0 for a quote without any. */
export function chosenPlanAt(plans: readonly RatePlan[], key: string | null): number {
  const chosen = plans.findIndex((plan, at) => planKey(plan, at) === key);
  return chosen >= 0
    ? chosen
    : Math.max(
        0,
        plans.findIndex(({ id }) => id !== null),
      );
}
