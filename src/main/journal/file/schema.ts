/**
 * The journal's tables (ADR 7): one table of exchanges, one full-text index over all of them, and counts that triggers keep.
 *
 * A column that a summary has is named as in ExchangeSummary. `content` has the headers and bodies, compressed. A connection in `cleared` has lost
 * its exchanges up to `upTo`; their rows are deleted later.
 */
import type { DatabaseSync } from 'node:sqlite';
import { migrate as runMigrations } from '../../platform/sqlite.ts';

/** The SQLite application id of a journal file, "LTKK". Files of the previous format have "LTKJ". */
export const APPLICATION_ID = 0x4c544b4b;

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, chainId TEXT NOT NULL, attempt NUMERIC NOT NULL,
    connectionId TEXT NOT NULL, credentialId TEXT, api TEXT NOT NULL, operation TEXT NOT NULL, lane TEXT NOT NULL, taskId TEXT,
    method TEXT NOT NULL, host TEXT NOT NULL, url TEXT NOT NULL, status NUMERIC, error TEXT, requestId TEXT, tokenGeneration NUMERIC,
    queuedAt NUMERIC NOT NULL, grantedAt NUMERIC NOT NULL, sentAt NUMERIC NOT NULL, firstByteMs NUMERIC, durationMs NUMERIC,
    requestBytes NUMERIC, responseBytes NUMERIC, outcome TEXT NOT NULL, recordedAt NUMERIC NOT NULL, content BLOB NOT NULL
  );
  CREATE INDEX exchanges_by_chain ON exchanges (chainId);
  CREATE INDEX exchanges_by_time ON exchanges (connectionId, sentAt, outcome, operation, host);
  CREATE INDEX exchanges_by_seq ON exchanges (seq, sentAt);
  CREATE INDEX exchanges_by_answer ON exchanges (connectionId, credentialId, operation, status);
  CREATE VIRTUAL TABLE words USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
  );
  CREATE TABLE cleared (connectionId TEXT PRIMARY KEY, upTo INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE counts (
    connectionId TEXT, operation TEXT, host TEXT, credentialId TEXT, count INTEGER NOT NULL,
    PRIMARY KEY (connectionId, operation, host, credentialId)
  ) WITHOUT ROWID;
  CREATE TRIGGER count_inserted AFTER INSERT ON exchanges BEGIN
    INSERT INTO counts VALUES (NEW.connectionId, NEW.operation, NEW.host, coalesce(NEW.credentialId, ''), 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER count_deleted AFTER DELETE ON exchanges
  WHEN OLD.seq > coalesce((SELECT upTo FROM cleared WHERE connectionId = OLD.connectionId), 0) BEGIN
    UPDATE counts SET count = count - 1
    WHERE connectionId = OLD.connectionId AND operation = OLD.operation AND host = OLD.host
    AND credentialId = coalesce(OLD.credentialId, '');
  END;
  `,
];

/** The newest schema version, which is the number of migrations. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Migrates a database to the newest schema and marks it as a journal. Throws NewerSchema. */
export function migrate(db: DatabaseSync): void {
  runMigrations(
    db,
    MIGRATIONS.map((sql) => `${sql}; PRAGMA application_id = ${APPLICATION_ID}`),
  );
}
