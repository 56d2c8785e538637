/** The board: all quotes of a connection as rows, with their annotations. */
import { z } from 'zod';
import { QuoteState } from '../quote/quote-state.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Money, PictureRef } from './field.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';
import { Quote, QuoteOutcome } from './quote.ts';

/** An offer with a quote that left the console: as a PDF, as a mail through the clipboard, or as a mail draft (`eml`). */
export const MadeOffer = z.strictObject({ offerId: Id, at: EpochMs, by: z.enum(['pdf', 'mail', 'eml']) });
export type MadeOffer = z.infer<typeof MadeOffer>;

export const QuoteAnnotation = z.strictObject({
  /** The note, stored sealed; empty without a note. */
  note: z.string(),
  followUpOn: PlainDate.nullable(),
  /** The offers with this quote, newest first. The console cannot know whether the guest received one. */
  offers: z.array(MadeOffer),
  /** The day on which the guest received an offer, as a person ticked it; null before. */
  sentOn: PlainDate.nullable(),
});
export type QuoteAnnotation = z.infer<typeof QuoteAnnotation>;

/** A person's changes to an annotation. An absent field stays unchanged. */
export const AnnotationInput = z.strictObject({
  note: z.string().max(MAX_CHARACTERS.text).optional(),
  followUpOn: PlainDate.nullable().optional(),
  sentOn: StayDay.nullable().optional(),
});
export type AnnotationInput = z.infer<typeof AnnotationInput>;

/**
 * A quote as a row of the board shows it. `total` is the total of the chosen or booked rate plan; without such a plan, the lowest total of all rate
 * plans if they have one currency, else null. `plans` counts the rate plans. `isUnpriced`: the service sent no price for any plan. `sumWithout`
 * counts the unreadable lines that the total lacks, if the console calculated it. Summaries are stored, so a field that was added later is optional:
 * a summary that does not parse has no row.
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

/** The group of a row: the guest's name (empty without one), or the Monday of a week: of a reservation's arrival, else of the quote's creation. */
const RowGroup = z.strictObject({ key: z.string(), count: z.number().int(), isFirst: z.boolean() });

export const BoardRow = QuoteSummary.extend({
  picture: PictureRef.nullable(),
  /** The name in the guest record of this quote; null without one. */
  guestName: z.string().nullable(),
  hasNote: z.boolean(),
  followUpOn: PlainDate.nullable(),
  /** The day on which the guest received an offer with this quote; null before. */
  sentOn: PlainDate.nullable(),
  group: RowGroup.nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

/** The quotes of a connection that a person should look at. */
export type DueQuotes = Readonly<Record<'expiring' | 'unconfirmed' | 'followUps', readonly BoardRow[]>>;

export const BoardSort = z.strictObject({
  by: z.enum(['createdAt', 'expiresAt', 'state', 'guest', 'place', 'checkIn', 'total', 'followUpOn']),
  descending: z.boolean(),
});
export type BoardSort = z.infer<typeof BoardSort>;

/**
 * The filter of the board. `view`: all quotes, those that became a reservation, or those with a follow-up date. An empty `states` means every state.
 */
export const BoardFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.phrase),
  view: z.enum(['quotes', 'reservations', 'followUps']),
  states: z.array(QuoteState).max(QuoteState.options.length),
  /** Whether the filter keeps only bookable quotes whose dates are taken. */
  taken: z.boolean().optional(),
  sort: BoardSort,
  group: z.enum(['none', 'guest', 'week']),
  /** The current day on the connection's clock. */
  today: PlainDate,
});
export type BoardFilter = z.infer<typeof BoardFilter>;

export const BoardQuery = BoardFilter.extend({
  offset: z.number().int().min(0).max(1_000_000),
  limit: z.number().int().min(1).max(MAX_ENTRIES.page),
});
export type BoardQuery = z.infer<typeof BoardQuery>;

export const BoardRows = z.strictObject({
  revision: z.number().int(),
  total: z.number().int(),
  matched: z.number().int(),
  /** The number of quotes in each state that match the search and the view, whatever states are chosen. */
  states: z.array(z.strictObject({ state: QuoteState, count: z.number().int() })),
  /** `followUps` counts the follow-ups that are due on `today` or before, `comingFollowUps` those on later days. */
  followUps: z.number().int(),
  comingFollowUps: z.number().int(),
  reservations: z.number().int(),
  /** The next instant at which the state of a row changes, because a quote expires or is about to; on the connection's clock. Null without one. */
  nextChangeAt: EpochMs.nullable(),
  /** False while the key store does not give the data key; the rows then have no guests' names. */
  areGuestsReadable: z.boolean(),
  /** Whether any quote of the connection has a remembered guest; a note or a follow-up date. The filter does not matter. */
  hasGuests: z.boolean(),
  hasReminders: z.boolean(),
  rows: z.array(BoardRow),
});
export type BoardRows = z.infer<typeof BoardRows>;

/** A quote with its annotation. `note` is null when it cannot be read: its key is lost or, with `isNoteLocked`, unavailable for now. */
export const QuoteOnBoard = z.strictObject({
  quote: Quote,
  annotation: QuoteAnnotation.extend({ note: z.string().nullable(), isNoteLocked: z.literal(true).optional() }),
});
export type QuoteOnBoard = z.infer<typeof QuoteOnBoard>;

/** The quotes that changed and must be read again: `ids`, or null when any quote may have changed. `removed` lists the quotes that were deleted. */
export const QuotesChange = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  ids: z.array(z.string()).nullable(),
  removed: z.array(z.string()).optional(),
});
export type QuotesChange = z.infer<typeof QuotesChange>;
