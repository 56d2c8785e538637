/** Offers: one to five quotes as one page for a guest, and the offers that have left the console. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { EpochMs, Id } from './primitives.ts';
import { WrittenFile } from './traffic.ts';

export const OfferLanguage = z.enum(['en', 'de', 'fr', 'es', 'pt', 'it']);
export type OfferLanguage = z.infer<typeof OfferLanguage>;

/** The two kinds of page for a guest: an offer of quotes, or the confirmation of a booking or of a request to book. */
export const OfferKind = z.enum(['offer', 'confirmation']);
export type OfferKind = z.infer<typeof OfferKind>;

/**
 * A person's choices for an offer. `quoteIds` are in the order of the page. An empty text is left out of the page. `amenities` are the names of the
 * amenities on the page, in order; null for the first few of each property.
 */
export const OfferInput = z.strictObject({
  connectionId: Id,
  kind: OfferKind,
  quoteIds: z.array(z.string().min(1).max(MAX_CHARACTERS.name)).min(1).max(MAX_ENTRIES.offeredQuotes),
  language: OfferLanguage,
  guestName: z.string().max(2 * MAX_CHARACTERS.name),
  guestEmail: z.string().max(MAX_CHARACTERS.mailAddress),
  opening: z.string().max(MAX_CHARACTERS.line),
  closing: z.string().max(MAX_CHARACTERS.line),
  /** The text that tells the guest of a booking what comes next; only a confirmation has it. */
  next: z.string().max(MAX_CHARACTERS.line),
  amenities: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.fields).nullable(),
});
export type OfferInput = z.infer<typeof OfferInput>;

/** An offer that a person began and has not sent yet. */
export const OfferDraftHead = z.strictObject({
  kind: OfferKind,
  quoteIds: z.array(z.string()),
  guestName: z.string(),
  at: EpochMs,
});
export type OfferDraftHead = z.infer<typeof OfferDraftHead>;

/** The maximum number of saved texts for opening lines, closing lines and next steps. */
export const MAX_SAVED_TEXTS = 100;

/** A text that a person saved for offers in one language: for the opening line, the closing line, or the next steps on a confirmation. */
export const SavedText = z.strictObject({
  name: z.string().min(1).max(MAX_CHARACTERS.label),
  kind: z.enum(['opening', 'closing', 'next']),
  language: OfferLanguage,
  text: z.string().min(1).max(MAX_CHARACTERS.line),
});
export type SavedText = z.infer<typeof SavedText>;

/**
 * The result of saving or copying an offer. `file` is the written file; null for a copied offer. `notKept` says why the console could not store it;
 * null for a stored offer.
 */
export const OfferLeft = z.strictObject({ file: WrittenFile.nullable(), notKept: ErrorData.nullable() });
export type OfferLeft = z.infer<typeof OfferLeft>;

/** A text with its label, such as "Wed, 4 December 2030" with "Arrival". */
const Labelled = z.strictObject({ label: z.string(), text: z.string() });

/**
 * One quote on the page of an offer, in the guest's language. `picture` is a path of the console's own protocol or a `data:` address, null without a
 * picture. `lines` come from the service. The label of `total` says so if the console calculated the sum. `note` is the owner's text on the property.
 */
export const OfferPlace = z.strictObject({
  quoteId: z.string(),
  title: z.string(),
  about: z.string().nullable(),
  picture: z.string().nullable(),
  facts: z.array(Labelled),
  lines: z.array(Labelled),
  total: Labelled.nullable(),
  note: z.string().nullable().default(null),
  /** The end of the offer as text; null on the confirmation of a booking. */
  validUntil: z.string().nullable(),
});
export type OfferPlace = z.infer<typeof OfferPlace>;

/** An offer as it is shown, printed and sent, with every text in the guest's language. `logo` is a `data:` address; null without a logo. */
export const OfferDocument = z.strictObject({
  kind: OfferKind.default('offer'),
  language: OfferLanguage,
  subject: z.string(),
  title: z.string(),
  greeting: z.string(),
  intro: z.string(),
  places: z.array(OfferPlace),
  /** The next steps of the guest, on a confirmation; null on an offer. */
  next: Labelled.nullable().default(null),
  closing: z.string(),
  sender: z.string().nullable(),
  logo: z.string().nullable(),
});
export type OfferDocument = z.infer<typeof OfferDocument>;

export const OfferProblem = z.strictObject({
  quoteId: z.string(),
  title: z.string(),
  reason: z.enum(['missing', 'expired', 'replaced', 'used', 'unconfirmed', 'noPrice', 'notBooked']),
});
export type OfferProblem = z.infer<typeof OfferProblem>;

/** A text in an offer that is not translated: a term without a translation (`isUnknown`), or the owner's own text. */
export const AsWritten = z.strictObject({
  kind: z.enum([
    'name',
    'place',
    'country',
    'type',
    'amenity',
    'line',
    'plan',
    'policy',
    'note',
    'opening',
    'closing',
    'next',
    'address',
  ]),
  text: z.string(),
  isUnknown: z.boolean(),
});
export type AsWritten = z.infer<typeof AsWritten>;

/** An amenity of a property in the offer, by the service's name and in English. `isShown`: the page shows the amenity. */
export const OfferAmenity = z.strictObject({ name: z.string(), label: z.string(), isShown: z.boolean() });
export type OfferAmenity = z.infer<typeof OfferAmenity>;

/** The preview of an offer. `document` is null when none of the quotes can be offered. `amenities` are those of all properties in the offer. */
export const OfferPreview = z.strictObject({
  document: OfferDocument.nullable(),
  problems: z.array(OfferProblem),
  asWritten: z.array(AsWritten),
  amenities: z.array(OfferAmenity),
});
export type OfferPreview = z.infer<typeof OfferPreview>;

export const OfferWay = z.enum(['pdf', 'mail', 'eml']);
export type OfferWay = z.infer<typeof OfferWay>;

/** An offer that left the console as a file or through the clipboard. */
export const OfferAsSent = z.strictObject({
  id: Id,
  at: EpochMs,
  by: OfferWay,
  guestName: z.string(),
  document: OfferDocument,
});
export type OfferAsSent = z.infer<typeof OfferAsSent>;

export const SentOfferHead = OfferAsSent.omit({ document: true }).extend({ kind: OfferKind, language: OfferLanguage });
export type SentOfferHead = z.infer<typeof SentOfferHead>;

/** The maximum number of sent offers in one answer about a quote. */
export const MAX_SENT_HEADS = MAX_ENTRIES.few;

/**
 * The offers with a quote that left the console, newest first. `more` counts further stored offers, `gone` counts deleted ones. `room` is how much of
 * the limit the connection's stored offers take; above the limit the oldest are deleted.
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

/** The sender on all offers. `logo` is a `data:` address; null without a logo. */
export const OfferSender = z.strictObject({ name: z.string(), closing: z.string(), logo: z.string().nullable() });
export type OfferSender = z.infer<typeof OfferSender>;
