/** Offers for guests: preview, PDF, mail, and the sent offers. None of this is sent to the service. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { OfferAsSent, OfferInput, OfferLeft, OfferPreview, OfferSender, SentOffers } from '../model/offer.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: z.string().min(1).max(MAX_CHARACTERS.name) });

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
