/** The parent of everything that is stored for a connection: deleting its row deletes all of it. */
import type { DatabaseSync } from 'node:sqlite';
import type { StoreFile } from './store-file.ts';

const WHAT = 'The data of the connection';

/** A column of a table whose rows go with their connection; {@link withParent} makes the parent. */
export const CONNECTION_COLUMN = 'connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE';

/** `removed_at`: set from before a connection is removed until a start has deleted all of it. */
export const CONNECTIONS_TABLE =
  'CREATE TABLE connections (id TEXT PRIMARY KEY, removed_at REAL) STRICT, WITHOUT ROWID';

/**
 * Triggers that add the parent of a row with the row. They look before they insert: the conflict clause of the outer statement replaces theirs, and
 * OR REPLACE would delete the connection with everything of it.
 */
export const withParent = (tables: readonly string[]): string =>
  tables
    .map(
      (table) => `CREATE TRIGGER ${table}_parent BEFORE INSERT ON ${table} BEGIN
        INSERT INTO connections (id) SELECT new.connection_id
          WHERE NOT EXISTS (SELECT 1 FROM connections WHERE id = new.connection_id);
      END`,
    )
    .join(';\n');

/** Deletes everything that a file has of a connection, and overwrites it on the disk. Throws AppError `storageFailed`. */
export function deleteOfConnection(file: StoreFile, connectionId: string): void {
  if (!file.exists) return;
  file.use(WHAT, 'write', (connection) => {
    connection.transaction(() => {
      const removed = connection
        .prepared('DELETE FROM connections WHERE id = ? RETURNING removed_at')
        .get(connectionId);
      // Until the next start: an answer that was in flight may be stored after this.
      if (typeof removed?.removed_at === 'number') markRemoved(connection.db, connectionId, removed.removed_at);
    });
    connection.db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

/** Notes that a connection is removed, or with null that it is not. */
export function markRemoved(db: DatabaseSync, connectionId: string, at: number | null): void {
  const sql = `INSERT INTO connections (id, removed_at) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET removed_at = excluded.removed_at`;
  db.prepare(sql).run(connectionId, at);
}

export interface Merge {
  readonly from: string;
  readonly to: string;
  /** The credentials of both that became one, by their ids. */
  readonly credentials?: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Gives everything that a file has of `from` to `to`, in one transaction. `before` prepares the rows that both have: of those that a unique index
 * would refuse, the ones of `from` stay. Throws AppError `storageFailed`; nothing is moved then.
 */
export function mergeConnections(
  file: StoreFile,
  { from, to, credentials = [] }: Merge,
  before: (db: DatabaseSync) => void,
): void {
  if (!file.exists || from === to) return;
  file.use(WHAT, 'write', (connection) =>
    connection.transaction(() => {
      const { db } = connection;
      db.prepare('INSERT OR IGNORE INTO connections (id) VALUES (?)').run(to);
      for (const credential of credentials) replaceId(db, credential.from, credential.to);
      before(db);
      for (const table of tablesOfConnections(db))
        db.prepare(`UPDATE OR REPLACE ${table} SET connection_id = ? WHERE connection_id = ?`).run(to, from);
      db.prepare('DELETE FROM connections WHERE id = ?').run(from);
    }),
  );
}

/** Replaces an id wherever a text of the file has it, also within JSON: ids are random, so no other text contains one. */
function replaceId(db: DatabaseSync, from: string, to: string): void {
  const columns = db
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column" FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND columns.type = 'TEXT'`,
    )
    .all();
  for (const { table, column } of columns)
    db.prepare(`UPDATE OR REPLACE ${table} SET ${column} = replace(${column}, ?, ?) WHERE instr(${column}, ?)`).run(
      from,
      to,
      from,
    );
}

const tablesOfConnections = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name = 'connection_id'`,
    )
    .all()
    .map(({ name }) => String(name));
