/** Offers: one to five quotes as one page for a guest, and the offers that were sent. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { EpochMs, Id } from './primitives.ts';
import { WrittenFile } from './traffic.ts';

/** The languages in which the console can write an offer. */
export const OfferLanguage = z.enum(['en', 'de', 'fr', 'es', 'pt', 'it']);
export type OfferLanguage = z.infer<typeof OfferLanguage>;

/** A person's choices for an offer; `quoteIds` are in the order of the page. Empty texts are left out. */
export const OfferInput = z.strictObject({
  connectionId: Id,
  quoteIds: z.array(z.string().min(1).max(MAX_CHARACTERS.serviceId)).min(1).max(MAX_ENTRIES.offeredQuotes),
  language: OfferLanguage,
  guestName: z.string().max(2 * MAX_CHARACTERS.guestName),
  guestEmail: z.string().max(MAX_CHARACTERS.mailAddress),
  closing: z.string().max(MAX_CHARACTERS.offerClosing),
});
export type OfferInput = z.infer<typeof OfferInput>;

/** The result of sending an offer. `file`: null when it was copied. `notKept`: why it is not stored among the sent offers; null when it is. */
export const OfferLeft = z.strictObject({ file: WrittenFile.nullable(), notKept: ErrorData.nullable() });
export type OfferLeft = z.infer<typeof OfferLeft>;

/** A labelled text of an offer: "Arrival", "Wed, 4 December 2030". */
const Labelled = z.strictObject({ label: z.string(), text: z.string() });

/**
 * A place of an offer, in the guest's language. `picture`: a path of the console's own protocol, or the picture as a `data:` address. `lines` are
 * the service's; `total` is labelled as ours when the console summed it.
 */
export const OfferPlace = z.strictObject({
  quoteId: z.string(),
  title: z.string(),
  about: z.string().nullable(),
  picture: z.string().nullable(),
  facts: z.array(Labelled),
  lines: z.array(Labelled),
  total: Labelled.nullable(),
  validUntil: z.string(),
});
export type OfferPlace = z.infer<typeof OfferPlace>;

/** An offer in the form that is shown, printed and sent: every text in the guest's language. `logo`: a `data:` address. */
export const OfferDocument = z.strictObject({
  language: OfferLanguage,
  subject: z.string(),
  title: z.string(),
  greeting: z.string(),
  intro: z.string(),
  places: z.array(OfferPlace),
  closing: z.string(),
  sender: z.string().nullable(),
  logo: z.string().nullable(),
});
export type OfferDocument = z.infer<typeof OfferDocument>;

/** The reason why a quote is left out of an offer. */
export const OfferProblem = z.strictObject({
  quoteId: z.string(),
  title: z.string(),
  reason: z.enum(['missing', 'expired', 'replaced', 'used', 'unconfirmed', 'noPrice']),
});
export type OfferProblem = z.infer<typeof OfferProblem>;

/** The preview of an offer. `document` is null while no quote can be offered. */
export const OfferPreview = z.strictObject({ document: OfferDocument.nullable(), problems: z.array(OfferProblem) });
export type OfferPreview = z.infer<typeof OfferPreview>;

export const OfferWay = z.enum(['pdf', 'mail', 'eml']);
export type OfferWay = z.infer<typeof OfferWay>;

/** A sent offer: one that left the console as a saved file, or as a copy to be pasted into a mail. */
export const OfferAsSent = z.strictObject({
  id: Id,
  at: EpochMs,
  by: OfferWay,
  guestName: z.string(),
  document: OfferDocument,
});
export type OfferAsSent = z.infer<typeof OfferAsSent>;

/** A sent offer without its content. */
export const SentOfferHead = OfferAsSent.omit({ document: true });
export type SentOfferHead = z.infer<typeof SentOfferHead>;

/** The number of heads of one quote that cross IPC at once. */
export const MAX_SENT_HEADS = 20;

/**
 * The sent offers with a quote, the newest first. `more`: the number of older stored ones that are not included. `gone`: the number of deleted
 * ones. `room`: the space that the connection's offers take of the limit; beyond the limit the oldest are deleted.
 */
export const SentOffers = z.strictObject({
  offers: z.array(SentOfferHead).max(MAX_SENT_HEADS),
  more: z.number().int().min(0),
  gone: z.number().int().min(0),
  room: z.strictObject({
    count: z.number().int().min(0),
    maxCount: z.number().int().min(1),
    bytes: z.number().int().min(0),
    maxBytes: z.number().int().min(1),
  }),
});
export type SentOffers = z.infer<typeof SentOffers>;

/** The sender on all offers. `logo`: a `data:` address. */
export const OfferSender = z.strictObject({ name: z.string(), closing: z.string(), logo: z.string().nullable() });
export type OfferSender = z.infer<typeof OfferSender>;
