/** The board: all quotes of a connection as rows, with what people noted on them. */
import { z } from 'zod';
import { QuoteState } from '../quote/quote-state.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Money, PictureRef } from './field.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';
import { Quote, QuoteOutcome } from './quote.ts';

/** An offer with the quote that left the console. `by`: as a printed file, as a mail through the clipboard, or as a mail file. */
export const MadeOffer = z.strictObject({ offerId: Id, at: EpochMs, by: z.enum(['pdf', 'mail', 'eml']) });
export type MadeOffer = z.infer<typeof MadeOffer>;

/** What people of this console added to a quote; the service knows nothing of it. */
export const QuoteAnnotation = z.strictObject({
  /** Sealed where it is stored; empty without one. */
  note: z.string(),
  followUpOn: PlainDate.nullable(),
  /** The latest first. Whether the guest got one of them, the console cannot know. */
  offers: z.array(MadeOffer),
  /** The day on which the guest got an offer, as a person says. */
  sentOn: PlainDate.nullable(),
});
export type QuoteAnnotation = z.infer<typeof QuoteAnnotation>;

/** What a person changes of it. */
export const AnnotationInput = z.strictObject({
  note: z.string().max(MAX_CHARACTERS.quoteNote).optional(),
  followUpOn: PlainDate.nullable().optional(),
  sentOn: StayDay.nullable().optional(),
});
export type AnnotationInput = z.infer<typeof AnnotationInput>;

/**
 * What a quote says in a row of the board. `total`: of the rate plan that was chosen or booked; before, the lowest of its `plans`, if all have one currency.
 * `isUnpriced`: the service sent no price for any of them. `sumWithout`: set when the console summed that total; the number of unreadable lines that the sum does not have.
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

/** The group of a row: the guest's name, empty without a guest; or the Monday of a week: of a reservation's arrival, else of the day on which the quote was made. */
const RowGroup = z.strictObject({ key: z.string(), count: z.number().int(), isFirst: z.boolean() });

export const BoardRow = QuoteSummary.extend({
  picture: PictureRef.nullable(),
  /** The remembered guest's name. */
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
 * The rows to show. `view`: all quotes, those that became a reservation, or those with a follow-up date. `states`: every state
 * for an empty list.
 */
export const BoardFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.search),
  view: z.enum(['quotes', 'reservations', 'followUps']),
  states: z.array(QuoteState).max(QuoteState.options.length),
  sort: BoardSort,
  group: z.enum(['none', 'guest', 'week']),
  /** The day of the person who looks. */
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
  /** The quotes of the connection. */
  total: z.number().int(),
  matched: z.number().int(),
  /** Of the search and the view, whatever states are chosen. */
  states: z.array(z.strictObject({ state: QuoteState, count: z.number().int() })),
  /** Follow-ups that are due until `today`, and those of later days. */
  followUps: z.number().int(),
  comingFollowUps: z.number().int(),
  reservations: z.number().int(),
  /** When the next quote expires or begins to expire, on the connection's clock. */
  nextChangeAt: EpochMs.nullable(),
  /** False while the key store does not decrypt the key of guests and notes: then no row has a guest's name. */
  areGuestsReadable: z.boolean(),
  rows: z.array(BoardRow),
});
export type BoardRows = z.infer<typeof BoardRows>;

/** One quote, with what people added to it. `note`: null for one that cannot be read, because its key is lost, or `isNoteLocked` for now. */
export const QuoteOnBoard = z.strictObject({
  quote: Quote,
  annotation: QuoteAnnotation.extend({ note: z.string().nullable(), isNoteLocked: z.literal(true).optional() }),
});
export type QuoteOnBoard = z.infer<typeof QuoteOnBoard>;

/** Quotes that changed; `ids` is null when any may have. `removed`: those of them that were removed. Who shows them reads them again. */
export const QuotesChange = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  ids: z.array(z.string()).nullable(),
  removed: z.array(z.string()).optional(),
});
export type QuotesChange = z.infer<typeof QuotesChange>;
