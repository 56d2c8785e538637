/** The tables of cache.db, whose data can be fetched again. */
import { CONNECTION_COLUMN, CONNECTIONS_TABLE, withParent } from './connection-tables.ts';
import type { StoreSchema } from './store-file.ts';

/** Tables whose rows are deleted with their connection. */
const OWNED = ['lists', 'result_sets', 'calendar_answers', 'search_answers'];

const MIGRATIONS = [
  // `lists.loaded_at` is null until the list is complete. `pages.records` is deflated JSON of an array. `result_sets` has one row for each task of
  // console.db. `results` has one row for each ended step; its result rows are numbered from `first_row` on, in the order in which steps ended, so
  // that a result row keeps its number. `results.text` has a searchable line for each result row; for `results.rows` see tasks/store/packed.ts. Days
  // are day numbers; `guests` is 0 for any number.
  `${CONNECTIONS_TABLE};
   CREATE TABLE takeovers (file TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

   CREATE TABLE lists (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     ${CONNECTION_COLUMN},
     loaded_at REAL,
     count INTEGER NOT NULL DEFAULT 0,
     doubts TEXT NOT NULL
   ) STRICT;
   CREATE INDEX lists_by_connection ON lists (connection_id);
   CREATE TABLE pages (
     list INTEGER NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
     page INTEGER NOT NULL,
     records BLOB NOT NULL,
     PRIMARY KEY (list, page)
   ) STRICT;

   CREATE TABLE result_sets (
     task INTEGER PRIMARY KEY,
     ${CONNECTION_COLUMN},
     done INTEGER NOT NULL DEFAULT 0,
     failed INTEGER NOT NULL DEFAULT 0,
     rows INTEGER NOT NULL DEFAULT 0,
     requests INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX result_sets_by_connection ON result_sets (connection_id);
   CREATE TABLE results (
     id INTEGER PRIMARY KEY,
     task INTEGER NOT NULL REFERENCES result_sets (task) ON DELETE CASCADE,
     step INTEGER NOT NULL,
     label TEXT NOT NULL,
     error TEXT,
     first_row INTEGER NOT NULL,
     row_count INTEGER NOT NULL,
     text BLOB,
     rows BLOB
   ) STRICT;
   CREATE UNIQUE INDEX results_by_step ON results (task, step);
   CREATE INDEX results_by_row ON results (task, first_row) WHERE error IS NULL AND row_count > 0;

   CREATE TABLE calendar_answers (
     id INTEGER PRIMARY KEY,
     ${CONNECTION_COLUMN},
     credential_id TEXT NOT NULL,
     listing_id TEXT NOT NULL,
     title TEXT NOT NULL,
     first_day INTEGER NOT NULL,
     last_day INTEGER NOT NULL,
     read_at REAL NOT NULL,
     nights BLOB NOT NULL
   ) STRICT;
   CREATE INDEX calendar_answers_by_listing ON calendar_answers (credential_id, listing_id, read_at);
   CREATE INDEX calendar_answers_by_connection ON calendar_answers (connection_id);
   CREATE TABLE search_answers (
     id INTEGER PRIMARY KEY,
     ${CONNECTION_COLUMN},
     credential_id TEXT NOT NULL,
     check_in INTEGER NOT NULL,
     nights INTEGER NOT NULL,
     guests INTEGER NOT NULL,
     read_at REAL NOT NULL,
     offers BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX search_answers_by_stay ON search_answers (credential_id, nights, guests, check_in);
   CREATE INDEX search_answers_by_connection ON search_answers (connection_id);
   ${withParent(OWNED)}`,
];

export const CACHE_SCHEMA: StoreSchema = { name: 'cache.db', migrations: MIGRATIONS, isReplaceable: true };
