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
import { TableFormat } from '../model/table-format.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(MAX_CHARACTERS.name) });
const OfQuotes = z.strictObject({
  connectionId: Id,
  quoteIds: z.array(OfQuote.shape.quoteId).min(1).max(MAX_ENTRIES.chosen),
});
const RatePlanId = z.string().max(MAX_CHARACTERS.name);

export const quotes = {
  /** The newest quotes and all unsettled ones. */
  list: query(z.strictObject({ connectionId: Id }), QuotesSnapshot),
  /** Some of the board's rows, by offset and limit. */
  board: query(BoardQuery, BoardRows),
  /** One quote of any age. */
  get: query(OfQuote, QuoteOnBoard),
  create: mutation(QuoteInput, Quote),
  /** Plans several quotes: how many requests and how much time they take. Sends nothing. */
  plan: query(QuotesPlanQuery, QuotesPlan),
  /** Stores the quotes that a page is going to request, in place of the quotes that the page stored before. */
  keepWanted: mutation(
    z.strictObject({ connectionId: Id, page: Id, wanted: z.array(WantedQuote).max(MAX_ENTRIES.page) }),
    Nothing,
  ),
  /** Removes and returns the stored quotes of all pages that are not in `alive`, so that each quote is returned once. */
  takeWanted: mutation(
    z.strictObject({ connectionId: Id, alive: z.array(Id).max(MAX_ENTRIES.fields) }),
    z.strictObject({ wanted: z.array(WantedQuote) }),
  ),
  /** Reads a quote from the service again. `applicationId` is the application to ask when the console does not have the quote yet. */
  fetch: mutation(OfQuote.extend({ applicationId: Id.nullable() }), Quote),
  /** Creates a replacement of this quote for another stay, and returns the replacement. */
  change: mutation(OfQuote.extend(QuoteStay.shape), Quote),
  /** Deletes the stored change of a quote that was not completed; nothing is sent. */
  discardChange: mutation(OfQuote, Nothing),
  /** Stores the chosen rate plan; nothing is sent. */
  choosePlan: mutation(OfQuote.extend({ plan: RatePlanId }), Nothing),
  applyCoupons: mutation(OfQuote.extend({ coupons: CouponsInput }), Quote),
  /** Sends a request to book; the result is a reservation of status "reserved". */
  request: mutation(
    OfQuote.extend({ ratePlanId: RatePlanId, guest: Guest, holdHours: HoldHours, cardToken: CardReference() }),
    Quote,
  ),
  /** Books instantly; the result is a confirmed reservation. */
  book: mutation(OfQuote.extend({ ratePlanId: RatePlanId, guest: Guest, cardToken: CardReference() }), Quote),
  /** Changes a quote's annotation; nothing is sent. */
  annotate: mutation(OfQuote.extend({ changes: AnnotationInput }), Nothing),
  /** Writes the board's rows that match a filter to a workbook or a CSV file that the person chooses; `null` when the person cancels. */
  exportTable: mutation(BoardFilter.extend({ format: TableFormat }), WrittenFile.nullable()),
  /** Writes the bookings and follow-ups that match a filter to an iCalendar file that the person chooses; `null` when the person cancels. */
  exportCalendar: mutation(BoardFilter, WrittenFile.nullable()),
  /** Deletes quotes from this computer; nothing is sent. Fails for an unsettled quote. */
  remove: mutation(OfQuotes, PendingDeletion),
  onChanged: event(QuotesChange),
};

/** The schema of a card reference, which exists only in inputs; `null` when none is needed. */
function CardReference() {
  return z.string().max(MAX_CHARACTERS.phrase).nullable();
}
