/** The quote flow of the Booking Engine (spec.md, section 5; domain.md, "Quote flow"). */
import { z } from 'zod';
import { Id } from '../model/primitives.ts';
import { Guest, HoldHours, Quote, QuoteInput, QuotesSnapshot } from '../model/quote.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(200) });

export const quotes = {
  list: query(z.strictObject({ connectionId: Id }), QuotesSnapshot),
  create: mutation(QuoteInput, Quote),
  /** Reads a quote again from the service; `applicationId` names its application when the console does not have the quote yet. */
  fetch: mutation(OfQuote.extend({ applicationId: Id.nullable() }), Quote),
  applyCoupons: mutation(OfQuote.extend({ coupons: z.array(z.string().min(1).max(100)).max(20) }), Quote),
  /** Request to book: ends with a reservation of status "reserved". */
  request: mutation(
    OfQuote.extend({ ratePlanId: z.string(), guest: Guest, holdHours: HoldHours, cardToken: CardReference() }),
    Quote,
  ),
  /** Instant booking: ends with a confirmed reservation. */
  book: mutation(OfQuote.extend({ ratePlanId: z.string(), guest: Guest, cardToken: CardReference() }), Quote),
  /** Removes a quote from the list; nothing is sent. */
  dismiss: mutation(OfQuote, Nothing),
  onChanged: event(QuotesSnapshot),
};

/** A card reference, which only inputs have; `null` when none is needed. */
function CardReference() {
  return z.string().max(500).nullable();
}
