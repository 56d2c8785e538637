/**
 * The journal's tables as migrations (see platform/sqlite.ts).
 *
 * The exchanges are divided into segments, which the tables call eras. A segment is a run of exchanges of one connection, closed at a size or an
 * age. Each segment has its own full-text index (`words_<era>`), names, vocabulary and minute counts. A search can stop after the newest
 * segments, and retention deletes a segment with everything that belongs to it. The names of tables and columns are those of version 0.1.0.
 */
import type { DatabaseSync } from 'node:sqlite';
import { migrate as runMigrations } from '../../platform/sqlite.ts';

/** The application id "LTKJ", which marks a file as a journal of this console. */
export const APPLICATION_ID = 0x4c544b4a;

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE eras (
    id INTEGER PRIMARY KEY AUTOINCREMENT, connection TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL, bytes INTEGER NOT NULL, started_at NUMERIC NOT NULL, closed INTEGER NOT NULL, dead INTEGER NOT NULL,
    settled INTEGER NOT NULL, vocabulary INTEGER NOT NULL, dictionary BLOB
  );
  CREATE TABLE names (
    era INTEGER NOT NULL, id INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (era, id)
  ) WITHOUT ROWID;
  CREATE TABLE vocabulary (era INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (era, word)) WITHOUT ROWID;
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY, era INTEGER NOT NULL, id TEXT NOT NULL, id_hash INTEGER NOT NULL, chain_id TEXT, chain_hash INTEGER NOT NULL,
    attempt INTEGER NOT NULL, credential INTEGER, api INTEGER NOT NULL, operation INTEGER NOT NULL, lane INTEGER NOT NULL, task INTEGER,
    method INTEGER NOT NULL, host INTEGER NOT NULL, url TEXT NOT NULL, status INTEGER, outcome INTEGER NOT NULL, error INTEGER,
    request_id TEXT, generation INTEGER, queued_at NUMERIC NOT NULL, granted_at NUMERIC NOT NULL, sent_at NUMERIC NOT NULL,
    first_byte_ms NUMERIC, duration_ms NUMERIC, request_bytes INTEGER, response_bytes INTEGER, recorded_at NUMERIC NOT NULL
  );
  CREATE INDEX exchanges_by_id ON exchanges (id_hash);
  CREATE INDEX exchanges_by_chain ON exchanges (chain_hash);
  CREATE INDEX exchanges_by_era ON exchanges (era);
  CREATE INDEX exchanges_by_time ON exchanges (era, sent_at, outcome, operation, host);
  CREATE TABLE minutes (
    era INTEGER NOT NULL, minute INTEGER NOT NULL, outcome INTEGER NOT NULL, operation INTEGER NOT NULL, host INTEGER NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (era, minute, outcome, operation, host)
  ) WITHOUT ROWID;
  CREATE TABLE contents (seq INTEGER PRIMARY KEY, codec INTEGER NOT NULL, pack BLOB NOT NULL);
  `,
];

/** The number of migrations that this console knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Migrates a database to the newest schema and marks it as a journal. Throws NewerSchema. */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  runMigrations(
    db,
    migrations.map((sql) => `${sql}; PRAGMA application_id = ${APPLICATION_ID}`),
  );
}
