/** The state of a quote on the board and on the quote's page, derived from the service's answers, a person's actions, and the time. */
import { z } from 'zod';
import type { Quote } from '../model/quote.ts';

/** The states in order of precedence: a quote has the first state whose condition it meets. */
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

/** The names of the states on the screen. */
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

/** The remaining time below which an open quote is expiring. */
export const EXPIRING_MS = 3 * 3_600_000;

/** The facts that decide the state. `isSent`: an offer with this quote was sent. `isReplaced`: another quote replaced it. */
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

/** The state of a quote at `now`, an instant on the connection's clock. Only an open quote can be replaced or sent, or expire. */
export function quoteStateOf({ outcome, expiresAt, isReplaced, isSent }: QuoteFacts, now: number): QuoteState {
  if (outcome !== 'open') return OF_OUTCOME[outcome];
  if (isReplaced) return 'replaced';
  if (now >= expiresAt) return 'expired';
  if (now > expiresAt - EXPIRING_MS) return 'expiring';
  return isSent ? 'sent' : 'open';
}

/** Whether a quote can be booked: it was not used and has not expired. */
export const isBookable = (state: QuoteState): boolean => state === 'open' || state === 'sent' || state === 'expiring';

/** True for a quote that cannot be booked because the quote that it replaces is booked, or may be. */
export const isHeldByEarlier = ({ replaces, replacedBy }: Pick<Quote, 'replaces' | 'replacedBy'>): boolean =>
  replacedBy !== null && replacedBy === replaces;

/** Whether the service has made a reservation from a quote, whatever its status. */
export const isReservation = (state: QuoteState): state is 'booked' | 'awaitingApproval' | 'used' =>
  state === 'booked' || state === 'awaitingApproval' || state === 'used';

/** Whether a booking of the quote may have been made; the quote stays on the board until the service reports the result. */
export const isUnsettled = (outcome: Quote['outcome']): boolean => outcome === 'unknown' || outcome === 'sending';
