/** The quote flow of the Booking Engine (spec.md, section 5; domain.md, "Quote flow"). */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { Id } from '../model/primitives.ts';
import { CouponsInput, Guest, HoldHours, Quote, QuoteInput, QuoteStay, QuotesSnapshot } from '../model/quote.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(MAX_CHARACTERS.serviceId) });
const RatePlanId = z.string().max(MAX_CHARACTERS.serviceId);

export const quotes = {
  list: query(z.strictObject({ connectionId: Id }), QuotesSnapshot),
  create: mutation(QuoteInput, Quote),
  /** Reads a quote again from the service; `applicationId` names its application when the console does not have the quote yet. */
  fetch: mutation(OfQuote.extend({ applicationId: Id.nullable() }), Quote),
  /** Creates a quote for another stay, which replaces this one, and answers the new one. */
  change: mutation(OfQuote.extend(QuoteStay.shape), Quote),
  /** Forgets a change that did not come to its end; nothing is sent. */
  discardChange: mutation(OfQuote, Nothing),
  /** Keeps the choice of a rate plan; nothing is sent. */
  choosePlan: mutation(OfQuote.extend({ plan: RatePlanId }), Nothing),
  applyCoupons: mutation(OfQuote.extend({ coupons: CouponsInput }), Quote),
  /** Request to book: ends with a reservation of status "reserved". */
  request: mutation(
    OfQuote.extend({ ratePlanId: RatePlanId, guest: Guest, holdHours: HoldHours, cardToken: CardReference() }),
    Quote,
  ),
  /** Instant booking: ends with a confirmed reservation. */
  book: mutation(OfQuote.extend({ ratePlanId: RatePlanId, guest: Guest, cardToken: CardReference() }), Quote),
  /** Removes a quote from the list; nothing is sent. */
  dismiss: mutation(OfQuote, Nothing),
  /** Puts a quote back that was removed from the list. */
  restore: mutation(OfQuote, Nothing),
  onChanged: event(QuotesSnapshot),
};

/** A card reference, which only inputs have; `null` when none is needed. */
function CardReference() {
  return z.string().max(MAX_CHARACTERS.cardReference).nullable();
}
