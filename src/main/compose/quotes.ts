/** Builds the desks of quotes, and the stores of data that people use again. */
import { join } from 'node:path';
import { BookingNotes } from '../desk/booking-notes.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import { noteBookings } from '../desk/note-bookings.ts';
import type { PictureCache } from '../desk/pictures/picture-cache.ts';
import { QuoteBoard } from '../desk/quote-board.ts';
import { QUOTES_SCHEMA } from '../desk/quote-database.ts';
import { QuoteStore } from '../desk/quote-store.ts';
import { QuotesDesk } from '../desk/quotes.ts';
import { SearchStore } from '../desk/search-store.ts';
import { WantedQuotes } from '../desk/wanted-quotes.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import { StoreDatabase } from '../platform/store-database.ts';
import type { Deletions } from '../store/deletions.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { Vault } from '../vault/vault.ts';
import type { Requests } from './requests.ts';
import { sealedNotes } from './sealed-notes.ts';

export interface QuoteParts {
  readonly kit: PlatformKit;
  readonly vault: Vault;
  readonly deletions: Deletions;
  readonly requests: Requests;
  readonly rates: Limiters;
  readonly listings: ListingsDesk;
  readonly pictures: PictureCache;
  readonly guests: GuestStore;
  readonly dataKey: DataKey;
  readonly clockOf: (connectionId: string) => Clock;
}

export function quotesOf(parts: QuoteParts) {
  const { kit, vault, deletions, requests, rates, listings, pictures, guests, dataKey, clockOf } = parts;
  const { clock, log, quarantine } = kit;
  const database = new StoreDatabase(
    { file: join(kit.paths.store, 'quotes.db'), clock, log, quarantine },
    QUOTES_SCHEMA,
  );
  const quoteStore = new QuoteStore({ database, document: kit.document('quotes'), clock, deletions, log });
  const bookingNotes = new BookingNotes({ document: kit.document('booking-notes'), connections: vault, clockOf, log });
  const quotes = new QuotesDesk({
    api: noteBookings(requests.api, bookingNotes),
    connections: vault,
    pictures,
    store: quoteStore,
    notes: sealedNotes(dataKey),
    recordOf: (connectionId, listingId) => listings.record(connectionId, listingId),
    clockOf,
    limiterOf: (connectionId) => rates.limiterOf(connectionId, 'booking'),
    guestUsed: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest),
  });
  const guestNames = (connectionId: string) => guests.namesOfQuotes(connectionId);
  return {
    quoteStore,
    bookingNotes,
    searches: new SearchStore(kit.document('searches'), clockOf, log),
    wantedQuotes: new WantedQuotes(kit.document('wanted-quotes'), log),
    quoteBoard: new QuoteBoard({ store: quoteStore, pictures, guestNames, clockOf }),
    quotes,
  };
}
