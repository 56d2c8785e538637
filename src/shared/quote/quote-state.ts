/** The state of a quote, derived from the service's answers, a person's actions and the time. The board and the page of a quote show it. */
import { z } from 'zod';
import type { Quote } from '../model/quote.ts';

/** The states of a quote, in order of precedence: if several apply, the first one counts. */
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

/** The facts that decide a quote's state. `isSent`: the guest has an offer with this quote. `isReplaced`: a replacement exists. */
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

/** Returns the state of a quote at `now` (epoch ms on the connection's clock). */
export function quoteStateOf({ outcome, expiresAt, isReplaced, isSent }: QuoteFacts, now: number): QuoteState {
  if (outcome !== 'open') return OF_OUTCOME[outcome];
  if (isReplaced) return 'replaced';
  if (now >= expiresAt) return 'expired';
  if (now > expiresAt - EXPIRING_MS) return 'expiring';
  return isSent ? 'sent' : 'open';
}

/** True for a quote that can still be booked: it is open, sent or expiring. */
export const isBookable = (state: QuoteState): boolean => state === 'open' || state === 'sent' || state === 'expiring';

/** True for a replacement that cannot be booked because the replaced quote is booked or unsettled. */
export const isHeldByEarlier = ({ replaces, replacedBy }: Pick<Quote, 'replaces' | 'replacedBy'>): boolean =>
  replacedBy !== null && replacedBy === replaces;

/** True for a quote that became a reservation of any status. */
export const isReservation = (state: QuoteState): state is 'booked' | 'awaitingApproval' | 'used' =>
  state === 'booked' || state === 'awaitingApproval' || state === 'used';

/** True for a quote whose booking is in flight or unconfirmed. */
export const isUnsettled = (outcome: Quote['outcome']): boolean => outcome === 'unknown' || outcome === 'sending';
