/**
 * Keeps answers of calendars and searches in cache.db, with the time of reading, so that a recent answer is not requested again. Methods are
 * synchronous and throw AppError `storageFailed`.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dayNumber, type PlainDate } from '../../../shared/model/primitives.ts';
import type { Night, NightUse } from '../../../shared/stay/stay-offers.ts';
import type { StoreDatabase } from '../../store/store-database.ts';
import type { CalendarAnswer, FoundOffer, KeptAnswer } from './answer.ts';

/** The connection and the credential with which an answer was read. Two applications of one account may sell different listings. */
export interface AnswerOwner {
  readonly connectionId: string;
  readonly credentialId: string;
}

/** A kept answer with its connection and credential; `readAt` is epoch ms on the connection's clock. */
export interface ReadAnswer extends AnswerOwner {
  readonly answer: KeptAnswer;
  readonly readAt: number;
}

export interface ReadCalendar extends Omit<CalendarAnswer, 'kind'> {
  readonly readAt: number;
}

/** A reference to a stored search. SQLite may reuse a row id, so `readAt` is part of the reference. */
export interface SearchRef {
  readonly id: number;
  readonly readAt: number;
}

/** A range of day numbers, both included. */
interface Days {
  readonly first: number;
  readonly last: number;
}

export interface BookedStay {
  readonly listingId: string;
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
}

/** The stays that a search is about; `guests` is `null` for any number. */
interface SearchedStays {
  readonly nights: number;
  readonly guests: number | null;
}

export class AnswerStore {
  readonly #database: StoreDatabase;
  /** The number of changes of each listing's calendars. This number and `#otherChanges` make the revision of a listing. */
  readonly #calendarChanges = new Map<string, number>();
  #otherChanges = 0;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  /** A text that changes whenever an answer about the listing is added or deleted. */
  revisionOf(listingId: string): string {
    return `${this.#calendarChanges.get(listingId) ?? 0} ${this.#otherChanges}`;
  }

  keepAlone(answer: ReadAnswer): void {
    this.#database.transaction(() => this.keep(answer));
  }

  /** Stores an answer and deletes what it replaces: calendars within its days, or the search for the same stay. Call within a transaction. */
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

  /** The days of each listing that are in a kept calendar. Only calendars that were read at `since` or later and overlap `days` count. */
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

  /** Returns, by listing id, the time of the newest calendar that contains all of these days. */
  readTimes(credentialId: string, { first, last }: Days): Map<string, number> {
    const sql = `SELECT listing_id, MAX(read_at) AS read_at FROM calendar_answers
      WHERE credential_id = ? AND first_day <= ? AND last_day >= ? GROUP BY listing_id`;
    const rows = this.#database.all(sql, credentialId, first, last);
    return new Map(rows.map((row) => [String(row.listing_id), Number(row.read_at)]));
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

  /** The listings that a search found, with their prices; empty when a newer answer has replaced the search. */
  offers({ id, readAt }: SearchRef): FoundOffer[] {
    const row = this.#database.get('SELECT offers FROM search_answers WHERE id = ? AND read_at = ?', id, readAt);
    const packed = unpack(row?.offers) as [string, string, number | null, string | null][];
    return packed.map(([listingId, title, total, currency]) => ({ listingId, title, total, currency }));
  }

  /** The listings with a kept calendar, by title, followed by those that only searches for these stays found. */
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

  /**
   * Deletes the answers that a booking at the instant `at` outdates: all earlier calendars of the listing, and all earlier searches that share a
   * night with the stay.
   */
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

  /** The ids of the connections that have answers. */
  connections(): string[] {
    const sql = 'SELECT connection_id FROM calendar_answers UNION SELECT connection_id FROM search_answers';
    return this.#database.all(sql).map((row) => String(row.connection_id));
  }

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

const LEVEL = 1;

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: LEVEL });

const unpack = (blob: unknown): unknown =>
  blob instanceof Uint8Array ? JSON.parse(inflateRawSync(blob).toString()) : [];

type PackedUse = [status: NightUse['status'], blocks: string, allotment: number | null, reservationId: string | null];

type PackedNight = [
  isFree: boolean | null,
  price: number | null,
  currency: string | null,
  minNights: number | null,
  maxNights: number | null,
  noCheckIn: boolean | null,
  noCheckOut: boolean | null,
  // Absent in a calendar that an earlier version kept.
  use?: PackedUse | null,
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
          night.use ? packUse(night.use) : null,
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
        ...(packed[7] ? { use: unpackUse(packed[7]) } : {}),
      },
  );

const packUse = ({ status, blocks, allotment, reservationId }: NightUse): PackedUse => [
  status,
  blocks.join(' '),
  allotment,
  reservationId,
];

const unpackUse = ([status, blocks, allotment, reservationId]: PackedUse): NightUse => ({
  status,
  blocks: blocks === '' ? [] : blocks.split(' '),
  allotment,
  reservationId,
});

const packOffers = (offers: readonly FoundOffer[]): Uint8Array =>
  pack(offers.map(({ listingId, title, total, currency }) => [listingId, title, total, currency]));
