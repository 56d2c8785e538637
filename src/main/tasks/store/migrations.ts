/** The schema of the tasks' database, as the steps that lead to it; `user_version` says how many were taken. Never change one: add one. */
export const MIGRATIONS: readonly string[] = [
  // `plans.steps`: deflated JSON of [key, title] pairs. A result is a step that ended: its rows are contiguous from `first_row`, in the order
  // in which steps ended, so that a row keeps its number. `text` is what is searched, a line per row; `rows`
  // is what packed.ts makes of them.
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
];
