/**
 * Stores the last complete list of listings of each connection, in SQLite. The file is opened on first use. All work is done in steps of a few
 * milliseconds, because it runs in the main thread: records are compressed in pages, and nothing waits for the disk. A power cut may damage the
 * file; then it is quarantined, and the lists are loaded again.
 */
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { KeptListingsState } from '../../shared/model/listing.ts';
import { PagingDoubt } from '../../shared/model/paging.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { redactRecord } from '../api/redact-record.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The migrations; never change one, add one. `records`: deflated JSON of an array. `loaded_at` is null until the list is complete. */
const MIGRATIONS = [
  `CREATE TABLE lists (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     connection_id TEXT NOT NULL,
     loaded_at REAL,
     count INTEGER NOT NULL DEFAULT 0,
     doubts TEXT NOT NULL
   ) STRICT;
   CREATE TABLE pages (list INTEGER NOT NULL, page INTEGER NOT NULL, records BLOB NOT NULL, PRIMARY KEY (list, page)) STRICT`,
];

const FORGET = 'UPDATE lists SET loaded_at = NULL WHERE connection_id = ?';
/** The number of records in a page, which is read, compressed and written within a few milliseconds. */
const PAGE_RECORDS = 50;
/** The number of pages that one step deletes. */
const DELETED_PAGES = 25;
/** The number of free pages of the file (4 kB each) that one step returns to the disk. */
const VACUUMED_PAGES = 200;
const COMPRESSION = { level: 1 };

/** A stored list; `loadedAt` is on the connection's clock. */
export interface KeptList {
  readonly number: number;
  readonly loadedAt: number;
  readonly count: number;
  readonly doubts: PagingDoubt[];
}

/** A list to store. */
export interface NewList {
  readonly records: readonly Json[];
  readonly loadedAt: number;
  readonly doubts: readonly PagingDoubt[];
}

export interface KeptListingsDeps {
  /** The absolute path of the file. */
  readonly file: string;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

export class KeptListings {
  readonly #deps: KeptListingsDeps;
  #connection: sqlite.SqlConnection | null = null;
  /** The reason why the file cannot be used until the next start; null while it can. */
  #reason: string | null = null;
  /** The queue of writes, which run one after another. */
  #writing: Promise<unknown> = Promise.resolve();
  /** The running write of each connection; a later write or a removal aborts it. */
  readonly #writers = new Map<string, AbortController>();
  #isClosed = false;

  constructor(deps: KeptListingsDeps) {
    this.#deps = deps;
  }

  /** The last complete list of a connection; null when there is none, or the file cannot be read. */
  find(connectionId: string): KeptList | null {
    if (!this.#connection && !existsSync(this.#deps.file)) return null;
    const row = this.#guarded((db) =>
      db
        .prepared(
          'SELECT number, loaded_at, count, doubts FROM lists WHERE connection_id = ? AND loaded_at IS NOT NULL ORDER BY number DESC LIMIT 1',
        )
        .get(connectionId),
    );
    if (!row) return null;
    const doubts = PagingDoubt.array().safeParse(parsed(String(row.doubts)));
    return {
      number: Number(row.number),
      loadedAt: Number(row.loaded_at),
      count: Number(row.count),
      doubts: doubts.data ?? [],
    };
  }

  /** Yields the records of a list, a page at a time. Ends early when the file turns out to be damaged or the list was deleted. */
  async *pages({ number, count }: Pick<KeptList, 'number' | 'count'>): AsyncGenerator<Json[]> {
    for (let page = 0; page * PAGE_RECORDS < count && !this.#isClosed; page += 1) {
      const row = this.#guarded((db) =>
        db.prepared('SELECT records FROM pages WHERE list = ? AND page = ?').get(number, page),
      );
      if (!(row?.records instanceof Uint8Array)) return;
      const records = await inflate(row.records).then(
        (text) => parsed(text.toString()),
        () => null,
      );
      if (!Array.isArray(records)) return this.#quarantine(new Error('a page cannot be read'));
      yield records as Json[];
      await nextTurn();
    }
  }

