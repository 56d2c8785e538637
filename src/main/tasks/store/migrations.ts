/** The migrations of the tasks' database (see platform/sqlite.ts); never change one, add one. */
export const MIGRATIONS: readonly string[] = [
  // `plans.steps`: deflated JSON of [key, title] pairs. `results` has a row per ended step; its result rows are numbered from `first_row` in
  // the order in which steps ended, so that a result row keeps its number. `text`: a searchable line per result row. `rows`: see packed.ts.
  `CREATE TABLE tasks (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     connection_id TEXT NOT NULL,
     credential_id TEXT NOT NULL,
     title TEXT NOT NULL,
     spec TEXT NOT NULL,
     state TEXT NOT NULL,
     steps INTEGER NOT NULL,
     done INTEGER NOT NULL DEFAULT 0,
     failed INTEGER NOT NULL DEFAULT 0,
     requests INTEGER NOT NULL DEFAULT 0,
     rows INTEGER NOT NULL DEFAULT 0,
     created_at REAL NOT NULL,
     finished_at REAL,
     error TEXT
   ) STRICT;
   CREATE TABLE plans (task INTEGER PRIMARY KEY REFERENCES tasks (number) ON DELETE CASCADE, steps BLOB NOT NULL) STRICT;
   CREATE TABLE results (
     id INTEGER PRIMARY KEY,
     task INTEGER NOT NULL REFERENCES tasks (number) ON DELETE CASCADE,
     step INTEGER NOT NULL,
     label TEXT NOT NULL,
     error TEXT,
     first_row INTEGER NOT NULL,
     row_count INTEGER NOT NULL,
     text BLOB,
     rows BLOB
   ) STRICT;
   CREATE UNIQUE INDEX results_by_step ON results (task, step);
   CREATE INDEX results_by_row ON results (task, first_row) WHERE error IS NULL AND row_count > 0`,
  // The specification may be hundreds of kilobytes, and each step changes its task's row: it moves to a row that is written once.
  `CREATE TABLE specs (task INTEGER PRIMARY KEY REFERENCES tasks (number) ON DELETE CASCADE, spec TEXT NOT NULL) STRICT;
   INSERT INTO specs (task, spec) SELECT number, spec FROM tasks;
   ALTER TABLE tasks DROP COLUMN spec`,
  // Answers that outlive their task (see answers/answer-store.ts). Days are day numbers; `guests` is 0 for any number.
  `CREATE TABLE calendar_answers (
     id INTEGER PRIMARY KEY,
     connection_id TEXT NOT NULL,
     credential_id TEXT NOT NULL,
     listing_id TEXT NOT NULL,
     title TEXT NOT NULL,
     first_day INTEGER NOT NULL,
     last_day INTEGER NOT NULL,
     read_at REAL NOT NULL,
     nights BLOB NOT NULL
   ) STRICT;
   CREATE INDEX calendar_answers_by_listing ON calendar_answers (credential_id, listing_id, read_at);
   CREATE TABLE search_answers (
     id INTEGER PRIMARY KEY,
     connection_id TEXT NOT NULL,
     credential_id TEXT NOT NULL,
     check_in INTEGER NOT NULL,
     nights INTEGER NOT NULL,
     guests INTEGER NOT NULL,
     read_at REAL NOT NULL,
     offers BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX search_answers_by_stay ON search_answers (credential_id, nights, guests, check_in)`,
];
