/** Offers for guests: preview, PDF, mail, and the sent offers. None of this is sent to the service. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import {
  OfferAsSent,
  OfferDraftHead,
  OfferInput,
  OfferLanguage,
  OfferLeft,
  OfferPreview,
  OfferSender,
  SavedText,
  SentOffers,
} from '../model/offer.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(MAX_CHARACTERS.name) });
const OfQuotes = OfferInput.pick({ connectionId: true, kind: true, quoteIds: true });
const PropertyNote = z.strictObject({
  connectionId: Id,
  listingId: z.string().min(1).max(MAX_CHARACTERS.name),
  language: OfferLanguage,
});

export const offers = {
  preview: query(OfferInput, OfferPreview),
  /** Copies the offer as text and HTML for a mail. */
  copyMail: mutation(OfferInput, OfferLeft),
  /** Writes a PDF to a path that the person chooses; `null` when the person cancels. */
  savePdf: mutation(OfferInput, OfferLeft.nullable()),
  /** Writes a draft that mail programs can open; `null` when the person cancels. */
  saveMail: mutation(OfferInput, OfferLeft.nullable()),
  /** The offers that contain a quote and left the console. */
  sent: query(OfQuote, SentOffers),
  sentDocument: query(z.strictObject({ connectionId: Id, id: Id }), OfferAsSent),
  /** The draft of the offer of these quotes; null when nothing is kept. */
  draft: query(OfQuotes, OfferInput.nullable()),
  drafts: query(z.strictObject({ connectionId: Id }), z.array(OfferDraftHead)),
  keepDraft: mutation(OfferInput, Nothing),
  discardDraft: mutation(OfQuotes, Nothing),
  /** Reads the owner's note on a property for its offers in one language; empty without one. */
  propertyNote: query(PropertyNote, z.strictObject({ text: z.string() })),
  setPropertyNote: mutation(PropertyNote.extend({ text: z.string().max(MAX_CHARACTERS.line) }), Nothing),
  /** The saved texts for opening lines, closing lines and next steps. */
  texts: query(Nothing, z.array(SavedText)),
  saveText: mutation(SavedText, z.array(SavedText)),
  removeText: mutation(SavedText.omit({ text: true }), z.array(SavedText)),
  sender: query(Nothing, OfferSender),
  setSender: mutation(
    z.strictObject({ name: z.string().max(MAX_CHARACTERS.name), closing: z.string().max(MAX_CHARACTERS.line) }),
    OfferSender,
  ),
  /** Asks the person for a picture file. The logo stays unchanged when the person cancels. */
  chooseLogo: mutation(Nothing, OfferSender),
  removeLogo: mutation(Nothing, OfferSender),
  onSent: event(z.strictObject({ connectionId: Id })),
};