  /** Replaces the stored list of a connection. The earlier list stays until the new one is complete. */
  keep(connectionId: string, list: NewList): Promise<void> {
    return this.#queue(connectionId, async (signal) => {
      const number = this.#guarded((db) =>
        db
          .prepared('INSERT INTO lists (connection_id, doubts) VALUES (?, ?) RETURNING number')
          .get(connectionId, JSON.stringify(list.doubts)),
      )?.number;
      if (number === undefined) return;
      for (let page = 0; page * PAGE_RECORDS < list.records.length; page += 1) {
        if (signal.aborted) break;
        const records = list.records.slice(page * PAGE_RECORDS, (page + 1) * PAGE_RECORDS);
        const packed = await deflate(JSON.stringify(records.map((record) => redactRecord(record))), COMPRESSION);
        this.#guarded((db) =>
          db.prepared('INSERT INTO pages (list, page, records) VALUES (?, ?, ?)').run(number, page, packed),
        );
        await nextTurn();
      }
      if (!signal.aborted)
        this.#guarded((connection) =>
          connection.transaction(() => {
            connection.prepared(FORGET).run(connectionId);
            connection
              .prepared('UPDATE lists SET loaded_at = ?, count = ? WHERE number = ?')
              .run(list.loadedAt, list.records.length, number);
          }),
        );
      await this.#deleteForgotten(connectionId);
    });
  }

  /** Forgets the lists of a connection at once, then deletes them and returns their space to the disk. */
  remove(connectionId: string): Promise<void> {
    if (!this.#connection && !existsSync(this.#deps.file)) return Promise.resolve();
    this.#guarded((db) => db.prepared(FORGET).run(connectionId));
    return this.#queue(connectionId, () => this.#deleteForgotten(connectionId));
  }

  /** The file, its size and its lists. */
  state(): KeptListingsState {
    const { file } = this.#deps;
    const rows = existsSync(file)
      ? this.#guarded((db) =>
          db
            .prepared('SELECT connection_id, loaded_at, count FROM lists WHERE loaded_at IS NOT NULL ORDER BY number')
            .all(),
        )
      : [];
    return {
      file,
      bytes: ['', '-wal'].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0),
      reason: this.#reason,
      lists: (rows ?? []).map((row) => ({
        connectionId: String(row.connection_id),
        loadedAt: Number(row.loaded_at),
        count: Number(row.count),
      })),
    };
  }

  /** Ends writing at the next step. An unfinished list is deleted at the next write. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const writer of this.#writers.values()) writer.abort();
    await this.#writing;
    this.#connection?.close();
    this.#connection = null;
  }

  #queue(connectionId: string, write: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#writers.get(connectionId)?.abort();
    const writer = new AbortController();
    this.#writers.set(connectionId, writer);
    const written = this.#writing.then(async () => {
      if (!writer.signal.aborted && !this.#isClosed) await write(writer.signal);
    });
    this.#writing = written.catch((error: unknown) =>
      this.#deps.log.error('listings could not be kept', { error: String(error) }),
    );
    return written;
  }

  /** Deletes the forgotten and unfinished lists of a connection. */
  async #deleteForgotten(connectionId: string): Promise<void> {
    const lists = this.#guarded((db) =>
      db.prepared('SELECT number FROM lists WHERE connection_id = ? AND loaded_at IS NULL').all(connectionId),
    );
    for (const { number } of lists ?? []) {
      const sql = `DELETE FROM pages WHERE rowid IN (SELECT rowid FROM pages WHERE list = ? LIMIT ${DELETED_PAGES})`;
      while ((this.#guarded((db) => db.prepared(sql).run(Number(number)))?.changes ?? 0) > 0) await nextTurn();
      this.#guarded((db) => db.prepared('DELETE FROM lists WHERE number = ?').run(Number(number)));
    }
    for (let free = Number.POSITIVE_INFINITY; free > 0; ) {
      this.#guarded(({ db }) => db.exec(`PRAGMA incremental_vacuum(${VACUUMED_PAGES})`));
      const left = Number(this.#guarded((db) => db.prepared('PRAGMA freelist_count').get())?.freelist_count ?? 0);
      // A file of which nothing is given back has no vacuum.
      if (left >= free) break;
      free = left;
      await nextTurn();
    }
    this.#guarded(({ db }) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  /** Runs `work` on the open file. A file that cannot be used is reported once; then nothing is stored, and this returns null. */
  #guarded<Value>(work: (db: sqlite.SqlConnection) => Value): Value | null {
    if (this.#reason !== null) return null;
    try {
      this.#connection ??= new sqlite.SqlConnection(prepare(this.#deps.file));
      return work(this.#connection);
    } catch (error) {
      if (sqlite.faultOf(error)?.kind === 'damaged') this.#quarantine(error);
      else this.#giveUp(error);
      return null;
    }
  }

  #quarantine(error: unknown): void {
    const { file, clock, log, quarantine } = this.#deps;
    this.#connection?.close();
    this.#connection = null;
    try {
      const movedTo = sqlite.quarantineDatabase(file, clock.now());
      log.error('the kept listings are damaged; their file was quarantined', { movedTo, error: String(error) });
      quarantine.report({ document: 'listings', movedTo, at: clock.now() });
    } catch (failure) {
      this.#giveUp(failure);
    }
  }

  #giveUp(error: unknown): void {
    this.#reason = sqlite.faultOf(error)?.reason ?? 'the file cannot be used';
    this.#connection?.close();
    this.#connection = null;
    this.#deps.log.error('listings are not kept until the next start', { reason: this.#reason, error: String(error) });
  }
}

function prepare(file: string): DatabaseSync {
  const db = sqlite.openDatabase(file, { timeout: 100 });
  try {
    sqlite.checkVersion(db, MIGRATIONS.length);
    sqlite.configure(db);
    sqlite.migrate(db, MIGRATIONS);
    db.exec('PRAGMA synchronous = OFF');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
