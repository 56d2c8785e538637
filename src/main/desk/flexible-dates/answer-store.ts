/**
 * Keeps the answers of calendars and searches in cache.db, each with the time when it was read, so that no question is asked twice within the age
 * that a person accepts. Every call is synchronous and throws AppError `storageFailed` when the disk fails.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dayNumber, type PlainDate } from '../../../shared/model/primitives.ts';
import type { Night } from '../../../shared/stay/stay-offers.ts';
import type { StoreDatabase } from '../../store/store-database.ts';
import type { CalendarAnswer, FoundOffer, KeptAnswer } from './answer.ts';

/** The owner of an answer: two applications of an account may sell different listings. */
export interface AnswerOwner {
  readonly connectionId: string;
  readonly credentialId: string;
}

/** An answer with its owner and the time when it was read, on the connection's clock. */
export interface ReadAnswer extends AnswerOwner {
  readonly answer: KeptAnswer;
  readonly readAt: number;
}

export interface ReadCalendar extends Omit<CalendarAnswer, 'kind'> {
  readonly readAt: number;
}

/** A search that was answered at `readAt`. */
export interface SearchRef {
  readonly id: number;
  readonly readAt: number;
}

/** The days that an answer covers, both included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

export interface BookedStay {
  readonly listingId: string;
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
}

/** The length and the guests of the stays that searches are about; `guests` is `null` for any number. */
interface SearchedStays {
  readonly nights: number;
  readonly guests: number | null;
}

export class AnswerStore {
  readonly #database: StoreDatabase;
  /**
   * The number of changes of the calendars of each listing. Together with the number of all other changes, it tells readers whether their results
   * are still valid.
   */
  readonly #calendarChanges = new Map<string, number>();
  #otherChanges = 0;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  /** A text that changes whenever an answer about the listing is added or deleted. */
  revisionOf(listingId: string): string {
    return `${this.#calendarChanges.get(listingId) ?? 0} ${this.#otherChanges}`;
  }

  /** Stores an answer in a transaction of its own. */
  keepAlone(answer: ReadAnswer): void {
    this.#database.transaction(() => this.keep(answer));
  }

  /** Stores an answer, and deletes the older answers that it covers. Call within a transaction. */
  keep({ connectionId, credentialId, answer, readAt }: ReadAnswer): void {
    if (answer.kind === 'search') {
      this.#otherChanges += 1;
      this.#database.run(
        `INSERT OR REPLACE INTO search_answers (connection_id, credential_id, check_in, nights, guests, read_at, offers)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        connectionId,
        credentialId,
        answer.checkIn,
        answer.nights,
        answer.guests ?? 0,
        readAt,
        packOffers(answer.offers),
      );
      return;
    }
    const { listingId, title, firstDay, nights } = answer;
    const lastDay = firstDay + nights.length - 1;
    this.#calendarChanges.set(listingId, (this.#calendarChanges.get(listingId) ?? 0) + 1);
    this.#database.run(
      'DELETE FROM calendar_answers WHERE credential_id = ? AND listing_id = ? AND first_day >= ? AND last_day <= ?',
      credentialId,
      listingId,
      firstDay,
      lastDay,
    );
    this.#database.run(
      `INSERT INTO calendar_answers (connection_id, credential_id, listing_id, title, first_day, last_day, read_at, nights)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      connectionId,
      credentialId,
      listingId,
      title,
      firstDay,
      lastDay,
      readAt,
      packNights(nights),
    );
  }

  /** The days that the calendars of each listing cover, by listing id. Only calendars that were read at `since` or later and overlap `days` count. */
  coverage(credentialId: string, since: number, { first, last }: Days): Map<string, Days[]> {
    const sql = `SELECT listing_id, first_day, last_day FROM calendar_answers
      WHERE credential_id = ? AND read_at >= ? AND last_day >= ? AND first_day <= ?`;
    const byListing = new Map<string, Days[]>();
    for (const row of this.#database.all(sql, credentialId, since, first, last)) {
      const days = { first: Number(row.first_day), last: Number(row.last_day) };
      const known = byListing.get(String(row.listing_id));
      if (known) known.push(days);
      else byListing.set(String(row.listing_id), [days]);
    }
    return byListing;
  }

