/** The quote flow of the Booking Engine (service.md §7.1). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../model/bounds.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { Id } from '../model/primitives.ts';
import { CouponsInput, Guest, HoldHours, Quote, QuoteInput, QuoteStay, QuotesSnapshot } from '../model/quote.ts';
import {
  AnnotationInput,
  BoardFilter,
  BoardQuery,
  BoardRows,
  QuoteOnBoard,
  QuotesChange,
} from '../model/quote-board.ts';
import { QuotesPlan, QuotesPlanQuery, WantedQuote } from '../model/quote-plan.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(MAX_CHARACTERS.serviceId) });
const OfQuotes = z.strictObject({
  connectionId: Id,
  quoteIds: z.array(OfQuote.shape.quoteId).min(1).max(MAX_ENTRIES.removedQuotes),
});
const RatePlanId = z.string().max(MAX_CHARACTERS.serviceId);

export const quotes = {
  /** The newest quotes and every unsettled one. */
  list: query(z.strictObject({ connectionId: Id }), QuotesSnapshot),
  /** A window of the rows of all quotes. */
  board: query(BoardQuery, BoardRows),
  /** One quote, however old. */
  get: query(OfQuote, QuoteOnBoard),
  create: mutation(QuoteInput, Quote),
  /** What several quotes cost before they are asked for; sends nothing. */
  plan: query(QuotesPlanQuery, QuotesPlan),
  /** Keeps the quotes that a page wants to ask for, in place of those that it kept before. */
  keepWanted: mutation(
    z.strictObject({ connectionId: Id, page: Id, wanted: z.array(WantedQuote).max(MAX_ENTRIES.wantedQuotes) }),
    Nothing,
  ),
  /** Takes the kept quotes of pages that are not `alive`: each is answered once. */
  takeWanted: mutation(
    z.strictObject({ connectionId: Id, alive: z.array(Id).max(MAX_ENTRIES.pages) }),
    z.strictObject({ wanted: z.array(WantedQuote) }),
  ),
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
  /** Changes what a person added to a quote; nothing is sent. */
  annotate: mutation(OfQuote.extend({ changes: AnnotationInput }), Nothing),
  /** Writes the rows of a filter to a CSV file that the person chooses; `null` when they cancel. */
  exportCsv: mutation(BoardFilter, WrittenFile.nullable()),
  /** Deletes quotes from this computer; nothing is sent. An unsettled one is refused. */
  remove: mutation(OfQuotes, PendingDeletion),
  onChanged: event(QuotesChange),
};

/** A card reference, which only inputs have; `null` when none is needed. */
function CardReference() {
  return z.string().max(MAX_CHARACTERS.cardReference).nullable();
}
