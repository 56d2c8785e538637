/** Gathers what this computer has about one guest: quotes with their notes, and the offers made for the guest. */
import {
  type GuestProfile,
  type GuestQuote,
  type GuestRecord,
  type GuestRow,
  type GuestRows,
  MAX_PROFILE,
} from '../../shared/model/guest.ts';
import type { SentOfferHead } from '../../shared/model/offer.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { QuoteSummary } from '../../shared/model/quote-board.ts';
import type { Recipient } from './guests-and-offers.ts';

export interface GuestProfilesDeps {
  readonly guests: {
    list(
      connectionId: string,
      search: string,
      offset: number,
      limit: number,
    ): Promise<Omit<GuestRows, 'rows'> & { readonly rows: readonly GuestRecord[] }>;
    get(connectionId: string, id: string): Promise<GuestRecord>;
    recipient(connectionId: string, id: string): Promise<Recipient>;
  };
  /** A quote with its note; `null` when it was deleted. */
  readonly quoteOf: (connectionId: string, quoteId: string) => Promise<GuestQuote | null>;
  /** The reservations among these quotes. */
  readonly staysOf: (connectionId: string, quoteIds: readonly string[]) => Promise<QuoteSummary[]>;
  readonly today: (connectionId: string) => PlainDate;
  readonly offers: {
    headsTo(connectionId: string, recipient: Recipient): Promise<(SentOfferHead & { readonly quoteId: string })[]>;
  };
}

interface GuestsQuery {
  readonly connectionId: string;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export class GuestProfiles {
  readonly #deps: GuestProfilesDeps;

  constructor(deps: GuestProfilesDeps) {
    this.#deps = deps;
  }

  async list({ connectionId, search, offset, limit }: GuestsQuery): Promise<GuestRows> {
    const { rows, ...counts } = await this.#deps.guests.list(connectionId, search, offset, limit);
    const today = this.#deps.today(connectionId);
    return { ...counts, rows: await Promise.all(rows.map((guest) => this.#rowOf(guest, today))) };
  }

  async #rowOf(guest: GuestRecord, today: PlainDate): Promise<GuestRow> {
    const stays = await this.#deps.staysOf(guest.connectionId, guest.quoteIds.slice(0, MAX_PROFILE));
    const [next] = stays
      .filter(({ checkOut }) => checkOut >= today)
      .toSorted((one, other) => one.checkIn.localeCompare(other.checkIn));
    return {
      ...guest,
      stays: stays.length,
      nextStay: next ? { listingTitle: next.listingTitle, checkIn: next.checkIn, checkOut: next.checkOut } : null,
    };
  }

  /** Returns the profile of a guest. Throws AppError `notFound`. */
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