  /** The calendars of a listing that overlap `days`, the oldest first. */
  calendars(credentialId: string, listingId: string, { first, last }: Days): ReadCalendar[] {
    const sql = `SELECT * FROM calendar_answers
      WHERE credential_id = ? AND listing_id = ? AND last_day >= ? AND first_day <= ? ORDER BY read_at, id`;
    return this.#database.all(sql, credentialId, listingId, first, last).map((row) => ({
      listingId,
      title: String(row.title),
      firstDay: Number(row.first_day),
      readAt: Number(row.read_at),
      nights: unpackNights(row.nights),
    }));
  }

  /** The searches that were answered at `since` or later, by the number of their check-in day. */
  searched(credentialId: string, since: number, { nights, guests }: SearchedStays): Map<number, SearchRef> {
    const sql = `SELECT id, check_in, read_at FROM search_answers
      WHERE credential_id = ? AND nights = ? AND guests = ? AND read_at >= ?`;
    const rows = this.#database.all(sql, credentialId, nights, guests ?? 0, since);
    return new Map(rows.map((row) => [Number(row.check_in), { id: Number(row.id), readAt: Number(row.read_at) }]));
  }

  /** The listings that a search found, with their prices; empty when a newer answer has replaced the answer of that search. */
  offers({ id, readAt }: SearchRef): FoundOffer[] {
    const row = this.#database.get('SELECT offers FROM search_answers WHERE id = ? AND read_at = ?', id, readAt);
    const packed = unpack(row?.offers) as [string, string, number | null, string | null][];
    return packed.map(([listingId, title, total, currency]) => ({ listingId, title, total, currency }));
  }

  /** The id and the title of each listing that has an answer, by title. */
  listings(credentialId: string, stays: SearchedStays): { id: string; title: string }[] {
    const sql =
      'SELECT listing_id, title FROM calendar_answers WHERE credential_id = ? GROUP BY listing_id ORDER BY title, listing_id';
    const found = new Map(
      this.#database.all(sql, credentialId).map((row) => [String(row.listing_id), String(row.title)]),
    );
    for (const search of this.searched(credentialId, 0, stays).values())
      for (const { listingId, title } of this.offers(search)) found.set(listingId, title);
    return [...found].map(([id, title]) => ({ id, title }));
  }

  /** Deletes the answers that contain nights of a booked stay and were read before `at`, the instant at which the console itself booked it. */
  outdate(connectionId: string, { listingId, checkIn, checkOut }: BookedStay, at: number): void {
    this.#change('DELETE FROM calendar_answers WHERE connection_id = ? AND listing_id = ? AND read_at < ?', [
      connectionId,
      listingId,
      at,
    ]);
    this.#change(
      'DELETE FROM search_answers WHERE connection_id = ? AND check_in < ? AND check_in + nights > ? AND read_at < ?',
      [connectionId, dayNumber(checkOut), dayNumber(checkIn), at],
    );
  }

  /** The connections that have answers. */
  connections(): string[] {
    const sql = 'SELECT connection_id FROM calendar_answers UNION SELECT connection_id FROM search_answers';
    return this.#database.all(sql).map((row) => String(row.connection_id));
  }

  /** Deletes all answers of a connection. */
  removeAll(connectionId: string): void {
    for (const table of TABLES) this.#change(`DELETE FROM ${table} WHERE connection_id = ?`, [connectionId]);
  }

  /** Deletes the answers of a connection that were read before `at`. */
  prune(connectionId: string, at: number): void {
    for (const table of TABLES)
      this.#change(`DELETE FROM ${table} WHERE connection_id = ? AND read_at < ?`, [connectionId, at]);
  }

  #change(sql: string, values: (string | number)[]): void {
    this.#otherChanges += 1;
    this.#database.run(sql, ...values);
  }
}

const TABLES = ['calendar_answers', 'search_answers'] as const;

/** The fastest level of deflate. */
const LEVEL = 1;

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: LEVEL });

const unpack = (blob: unknown): unknown =>
  blob instanceof Uint8Array ? JSON.parse(inflateRawSync(blob).toString()) : [];

type PackedNight = [
  isFree: boolean | null,
  price: number | null,
  currency: string | null,
  minNights: number | null,
  maxNights: number | null,
  noCheckIn: boolean | null,
  noCheckOut: boolean | null,
];

const packNights = (nights: readonly (Night | null)[]): Uint8Array =>
  pack(
    nights.map(
      (night): PackedNight | null =>
        night && [
          night.isFree,
          night.price,
          night.currency,
          night.minNights,
          night.maxNights,
          night.noCheckIn,
          night.noCheckOut,
        ],
    ),
  );

const unpackNights = (blob: unknown): (Night | null)[] =>
  (unpack(blob) as (PackedNight | null)[]).map(
    (packed): Night | null =>
      packed && {
        isFree: packed[0],
        price: packed[1],
        currency: packed[2],
        minNights: packed[3],
        maxNights: packed[4],
        noCheckIn: packed[5],
        noCheckOut: packed[6],
      },
  );

const packOffers = (offers: readonly FoundOffer[]): Uint8Array =>
  pack(offers.map(({ listingId, title, total, currency }) => [listingId, title, total, currency]));
