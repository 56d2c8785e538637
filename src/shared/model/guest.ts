/** Guest records: guests that the console remembers, encrypted on this computer. */
import { z } from 'zod';
import { QuoteState } from '../quote/quote-state.ts';
import { MAX_ENTRIES } from './bounds.ts';
import { SentOfferHead } from './offer.ts';
import { EpochMs, Id, PlainDate } from './primitives.ts';
import { QuoteSummary } from './quote-board.ts';

/** A guest record. A field that was never filled in is empty. `quoteIds` are the connection's quotes for this guest. */
export const GuestRecord = z.strictObject({
  id: Id,
  connectionId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  quoteIds: z.array(z.string()),
  lastAt: EpochMs,
});
export type GuestRecord = z.infer<typeof GuestRecord>;

/**
 * A guest record with the number of stays that were booked here (`stays`), and the current or next stay. Both are found in the guest's newest quotes,
 * at most MAX_PROFILE.
 */
export const GuestRow = GuestRecord.extend({
  stays: z.number().int().min(0),
  nextStay: z.strictObject({ listingTitle: z.string().nullable(), checkIn: PlainDate, checkOut: PlainDate }).nullable(),
});
export type GuestRow = z.infer<typeof GuestRow>;

export const GuestSort = z.strictObject({
  by: z.enum(['name', 'nextStay', 'stays', 'quotes', 'lastAt']),
  descending: z.boolean(),
});
export type GuestSort = z.infer<typeof GuestSort>;

/** A page of a connection's guest records. `total` counts the matches of the search, `all` counts all records. */
export const GuestRows = z.strictObject({
  total: z.number().int(),
  all: z.number().int(),
  rows: z.array(GuestRow).max(MAX_ENTRIES.page),
});
export type GuestRows = z.infer<typeof GuestRows>;

/** A quote of a guest. `state` is the state now. `note` is empty without a note, and null when it cannot be read now. */
export const GuestQuote = QuoteSummary.extend({
  state: QuoteState,
  note: z.string().nullable(),
  followUpOn: PlainDate.nullable(),
});
export type GuestQuote = z.infer<typeof GuestQuote>;

/** The maximum number of quotes, and of offers, in a profile. */
export const MAX_PROFILE = 100;

/** A guest with the newest quotes, sorted by arrival, and the newest offers. `more` counts the quotes that are left out or deleted. */
export const GuestProfile = z.strictObject({
  guest: GuestRecord,
  quotes: z.array(GuestQuote).max(MAX_PROFILE),
  more: z.number().int().min(0),
  offers: z.array(SentOfferHead.extend({ quoteId: z.string() })).max(MAX_PROFILE),
});
export type GuestProfile = z.infer<typeof GuestProfile>;
