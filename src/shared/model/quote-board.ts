/** The board: all quotes of a connection as rows, with their annotations. */
import { z } from 'zod';
import { QuoteState } from '../quote/quote-state.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Money, PictureRef } from './field.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';
import { Quote, QuoteOutcome } from './quote.ts';

/** An offer with the quote that left the console. `by`: as a printed file, as a mail through the clipboard, or as a mail file. */
export const MadeOffer = z.strictObject({ offerId: Id, at: EpochMs, by: z.enum(['pdf', 'mail', 'eml']) });
export type MadeOffer = z.infer<typeof MadeOffer>;

/** A person's annotation to a quote; the service knows nothing of it. */
export const QuoteAnnotation = z.strictObject({
  /** The note, sealed in storage; empty without one. */
  note: z.string(),
  followUpOn: PlainDate.nullable(),
  /** The offers, the latest first. The console cannot know whether the guest received one. */
  offers: z.array(MadeOffer),
  /** The day on which the guest received an offer, according to a person. */
  sentOn: PlainDate.nullable(),
});
export type QuoteAnnotation = z.infer<typeof QuoteAnnotation>;

/** A person's changes to an annotation. */
export const AnnotationInput = z.strictObject({
  note: z.string().max(MAX_CHARACTERS.quoteNote).optional(),
  followUpOn: PlainDate.nullable().optional(),
  sentOn: StayDay.nullable().optional(),
});
export type AnnotationInput = z.infer<typeof AnnotationInput>;

/**
 * The summary of a quote in a row of the board. `total`: the total of the chosen or booked rate plan; without one, the lowest of its `plans`, if
 * all have one currency. `isUnpriced`: the service sent no price for any plan. `sumWithout`: set when the console summed the total; the number of
 * unreadable lines that are not in the sum. Summaries are stored: a later field is optional, because one that does not parse has no row.
 */
export const QuoteSummary = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  listingTitle: z.string().nullable(),
  checkIn: PlainDate,
  checkOut: PlainDate,
  nights: z.number().int(),
  guests: z.number().int().nullable(),
  total: Money.nullable(),
  sumWithout: z.number().int().optional(),
  isUnpriced: z.literal(true).optional(),
  plans: z.number().int(),
  createdAt: EpochMs,
  expiresAt: EpochMs,
  outcome: QuoteOutcome,
  isReplaced: z.boolean(),
  reservation: z
    .strictObject({ status: z.string().nullable(), confirmationCode: z.string().nullable(), at: EpochMs })
    .nullable(),
});
export type QuoteSummary = z.infer<typeof QuoteSummary>;

/**
 * The group of a row: the guest's name, empty without a guest; or the Monday of a week, that of a reservation's arrival, else of the day on which
 * the quote was made.
 */
const RowGroup = z.strictObject({ key: z.string(), count: z.number().int(), isFirst: z.boolean() });

export const BoardRow = QuoteSummary.extend({
  picture: PictureRef.nullable(),
  /** The name of the remembered guest. */
  guestName: z.string().nullable(),
  hasNote: z.boolean(),
  followUpOn: PlainDate.nullable(),
  /** The day on which an offer with this quote was sent. */
  sentOn: PlainDate.nullable(),
  group: RowGroup.nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const BoardSort = z.strictObject({
  by: z.enum(['createdAt', 'expiresAt', 'state', 'guest', 'place', 'checkIn', 'total', 'followUpOn']),
  descending: z.boolean(),
});
export type BoardSort = z.infer<typeof BoardSort>;

/**
 * The filter for the rows. `view`: all quotes, those that became a reservation, or those with a follow-up date. `states`: an empty list means
 * every state.
 */
export const BoardFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.search),
  view: z.enum(['quotes', 'reservations', 'followUps']),
  states: z.array(QuoteState).max(QuoteState.options.length),
  sort: BoardSort,
  group: z.enum(['none', 'guest', 'week']),
  /** The present day of the person who looks at the board. */
  today: PlainDate,
});
export type BoardFilter = z.infer<typeof BoardFilter>;

export const BoardQuery = BoardFilter.extend({
  offset: z.number().int().min(0).max(1_000_000),
  limit: z.number().int().min(1).max(MAX_ENTRIES.boardRows),
});
export type BoardQuery = z.infer<typeof BoardQuery>;

export const BoardRows = z.strictObject({
  revision: z.number().int(),
  /** The number of quotes of the connection. */
  total: z.number().int(),
  matched: z.number().int(),
  /** The counts by state within the search and the view, whatever states are chosen. */
  states: z.array(z.strictObject({ state: QuoteState, count: z.number().int() })),
  /** The number of follow-ups that are due until `today`, and of those on later days. */
  followUps: z.number().int(),
  comingFollowUps: z.number().int(),
  reservations: z.number().int(),
  /** When the next quote expires or begins to expire, on the connection's clock. */
  nextChangeAt: EpochMs.nullable(),
  /** False while the key store does not decrypt the key of guests and notes; rows then have no guest names. */
  areGuestsReadable: z.boolean(),
  rows: z.array(BoardRow),
});
export type BoardRows = z.infer<typeof BoardRows>;

/** A quote with its annotation. `note`: null when it cannot be read, because its key is lost, or unavailable for now (`isNoteLocked`). */
export const QuoteOnBoard = z.strictObject({
  quote: Quote,
  annotation: QuoteAnnotation.extend({ note: z.string().nullable(), isNoteLocked: z.literal(true).optional() }),
});
export type QuoteOnBoard = z.infer<typeof QuoteOnBoard>;

/** The quotes that changed; `ids` is null when any may have. `removed`: the removed ones among them. A page that shows them reads them again. */
export const QuotesChange = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  ids: z.array(z.string()).nullable(),
  removed: z.array(z.string()).optional(),
});
export type QuotesChange = z.infer<typeof QuotesChange>;
