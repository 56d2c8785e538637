/** The state of a quote, from its outcome and the time on the connection's clock. */
import type { Quote } from '../../../shared/model/quote.ts';
import type { Tone } from '../../ui/tone.ts';

export type QuoteState = 'open' | 'expired' | 'sending' | 'reserved' | 'booked' | 'unknown';

/** Only an open quote expires; a booked or unconfirmed one keeps its state. */
export function stateOf(quote: Pick<Quote, 'outcome' | 'expiresAt'>, now: number): QuoteState {
  return quote.outcome === 'open' && now >= quote.expiresAt ? 'expired' : quote.outcome;
}

export const STATE_NAMES: Record<QuoteState, { title: string; tone: Tone }> = {
  open: { title: 'Open', tone: 'info' },
  expired: { title: 'Expired', tone: 'muted' },
  sending: { title: 'Sending', tone: 'info' },
  reserved: { title: 'Reserved', tone: 'good' },
  booked: { title: 'Booked', tone: 'good' },
  unknown: { title: 'Unconfirmed', tone: 'warn' },
};
