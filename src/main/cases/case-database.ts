/** The database file of the cases. */
import { StoreDatabase, type StoreDatabaseDeps } from '../platform/store-database.ts';

/**
 * Never change a migration: add one. `content`: deflated JSON of failure and diagnosis. `key`: see failureKey. `removed_at`: set while the
 * case is hidden, because its deletion is pending. `case_words` has the text of each case under its number. `dismissed`: exchanges whose case a person removed.
 */
const MIGRATIONS = [
  `CREATE TABLE cases (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     key TEXT NOT NULL,
     signature TEXT NOT NULL,
     exchange_id TEXT,
     connection_id TEXT,
     credential_id TEXT,
     title TEXT NOT NULL,
     cause TEXT NOT NULL,
     cause_title TEXT,
     state TEXT NOT NULL,
     origin TEXT NOT NULL,
     host TEXT,
     status INTEGER,
     request_id TEXT,
     created_at REAL NOT NULL,
     last_at REAL NOT NULL,
     times INTEGER NOT NULL,
     notes TEXT NOT NULL,
     removed_at REAL,
     content BLOB NOT NULL
   ) STRICT;
   CREATE INDEX cases_by_key ON cases (key);
   CREATE INDEX cases_by_signature ON cases (signature);
   CREATE INDEX cases_by_exchange ON cases (exchange_id) WHERE exchange_id IS NOT NULL;
   CREATE INDEX cases_by_time ON cases (last_at DESC, number DESC) WHERE removed_at IS NULL;
   CREATE VIRTUAL TABLE case_words USING fts5(words, tokenize = 'unicode61 remove_diacritics 2');
   INSERT INTO case_words (case_words, rank) VALUES ('secure-delete', 1);
   CREATE TABLE dismissed (number INTEGER PRIMARY KEY AUTOINCREMENT, exchange_id TEXT NOT NULL UNIQUE) STRICT`,
];

export class CaseDatabase extends StoreDatabase {
  constructor(deps: StoreDatabaseDeps) {
    super(deps, { name: 'cases', migrations: MIGRATIONS, table: 'cases' });
  }
}
