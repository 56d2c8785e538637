/** Gathers what this computer has about one guest: quotes with their notes, and the offers made for the guest. */
import {
  type GuestProfile,
  type GuestQuote,
  type GuestRecord,
  type GuestRow,
  type GuestRows,
  type GuestSort,
  MAX_PROFILE,
} from '../../shared/model/guest.ts';
import type { SentOfferHead } from '../../shared/model/offer.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { QuoteSummary } from '../../shared/model/quote-board.ts';
import type { Recipient } from './guests-and-offers.ts';

export interface GuestProfilesDeps {
  readonly guests: {
    /** The guests that match a search, newest first, and how many guests there are. */
    search(
      connectionId: string,
      search: string,
    ): Promise<{ readonly all: number; readonly found: readonly GuestRecord[] }>;
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
  readonly sort?: GuestSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

export class GuestProfiles {
  readonly #deps: GuestProfilesDeps;

  constructor(deps: GuestProfilesDeps) {
    this.#deps = deps;
  }

  async list({ connectionId, search, sort = NEWEST, offset, limit }: GuestsQuery): Promise<GuestRows> {
    const { all, found } = await this.#deps.guests.search(connectionId, search);
    const counts = { all, total: found.length };
    const page = <Row>(rows: readonly Row[]) => rows.slice(offset, offset + limit);
    if (sort.by === 'stays' || sort.by === 'nextStay') {
      const key = STAY_KEYS[sort.by];
      return { ...counts, rows: page(sorted(await this.#rowsOf(connectionId, found), key, sort.descending)) };
    }
    return { ...counts, rows: await this.#rowsOf(connectionId, page(sorted(found, KEYS[sort.by], sort.descending))) };
  }

  async #rowsOf(connectionId: string, guests: readonly GuestRecord[]): Promise<GuestRow[]> {
    const today = this.#deps.today(connectionId);
    const idsOf = ({ quoteIds }: GuestRecord) => quoteIds.slice(0, MAX_PROFILE);
    const booked = await this.#deps.staysOf(connectionId, [...new Set(guests.flatMap(idsOf))]);
    const byId = new Map(booked.map((stay) => [stay.id, stay]));
    return guests.map((guest) => {
      const stays = idsOf(guest).flatMap((id) => byId.get(id) ?? []);
      const [next] = stays
        .filter(({ checkOut }) => checkOut >= today)
        .toSorted((one, other) => one.checkIn.localeCompare(other.checkIn));
      return {
        ...guest,
        stays: stays.length,
        nextStay: next ? { listingTitle: next.listingTitle, checkIn: next.checkIn, checkOut: next.checkOut } : null,
      };
    });
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

const NEWEST: GuestSort = { by: 'lastAt', descending: true };

const { compare: collate } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** A value to sort by; null, which every order puts last, for none. */
type Key = string | number | null;

const KEYS = {
  name: ({ firstName, lastName, email, phone }: GuestRecord) => `${firstName} ${lastName}`.trim() || email || phone,
  quotes: ({ quoteIds }: GuestRecord) => quoteIds.length,
  lastAt: ({ lastAt }: GuestRecord) => lastAt,
};
const STAY_KEYS = {
  stays: ({ stays }: GuestRow) => stays,
  nextStay: ({ nextStay }: GuestRow) => nextStay?.checkIn ?? null,
};

/** Sorts by a key. Rows with the same key keep their order. */
function sorted<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, isDescending: boolean): Row[] {
  const compare = (one: Key, other: Key): number => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    const order =
      typeof one === 'string' && typeof other === 'string' ? collate(one, other) : Number(one) - Number(other);
    return isDescending ? -order : order;
  };
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ row }) => row);
}
