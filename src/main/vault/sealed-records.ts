/**
 * Stores personal data on disk: records in SQLite whose content is sealed with the data key. The record's id, connection, time and links (ids of
 * quotes) are in clear text. Records of a lost key are kept apart (lost-records.ts). A damaged file is quarantined; one that cannot be opened
 * stays as it is, and records live in memory until the next start.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';
import type { DataKey } from './data-key.ts';
import { LOST_RECORDS, sortByKey } from './lost-records.ts';
import type { Sealer } from './sealer.ts';

/** The migrations; never change one, add one. */
const MIGRATIONS = [
  `CREATE TABLE records (
     id TEXT PRIMARY KEY,
     connection_id TEXT NOT NULL,
     at REAL NOT NULL,
     key_id TEXT NOT NULL,
     content BLOB NOT NULL
   ) STRICT;
   CREATE INDEX records_by_connection ON records (connection_id, at DESC);
   CREATE TABLE links (
     link TEXT NOT NULL,
     record_id TEXT NOT NULL REFERENCES records (id) ON DELETE CASCADE,
     PRIMARY KEY (link, record_id)
   ) STRICT, WITHOUT ROWID`,
  LOST_RECORDS,
];

/** The condition of every read; its placeholder takes the hidden ids as JSON. */
const SHOWN = 'id NOT IN (SELECT value FROM json_each(?))';

export interface SealedRecordsDeps<Value> {
  /** The absolute path of the file. */
  readonly file: string;
  /** The name of the records in errors and notices: "guests". */
  readonly what: string;
  readonly schema: z.ZodType<Value>;
  readonly key: Pick<DataKey, 'sealer'>;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

interface SealedRecord<Value> {
  readonly id: string;
  readonly connectionId: string;
  /** The time in epoch ms; newer records come first. */
  readonly at: number;
  /** The ids of linked quotes. */
  readonly links: readonly string[];
  readonly value: Value;
}

export class SealedRecords<Value> {
  readonly #deps: SealedRecordsDeps<Value>;
  #opened: sqlite.SqlConnection | null = null;
  /** The hidden records, which no read returns. */
  readonly #hidden = new Set<string>();

  constructor(deps: SealedRecordsDeps<Value>) {
    this.#deps = deps;
  }

  /** Adds or replaces a record. */
  async put({ id, connectionId, at, links, value }: SealedRecord<Value>): Promise<void> {
    const sealer = await this.#deps.key.sealer();
    const content = sealer.seal(id, JSON.stringify(value));
    this.#guard('write', sealer, (db) =>
      db.transaction(() => {
        db.prepared('DELETE FROM records WHERE id = ?').run(id);
        db.prepared('INSERT INTO records (id, connection_id, at, key_id, content) VALUES (?, ?, ?, ?, ?)').run(
          ...[id, connectionId, at, sealer.keyId, content],
        );
        for (const link of new Set(links))
          db.prepared('INSERT INTO links (link, record_id) VALUES (?, ?)').run(link, id);
      }),
    );
  }

