/** The state of a quote, from its outcome and the time on the connection's clock. */
import type { Quote } from '../../../shared/model/quote.ts';

export type QuoteState = 'open' | 'expired' | 'sending' | 'reserved' | 'booked' | 'used' | 'unknown';

/** Only an open quote expires; a used or unconfirmed one keeps its state. */
export function stateOf(quote: Pick<Quote, 'outcome' | 'expiresAt'>, now: number): QuoteState {
  return quote.outcome === 'open' && now >= quote.expiresAt ? 'expired' : quote.outcome;
}

/** True when the quote is a reservation, whatever became of it. */
export const isUsed = (state: QuoteState): state is 'reserved' | 'booked' | 'used' =>
  state === 'reserved' || state === 'booked' || state === 'used';
