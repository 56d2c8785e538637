/** Builds the offers desk. */
import { z } from 'zod';
import { OfferDocument, OfferWay } from '../../shared/model/offer.ts';
import { sizeOf, summarise } from '../api/describe-record.ts';
import { amenitiesOf } from '../api/read-search.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import type { QuotesDesk } from '../desk/quotes.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import { type OffersDeps, OffersDesk } from '../offers/offers-desk.ts';
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
}: OfferParts): OffersDesk {
  const { log, random } = kit;
  const database = stores.inConsole({ what: 'The sent offers' });
  return new OffersDesk({
    ...{ pictures, clockOf, deletions, log, random },
    quoteOf: (connectionId, quoteId) => quotes.find({ connectionId, quoteId }),
    marksOf: (connectionId, quoteId) => quoteStore.annotation(connectionId, quoteId).offers,
    noteOffer(connectionId, quoteId, mark) {
      quoteStore.noteOffer(connectionId, quoteId, mark);
      quotes.keepOfferedPlan({ connectionId, quoteId }).catch((error: unknown) => {
        log.error('the rate plan of a sent offer was not kept', { error: String(error) });
      });
    },
    records: new SealedRecords({ database, kind: 'offer', schema: KeptOffer, key }),
    sender: new SenderStore(stores.setting('offer-sender', 'The sender of offers')),
    guests: { used: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest) },
    listingOf(connectionId, listingId) {
      const record = listings.record(connectionId, listingId);
      if (record === undefined) return { place: null, sleeps: null, amenities: [] };
      return { place: summarise(record).place, sleeps: sizeOf(record).sleeps, amenities: amenitiesOf(record) };
    },
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}