  /** The records of a connection, or those of one `link`, newest first. Records that cannot be opened are left out. */
  async list(connectionId: string, link: string | null = null): Promise<SealedRecord<Value>[]> {
    if (!this.#exists) return [];
    const sealer = await this.#deps.key.sealer();
    const linked = link === null ? '' : 'AND id IN (SELECT record_id FROM links WHERE link = ?)';
    const rows = this.#guard('read', sealer, (db) =>
      db
        .prepared(
          `SELECT id, at, content, (SELECT json_group_array(link) FROM links WHERE record_id = id) AS links
           FROM records WHERE connection_id = ? AND ${SHOWN} ${linked} ORDER BY at DESC, rowid DESC`,
        )
        .all(...[connectionId, this.#hiddenIds, ...(link === null ? [] : [link])]),
    );
    return rows.flatMap(({ id, at, content, links }) => {
      const value = this.#valueIn(sealer, String(id), content as Uint8Array);
      if (value === null) return [];
      return { id: String(id), connectionId, at: Number(at), links: JSON.parse(String(links)) as string[], value };
    });
  }

  /** Picks from the newest `max` records with a link; one record is in memory at a time. Records that cannot be opened are left out. */
  async pick<Picked>(
    { connectionId, link, max }: { readonly connectionId: string; readonly link: string; readonly max: number },
    pick: (record: Omit<SealedRecord<Value>, 'connectionId' | 'links'>) => Picked,
  ): Promise<Picked[]> {
    if (!this.#exists) return [];
    const sealer = await this.#deps.key.sealer();
    return this.#guard('read', sealer, (db) => {
      const picked: Picked[] = [];
      const rows = db.prepared(
        `SELECT id, at, content FROM records
         WHERE connection_id = ? AND ${SHOWN} AND id IN (SELECT record_id FROM links WHERE link = ?) ORDER BY at DESC, rowid DESC LIMIT ?`,
      );
      for (const { id, at, content } of rows.iterate(connectionId, this.#hiddenIds, link, max)) {
        const value = this.#valueIn(sealer, String(id), content as Uint8Array);
        if (value !== null) picked.push(pick({ id: String(id), at: Number(at), value }));
      }
      return picked;
    });
  }

  /** The record of this id; null when there is none, or when it cannot be opened. */
  async find(connectionId: string, id: string): Promise<Pick<SealedRecord<Value>, 'id' | 'at' | 'value'> | null> {
    if (!this.#exists || this.isHidden(id)) return null;
    const sealer = await this.#deps.key.sealer();
    const row = this.#guard('read', sealer, (db) =>
      db.prepared('SELECT at, content FROM records WHERE connection_id = ? AND id = ?').get(connectionId, id),
    );
    const value = row && this.#valueIn(sealer, id, row.content as Uint8Array);
    return value ? { id, at: Number(row.at), value } : null;
  }

  /** The number of records of a connection, the number of those with a link, and the size in bytes. */
  async usage(connectionId: string, link: string): Promise<{ count: number; linked: number; bytes: number }> {
    if (!this.#exists) return { count: 0, linked: 0, bytes: 0 };
    const row = this.#guard('read', await this.#deps.key.sealer(), (db) =>
      db
        .prepared(
          `SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS bytes,
             count(*) FILTER (WHERE id IN (SELECT record_id FROM links WHERE link = ?)) AS linked
           FROM records WHERE connection_id = ? AND ${SHOWN}`,
        )
        .get(link, connectionId, this.#hiddenIds),
    );
    return { count: Number(row?.count), linked: Number(row?.linked), bytes: Number(row?.bytes) };
  }

  /** Hides records from all reads until {@link show}. */
  hide(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.add(id);
  }

  show(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.delete(id);
  }

  isHidden(id: string): boolean {
    return this.#hidden.has(id);
  }

  /** Deletes records. It needs no key, because the key store may be locked when the next start completes a deletion after a kill. */
  async remove(ids: readonly string[]): Promise<void> {
    if (!this.#exists) return;
    const wasOpen = this.#opened !== null;
    this.#guard('write', null, (db) =>
      db.transaction(() => {
        for (const id of ids) db.prepared('DELETE FROM records WHERE id = ?').run(id);
      }),
    );
    this.show(ids);
    // The next one that opens it sorts out the records of a lost key.
    if (!wasOpen) this.close();
  }

  /** Deletes all but the newest records of a connection: at most `max`, of at most `maxBytes`. */
  async trim(connectionId: string, max: number, maxBytes: number): Promise<void> {
    this.#guard('write', await this.#deps.key.sealer(), (connection) => {
      const { changes } = connection
        .prepared(
          `DELETE FROM records WHERE id IN (
             SELECT id FROM (
               SELECT id, row_number() OVER newest AS number, sum(length(content)) OVER newest AS bytes
               FROM records WHERE connection_id = ? WINDOW newest AS (ORDER BY at DESC, rowid DESC)
             ) WHERE number > ? OR (number > 1 AND bytes > ?))`,
        )
        .run(connectionId, max, maxBytes);
      if (Number(changes) > 0) connection.db.exec('PRAGMA incremental_vacuum');
    });
  }

  /** Deletes all records of a connection. It needs no key, so it also works while the key store is locked. */
  async removeAll(connectionId: string): Promise<void> {
    if (!this.#exists) return;
    const sealer = await this.#deps.key.sealer().catch(() => null);
    this.#guard('write', sealer, (db) =>
      db.transaction(() => {
        for (const table of ['records', 'lost_records'])
          db.prepared(`DELETE FROM ${table} WHERE connection_id = ?`).run(connectionId);
      }),
    );
    // The next one that opens it sorts out the records of a lost key.
    if (sealer === null) this.close();
  }

  /** The number of records that cannot be opened, because their key is lost. */
  async countLost(): Promise<number> {
    if (!this.#exists) return 0;
    return this.#guard('read', await this.#deps.key.sealer(), (db) =>
      Number(db.prepared('SELECT count(*) AS n FROM lost_records').get()?.n),
    );
  }

  async deleteLost(): Promise<void> {
    if (!this.#exists) return;
    this.#guard('write', await this.#deps.key.sealer(), (db) => db.prepared('DELETE FROM lost_records').run());
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  /** False while nothing was ever stored; reading then creates neither a file nor a key. */
  get #exists(): boolean {
    return this.#opened !== null || existsSync(this.#deps.file);
  }

  get #hiddenIds(): string {
    return JSON.stringify([...this.#hidden]);
  }

  #valueIn(sealer: Sealer, id: string, content: Uint8Array): Value | null {
    const text = sealer.open(id, content);
    if (text === null) return null;
    return this.#deps.schema.safeParse(JSON.parse(text)).data ?? null;
  }

  #guard<Result>(access: 'read' | 'write', sealer: Sealer | null, work: (db: sqlite.SqlConnection) => Result): Result {
    try {
      this.#opened ??= new sqlite.SqlConnection(this.#open(sealer));
      return work(this.#opened);
    } catch (error) {
      const reason = sqlite.faultOf(error)?.reason ?? (error instanceof Error ? error.message : String(error));
      throw new AppError('storageFailed', { what: `The ${this.#deps.what}`, reason, access }, { cause: error });
    }
  }

  #open(sealer: Sealer | null): DatabaseSync {
    const { file, what, clock, log, quarantine } = this.#deps;
    try {
      return prepare(file, sealer);
    } catch (error) {
      if (sqlite.faultOf(error)?.kind !== 'damaged') {
        log.error(`the ${what} on disk cannot be opened; they are kept in memory only`, { error: String(error) });
        return prepare(':memory:', sealer);
      }
      const at = clock.now();
      const movedTo = sqlite.quarantineDatabase(file, at);
      log.error(`the ${what} on disk are damaged; their file was quarantined and a new one begun`, { movedTo });
      quarantine.report({ document: what, movedTo, at });
      return prepare(file, sealer);
    }
  }
}

/** Opens and migrates the file. Throws NewerSchema before it changes anything, and errors of SQLite. */
function prepare(file: string, sealer: Sealer | null): DatabaseSync {
  const db = sqlite.openDatabase(file, { timeout: 1_000 });
  try {
    sqlite.checkVersion(db, MIGRATIONS.length);
    sqlite.configure(db);
    sqlite.migrate(db, MIGRATIONS);
    db.exec('PRAGMA foreign_keys = ON');
    if (sealer) sortByKey(db, sealer);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
