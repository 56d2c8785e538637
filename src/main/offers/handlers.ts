/** The handlers of offers, and of guests together with their sent offers. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing, pendingDeletion } from '../../shared/contract/outputs.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { GuestProfiles } from './guest-profiles.ts';
import type { GuestsAndOffers } from './guests-and-offers.ts';
import type { OfferDrafts } from './offer-drafts.ts';
import type { OffersDesk } from './offers-desk.ts';
import type { PropertyNotes } from './property-notes.ts';
import type { SavedTexts } from './saved-texts.ts';

export interface OfferServices {
  readonly offers: OffersDesk;
  readonly guestsAndOffers: GuestsAndOffers;
  readonly guestProfiles: GuestProfiles;
  readonly offerDrafts: OfferDrafts;
  readonly propertyNotes: PropertyNotes;
  readonly savedTexts: SavedTexts;
}

export const offerHandlers = (
  { offers, offerDrafts, propertyNotes, savedTexts }: OfferServices,
  desktop: Desktop,
): HandlersOf<'offers'> => ({
  preview: (input) => offers.preview(input),
  copyMail: (input) => offers.copyMail(input, (content) => desktop.copyTable(content)),
  savePdf: (input) =>
    toChosenFile(desktop, { suggestedName: `${input.kind}.pdf`, kind: 'PDF', extension: 'pdf' }, (path) =>
      offers.savePdf(input, path, (html) => desktop.printPdf(html)),
    ),
  saveMail: (input) =>
    toChosenFile(desktop, { suggestedName: `${input.kind}.eml`, kind: 'Mail', extension: 'eml' }, (path) =>
      offers.saveMail(input, path),
    ),
  sent: ({ connectionId, quoteId }) => offers.sent(connectionId, quoteId),
  sentDocument: ({ connectionId, id }) => offers.sentDocument(connectionId, id),
  draft: (of) => offerDrafts.find(of),
  drafts: ({ connectionId }) => offers.begun(connectionId),
  keepDraft: (draft) => nothing(offers.keepDraft(draft)),
  discardDraft: (of) => nothing(offers.discardDraft(of)),
  propertyNote: async (of) => ({ text: await propertyNotes.find(of) }),
  setPropertyNote: ({ text, ...of }) => nothing(propertyNotes.set(of, text)),
  texts: () => savedTexts.list(),
  saveText: (text) => savedTexts.save(text),
  removeText: (text) => savedTexts.remove(text),
  sender: () => offers.sender(),
  setSender: (changes) => offers.setSender(changes),
  chooseLogo: async () => {
    const path = await desktop.openFile();
    return path === null ? offers.sender() : offers.setLogo(path);
  },
  removeLogo: () => offers.removeLogo(),
});

export const guestOfferHandlers = ({
  guestsAndOffers,
  guestProfiles,
}: OfferServices): Pick<
  HandlersOf<'guests'>,
  'list' | 'profile' | 'sentOffers' | 'remove' | 'lost' | 'deleteLost'
> => ({
  list: (query) => guestProfiles.list(query),
  profile: ({ connectionId, id }) => guestProfiles.find(connectionId, id),
  sentOffers: async ({ connectionId, id }) => ({ count: await guestsAndOffers.countSent(connectionId, id) }),
  remove: ({ connectionId, ids, withOffers }) => pendingDeletion(guestsAndOffers.remove(connectionId, ids, withOffers)),
  lost: async () => ({ records: await guestsAndOffers.countLost() }),
  deleteLost: () => nothing(guestsAndOffers.deleteLost()),
});
