/** Gathers what this computer has about one guest: quotes with their notes, and the offers made for the guest. */
import { type GuestProfile, type GuestQuote, type GuestRecord, MAX_PROFILE } from '../../shared/model/guest.ts';
import type { SentOfferHead } from '../../shared/model/offer.ts';
import type { Recipient } from './guests-and-offers.ts';

export interface GuestProfilesDeps {
  readonly guests: {
    get(connectionId: string, id: string): Promise<GuestRecord>;
    recipient(connectionId: string, id: string): Promise<Recipient>;
  };
  /** A quote with its note; `null` when it was deleted. */
  readonly quoteOf: (connectionId: string, quoteId: string) => Promise<GuestQuote | null>;
  readonly offers: {
    headsTo(connectionId: string, recipient: Recipient): Promise<(SentOfferHead & { readonly quoteId: string })[]>;
  };
}

export class GuestProfiles {
  readonly #deps: GuestProfilesDeps;

  constructor(deps: GuestProfilesDeps) {
    this.#deps = deps;
  }

  /** Throws AppError `notFound`. */
  async find(connectionId: string, id: string): Promise<GuestProfile> {
    const { guests, quoteOf, offers } = this.#deps;
    const guest = await guests.get(connectionId, id);
    const quotes: GuestQuote[] = [];
    for (const quoteId of guest.quoteIds.slice(0, MAX_PROFILE)) {
      const quote = await quoteOf(connectionId, quoteId);
      if (quote) quotes.push(quote);
    }
    const heads = await offers.headsTo(connectionId, await guests.recipient(connectionId, id));
    return {
      guest,
      quotes: quotes.toSorted((one, other) => other.checkIn.localeCompare(one.checkIn)),
      more: guest.quoteIds.length - quotes.length,
      offers: heads.toSorted((one, other) => other.at - one.at).slice(0, MAX_PROFILE),
    };
  }
}
