/** The state of a quote as the board and the quote's page show it, from what the service said, what a person did, and the time. */
import { z } from 'zod';
import type { Quote } from '../model/quote.ts';

/** In order of precedence: a quote is in the first state whose condition it meets. */
export const QuoteState = z.enum([
  'sending',
  'unconfirmed',
  'booked',
  'awaitingApproval',
  'used',
  'replaced',
  'expired',
  'expiring',
  'sent',
  'open',
]);
export type QuoteState = z.infer<typeof QuoteState>;

/** How people read the states. */
export const STATE_NAMES: Readonly<Record<QuoteState, string>> = {
  sending: 'Sending',
  unconfirmed: 'Unconfirmed',
  booked: 'Booked',
  awaitingApproval: 'Awaiting approval',
  used: 'Cannot be booked again',
  replaced: 'Replaced',
  expired: 'Expired',
  expiring: 'Expiring',
  sent: 'Sent',
  open: 'Open',
};

/** An open quote with less time left than this is expiring. */
export const EXPIRING_MS = 3 * 3_600_000;

/** What decides on the state. `isSent`: an offer with this quote was sent. `isReplaced`: another quote took its place. */
export interface QuoteFacts {
  readonly outcome: Quote['outcome'];
  readonly expiresAt: number;
  readonly isReplaced: boolean;
  readonly isSent: boolean;
}

const OF_OUTCOME: Record<Exclude<Quote['outcome'], 'open'>, QuoteState> = {
  sending: 'sending',
  unknown: 'unconfirmed',
  booked: 'booked',
  reserved: 'awaitingApproval',
  used: 'used',
};

/** The state of a quote at `now`, an instant on the connection's clock. Only an open quote is replaced, sent, or expires. */
export function quoteStateOf({ outcome, expiresAt, isReplaced, isSent }: QuoteFacts, now: number): QuoteState {
  if (outcome !== 'open') return OF_OUTCOME[outcome];
  if (isReplaced) return 'replaced';
  if (now >= expiresAt) return 'expired';
  if (now > expiresAt - EXPIRING_MS) return 'expiring';
  return isSent ? 'sent' : 'open';
}

/** A quote that can be booked: nothing happened to it and it did not expire. */
export const isBookable = (state: QuoteState): boolean => state === 'open' || state === 'sent' || state === 'expiring';

/** True for a quote that cannot be booked because the one that it replaces is booked, or may be. */
export const isHeldByEarlier = ({ replaces, replacedBy }: Pick<Quote, 'replaces' | 'replacedBy'>): boolean =>
  replacedBy !== null && replacedBy === replaces;

/** A quote of which the service has made a reservation, whatever its status. */
export const isReservation = (state: QuoteState): state is 'booked' | 'awaitingApproval' | 'used' =>
  state === 'booked' || state === 'awaitingApproval' || state === 'used';

/** A quote whose booking may have been made: it stays on the board until the service says what became of it. */
export const isUnsettled = (outcome: Quote['outcome']): boolean => outcome === 'unknown' || outcome === 'sending';
