/** Keeps each connection's last complete list of listings in cache.db. Works in short steps, because it runs in the main thread. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { isAppError } from '../../shared/app-error.ts';
import type { KeptListingsState } from '../../shared/model/listing.ts';
import { PagingDoubt } from '../../shared/model/paging.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { redactRecord } from '../api/redact-record.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Log } from '../platform/ports.ts';
import { databaseBytes, VACUUMED_PAGES } from '../platform/sqlite.ts';
import { Turns } from '../platform/turns.ts';
import type { StoreDatabase } from '../store/store-database.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const FORGET = 'UPDATE lists SET loaded_at = NULL WHERE connection_id = ?';
/** The number of records in a page: so few that a page is compressed and written within a few milliseconds. */
const PAGE_RECORDS = 50;
const DELETED_PAGES = 25;
const COMPRESSION = { level: 1 };

/** A list of listings that is stored on this computer. `loadedAt` is epoch ms on the connection's clock. */
export interface KeptList {
  readonly number: number;
  readonly loadedAt: number;
  readonly count: number;
  readonly doubts: PagingDoubt[];
}

export interface NewList {
  readonly records: readonly Json[];
  readonly loadedAt: number;
  readonly doubts: readonly PagingDoubt[];
}

export interface KeptListingsDeps {
  readonly database: StoreDatabase;
  /** The path of cache.db. */
  readonly file: string;
  readonly log: Log;
}

export class KeptListings {
  readonly #deps: KeptListingsDeps;
  readonly #db: StoreDatabase;
  /** The reason why the last step failed; `null` when it succeeded. */
  #reason: string | null = null;
  readonly #turns = new Turns();
  /** The latest write of each connection; a later write or a removal aborts it. */
  readonly #writers = new Map<string, AbortController>();
  #isClosed = false;

  constructor(deps: KeptListingsDeps) {
    this.#deps = deps;
    this.#db = deps.database;
  }

