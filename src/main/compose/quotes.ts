/** Builds the quotes desk, the board, and the stores of quotes, searches and booking notes. */
import { BookingNotes } from '../desk/booking-notes.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import { noteBookings } from '../desk/note-bookings.ts';
import type { PictureCache } from '../desk/pictures/picture-cache.ts';
import { QuoteBoard } from '../desk/quote-board.ts';
import { keyOf } from '../desk/quote-outcome.ts';
import { QuoteStore } from '../desk/quote-store.ts';
import { type QuotesDeps, QuotesDesk } from '../desk/quotes.ts';
import { SearchStore } from '../desk/search-store.ts';
import { WantedQuotes } from '../desk/wanted-quotes.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { Deletions } from '../store/deletions.ts';
import type { Stores } from '../store/stores.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { Vault } from '../vault/vault.ts';
import type { Requests } from './requests.ts';
import { sealedNotes } from './sealed-notes.ts';

export interface QuoteParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
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
  const { kit, stores, vault, deletions, requests, rates, listings, pictures, guests, dataKey, clockOf } = parts;
  const { clock, log } = kit;
  // Durable, because a power cut must not undo that a booking was stored before its request was sent.
  const database = stores.inConsole({ what: 'The quotes', durable: true });
  const quoteStore = new QuoteStore({ database, clock, deletions, log });
  const bookingNotes = new BookingNotes({
    database: stores.inConsole({ what: 'The notes on bookings' }),
    connections: vault,
    clockOf,
    log,
  });
  const notes = sealedNotes(dataKey);
  const deps = {
    connections: vault,
    pictures,
    store: quoteStore,
    notes,
    recordOf: (connectionId, listingId) => listings.record(connectionId, listingId),
    clockOf,
    limiterOf: (connectionId) => rates.limiterOf(connectionId, 'booking'),
    guestUsed: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest),
  } satisfies Omit<QuotesDeps, 'api'>;
  const quotes = new QuotesDesk({ ...deps, api: noteBookings(requests.api, bookingNotes) });
  const guestNames = (connectionId: string) => guests.namesOfQuotes(connectionId);
  const quotesByPhone = (connectionId: string, search: string) => guests.quotesByPhone(connectionId, search);
  const contactsOf = (connectionId: string) => guests.guestsOfQuotes(connectionId);
  const openNote = (connectionId: string, id: string, sealed: string) =>
    notes.open(keyOf({ connectionId, id }), sealed);
  return {
    quoteStore,
    bookingNotes,
    searches: new SearchStore(stores.inConsole({ what: 'The searches' }), clockOf, log),
    wantedQuotes: new WantedQuotes(stores.inConsole({ what: 'The wanted quotes' }), log),
    quoteBoard: new QuoteBoard({
      database,
      store: quoteStore,
      pictures,
      guestNames,
      quotesByPhone,
      contactsOf,
      openNote,
      clockOf,
    }),
    quotes,
    quotesBy: (api: QuotesDeps['api']) => new QuotesDesk({ ...deps, api: noteBookings(api, bookingNotes) }),
  };
}
