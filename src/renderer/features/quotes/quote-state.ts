/** The state of a quote, from its outcome and the time on the connection's clock. */
import type { Quote } from '../../../shared/model/quote.ts';

export type QuoteState = 'open' | 'expired' | 'sending' | 'reserved' | 'booked' | 'unknown';

/** Only an open quote expires; a booked or unconfirmed one keeps its state. */
export function stateOf(quote: Pick<Quote, 'outcome' | 'expiresAt'>, now: number): QuoteState {
  return quote.outcome === 'open' && now >= quote.expiresAt ? 'expired' : quote.outcome;
}