  /** The last complete list of a connection; `null` when there is none or when the file cannot be read. */
  find(connectionId: string): KeptList | null {
    if (!this.#db.exists) return null;
    const sql = `SELECT number, loaded_at, count, doubts FROM lists
      WHERE connection_id = ? AND loaded_at IS NOT NULL ORDER BY number DESC LIMIT 1`;
    const row = this.#guarded(() => this.#db.get(sql, connectionId));
    if (!row) return null;
    const doubts = PagingDoubt.array().safeParse(jsonOrNull(String(row.doubts)));
    return {
      number: Number(row.number),
      loadedAt: Number(row.loaded_at),
      count: Number(row.count),
      doubts: doubts.data ?? [],
    };
  }

  /** Yields the records of a list, page by page. Ends early when a page is damaged or the list was deleted. */
  async *pages({ number, count }: Pick<KeptList, 'number' | 'count'>): AsyncGenerator<Json[]> {
    for (let page = 0; page * PAGE_RECORDS < count && !this.#isClosed; page += 1) {
      const sql = 'SELECT records FROM pages WHERE list = ? AND page = ?';
      const row = this.#guarded(() => this.#db.get(sql, number, page));
      if (!(row?.records instanceof Uint8Array)) return;
      const records = await inflate(row.records).then(
        (text) => jsonOrNull(text.toString()),
        () => null,
      );
      if (!Array.isArray(records)) return this.#forgetList(number);
      yield records as Json[];
      await nextTurn();
    }
  }

  /** Replaces the stored list of a connection. The earlier list stays until the new one is complete. */
  keep(connectionId: string, list: NewList): Promise<void> {
    return this.#queue(connectionId, async (signal) => {
      const add = 'INSERT INTO lists (connection_id, doubts) VALUES (?, ?) RETURNING number';
      const number = this.#guarded(() => this.#db.get(add, connectionId, JSON.stringify(list.doubts)))?.number;
      if (number === undefined) return;
      for (let page = 0; page * PAGE_RECORDS < list.records.length; page += 1) {
        if (signal.aborted) break;
        const records = list.records.slice(page * PAGE_RECORDS, (page + 1) * PAGE_RECORDS);
        const packed = await deflate(JSON.stringify(records.map((record) => redactRecord(record))), COMPRESSION);
        const put = 'INSERT INTO pages (list, page, records) SELECT number, ?, ? FROM lists WHERE number = ?';
        // The list was deleted with its connection.
        if (!this.#guarded(() => this.#db.run(put, page, packed, number))) return;
        await nextTurn();
      }
      if (!signal.aborted)
        this.#guarded(() =>
          this.#db.transaction(() => {
            this.#db.run(FORGET, connectionId);
            const sql = 'UPDATE lists SET loaded_at = ?, count = ? WHERE number = ?';
            this.#db.run(sql, list.loadedAt, list.records.length, number);
          }),
        );
      await this.#deleteForgotten(connectionId);
    });
  }

  /** Marks the lists of a connection as deleted at once, then deletes them in steps and returns their space to the disk. */
  remove(connectionId: string): Promise<void> {
    if (!this.#db.exists) return Promise.resolve();
    this.#guarded(() => this.#db.run(FORGET, connectionId));
    return this.#queue(connectionId, () => this.#deleteForgotten(connectionId));
  }

  /** Aborts the write of a connection's list. Call when the connection is removed. */
  stop(connectionId: string): void {
    this.#writers.get(connectionId)?.abort();
  }

  state(): KeptListingsState {
    const { file } = this.#deps;
    const sql = 'SELECT connection_id, loaded_at, count FROM lists WHERE loaded_at IS NOT NULL ORDER BY number';
    const rows = this.#db.exists ? this.#guarded(() => this.#db.all(sql)) : [];
    return {
      file,
      bytes: databaseBytes(file),
      reason: this.#reason,
      lists: (rows ?? []).map((row) => ({
        connectionId: String(row.connection_id),
        loadedAt: Number(row.loaded_at),
        count: Number(row.count),
      })),
    };
  }

  /** Stops the writes at their next step. Call before the file is closed. The connection's next write deletes an unfinished list. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const writer of this.#writers.values()) writer.abort();
    await this.#turns.ended();
  }

  #queue(connectionId: string, write: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#writers.get(connectionId)?.abort();
    const writer = new AbortController();
    this.#writers.set(connectionId, writer);
    return this.#turns.run(async () => {
      if (writer.signal.aborted || this.#isClosed) return;
      try {
        await write(writer.signal);
      } catch (error) {
        this.#deps.log.error('listings could not be kept', { error: String(error) });
        throw error;
      }
    });
  }

  async #deleteForgotten(connectionId: string): Promise<void> {
    const unkept = 'SELECT number FROM lists WHERE connection_id = ? AND loaded_at IS NULL';
    for (const { number } of this.#guarded(() => this.#db.all(unkept, connectionId)) ?? []) {
      const sql = `DELETE FROM pages WHERE rowid IN (SELECT rowid FROM pages WHERE list = ? LIMIT ${DELETED_PAGES})`;
      while ((this.#guarded(() => this.#db.run(sql, Number(number))) ?? 0) > 0) await nextTurn();
      this.#guarded(() => this.#db.run('DELETE FROM lists WHERE number = ?', Number(number)));
    }
    for (let free = Number.POSITIVE_INFINITY; free > 0; ) {
      this.#guarded(() => this.#db.all(`PRAGMA incremental_vacuum(${VACUUMED_PAGES})`));
      const left = Number(this.#guarded(() => this.#db.get('PRAGMA freelist_count'))?.freelist_count ?? 0);
      // A file without incremental vacuum returns nothing.
      if (left >= free) break;
      free = left;
      await nextTurn();
    }
    this.#guarded(() => this.#db.all('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  /** Marks a list with a damaged page as deleted, so that it is loaded again. */
  #forgetList(number: number): void {
    this.#deps.log.error('a page of the kept listings cannot be read; the list is forgotten');
    this.#guarded(() => this.#db.run('UPDATE lists SET loaded_at = NULL WHERE number = ?', number));
  }

  /** Runs `work`. Returns `null` when storage fails or the file cannot be opened; nothing is lost, because loaded listings are in memory. */
  #guarded<Value>(work: () => Value): Value | null {
    if (this.#db.isStandIn) return null;
    try {
      const value = work();
      this.#reason = this.#db.isStandIn ? 'the file cannot be opened' : null;
      return value;
    } catch (error) {
      if (!isAppError(error, 'storageFailed')) throw error;
      if (this.#reason !== error.data.reason)
        this.#deps.log.error('listings are not kept', { reason: error.data.reason });
      this.#reason = error.data.reason;
      return null;
    }
  }
}
