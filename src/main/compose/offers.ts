/** Builds the offers desk, and the stores of drafts, notes on properties and saved texts. */
import { z } from 'zod';
import { OfferDocument, OfferWay } from '../../shared/model/offer.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { quoteStateOf } from '../../shared/quote/quote-state.ts';
import { localDayOf } from '../../shared/time/local-day.ts';
import {
  addressIn,
  cityIn,
  countryIn,
  homeTypeIn,
  roomTypeIn,
  sizeOf,
  summarise,
  timesIn,
} from '../api/describe-record.ts';
import { amenitiesOf } from '../api/read-search.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import { summaryOf } from '../desk/quote-database.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import type { QuotesDesk } from '../desk/quotes.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import { GuestProfiles } from '../offers/guest-profiles.ts';
import type { OfferServices } from '../offers/handlers.ts';
import type { ListingFacts } from '../offers/offer-document.ts';
import { OfferDrafts, StoredDraft } from '../offers/offer-drafts.ts';
import { type OffersDeps, OffersDesk } from '../offers/offers-desk.ts';
import { PropertyNotes, StoredNote } from '../offers/property-notes.ts';
import { SavedTexts } from '../offers/saved-texts.ts';
import { SenderStore } from '../offers/sender-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Stores } from '../store/stores.ts';
import type { DataKey } from '../vault/data-key.ts';
import { SealedRecords } from '../vault/sealed-records.ts';

export interface OfferParts extends Pick<OffersDeps, 'pictures' | 'clockOf' | 'deletions'> {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly key: DataKey;
  readonly guests: GuestStore;
  readonly listings: ListingsDesk;
  readonly quotes: QuotesDesk;
  readonly quoteStore: QuoteStore;
}

const KeptOffer = z.object({
  by: OfferWay,
  guestName: z.string(),
  guestEmail: z.string().default(''),
  document: OfferDocument,
});

export function offersOf({
  stores,
  kit,
  key,
  guests,
  listings,
  quotes,
  quoteStore,
  pictures,
  clockOf,
  deletions,
}: OfferParts): Pick<OfferServices, 'offers' | 'offerDrafts' | 'propertyNotes' | 'savedTexts' | 'guestProfiles'> {
  const { log, random } = kit;
  const storedAs = (what: string) => ({ database: stores.inConsole({ what }), key });
  const offerDrafts = new OfferDrafts({
    ...{ clockOf, random },
    records: new SealedRecords({ ...storedAs('The draft of the offer'), kind: 'offer draft', schema: StoredDraft }),
  });
  const propertyNotes = new PropertyNotes({
    ...{ clockOf, random },
    records: new SealedRecords({ ...storedAs('The note on the property'), kind: 'property note', schema: StoredNote }),
  });
  const offers = new OffersDesk({
    ...{ pictures, clockOf, deletions, log, random, propertyNotes, drafts: offerDrafts },
    quoteOf: (connectionId, quoteId) => quotes.find({ connectionId, quoteId }),
    isStored: (connectionId, quoteId) => quoteStore.isStored(connectionId, quoteId),
    marksOf: (connectionId, quoteId) => quoteStore.annotation(connectionId, quoteId).offers,
    noteOffer(connectionId, quoteId, mark) {
      quoteStore.noteOffer(connectionId, quoteId, mark);
      quotes.keepOfferedPlan({ connectionId, quoteId }).catch((error: unknown) => {
        log.error('the rate plan of a sent offer was not kept', { error: String(error) });
      });
    },
    records: new SealedRecords({ ...storedAs('The sent offers'), kind: 'offer', schema: KeptOffer }),
    sender: new SenderStore(stores.setting('offer-sender', 'The sender of offers')),
    guests: { used: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest) },
    listingOf(connectionId, listingId) {
      const record = listings.record(connectionId, listingId);
      return record === undefined ? NO_FACTS : listingFacts(record);
    },
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const savedTexts = new SavedTexts(stores.setting('offer-texts', 'The saved texts'));
  const guestProfiles = new GuestProfiles({
    ...{ guests, offers },
    today: (connectionId) => localDayOf(clockOf(connectionId).now()),
    staysOf: (connectionId, quoteIds) => quoteStore.reservations(connectionId, quoteIds),
    async quoteOf(connectionId, quoteId) {
      if (quotes.find({ connectionId, quoteId }) === null) return null;
      const { quote, annotation } = await quotes.get({ connectionId, quoteId });
      const { note, followUpOn, sentOn } = annotation;
      const facts = { ...quote, isReplaced: quote.replacedBy !== null, isSent: sentOn !== null };
      return { ...summaryOf(quote), state: quoteStateOf(facts, clockOf(connectionId).now()), note, followUpOn };
    },
  });
  return { offers, offerDrafts, propertyNotes, savedTexts, guestProfiles };
}

const NO_FACTS: ListingFacts = {
  ...{ city: null, country: null, whole: null, type: null, roomType: null, sleeps: null, bedrooms: null },
  ...{ amenities: [], address: null, checkIn: null, checkOut: null },
};

/** Reads the facts for an offer from a listing's record. */
export const listingFacts = (record: Json): ListingFacts => ({
  ...{ city: cityIn(record), country: countryIn(record), whole: summarise(record).place },
  ...{ type: homeTypeIn(record), roomType: roomTypeIn(record), ...sizeOf(record), amenities: amenitiesOf(record) },
  ...{ address: addressIn(record), ...timesIn(record) },
});
