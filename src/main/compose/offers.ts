/** Builds the offers desk over the guests, their key, quotes and listings. */
import { join } from 'node:path';
import { z } from 'zod';
import { OfferDocument, OfferWay } from '../../shared/model/offer.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { sizeOf, summarise } from '../api/describe-record.ts';
import { amenitiesOf } from '../api/read-search.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import { type OffersDeps, OffersDesk } from '../offers/offers-desk.ts';
import { SenderStore } from '../offers/sender-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { DataKey } from '../vault/data-key.ts';
import { SealedRecords } from '../vault/sealed-records.ts';

export interface OfferParts
  extends Pick<OffersDeps, 'quoteOf' | 'marksOf' | 'noteOffer' | 'pictures' | 'clockOf' | 'deletions'> {
  readonly kit: PlatformKit;
  readonly key: DataKey;
  readonly guests: GuestStore;
  /** The record of a listing that the console has seen. */
  readonly recordOf: (connectionId: string, listingId: string) => Json | undefined;
}

const KeptOffer = z.object({
  by: OfferWay,
  guestName: z.string(),
  guestEmail: z.string().default(''),
  document: OfferDocument,
});

export function offersOf({ kit, key, guests, recordOf, ...parts }: OfferParts): OffersDesk {
  const { clock, log, random, quarantine, paths } = kit;
  const file = join(paths.store, 'offers.db');
  return new OffersDesk({
    ...{ ...parts, log, random },
    records: new SealedRecords({ file, what: 'sent offers', schema: KeptOffer, key, clock, log, quarantine }),
    sender: new SenderStore(kit.document('offer-sender')),
    guests: { used: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest) },
    listingOf(connectionId, listingId) {
      const record = recordOf(connectionId, listingId);
      if (record === undefined) return { place: null, sleeps: null, amenities: [] };
      return { place: summarise(record).place, sleeps: sizeOf(record).sleeps, amenities: amenitiesOf(record) };
    },
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}
