/** The table `connections`, parent of all data of a connection: deleting a connection's row deletes all its data. */
import type { DatabaseSync } from 'node:sqlite';
import type { StoreFile } from './store-file.ts';

const WHAT = 'The data of the connection';

/** The column that ties a row to its connection; {@link withParent} creates the connection's row. */
export const CONNECTION_COLUMN = 'connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE';

/** The SQL of the table `connections`. A removed connection has `removed_at` until the next start has deleted all its data. */
export const CONNECTIONS_TABLE =
  'CREATE TABLE connections (id TEXT PRIMARY KEY, removed_at REAL) STRICT, WITHOUT ROWID';

/** Returns triggers that insert the missing connection of a new row. An existing one stays, because replacing it would delete all its data. */
export const withParent = (tables: readonly string[]): string =>
  tables
    .map(
      (table) => `CREATE TRIGGER ${table}_parent BEFORE INSERT ON ${table} BEGIN
        INSERT INTO connections (id) SELECT new.connection_id
          WHERE NOT EXISTS (SELECT 1 FROM connections WHERE id = new.connection_id);
      END`,
    )
    .join(';\n');

/** Deletes all data of a connection from a file and overwrites it on the disk. Throws AppError `storageFailed`. */
export function deleteOfConnection(file: StoreFile, connectionId: string): void {
  if (!file.exists) return;
  file.use(WHAT, 'write', (connection) => {
    connection.transaction(() => {
      const removed = connection
        .prepared('DELETE FROM connections WHERE id = ? RETURNING removed_at')
        .get(connectionId);
      if (connection.prepared("SELECT 1 FROM sqlite_schema WHERE name = 'backup_deletions'").get())
        connection
          .prepared("INSERT OR IGNORE INTO backup_deletions (of, id) VALUES ('connections', ?)")
          .run(connectionId);
      // The mark stays until the next start, because an answer that is still in flight may be stored after this.
      if (typeof removed?.removed_at === 'number') markRemoved(connection.db, connectionId, removed.removed_at);
    });
    connection.db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

/** Marks a connection as removed at an instant (epoch ms). With `null`, removes the mark. */
export function markRemoved(db: DatabaseSync, connectionId: string, at: number | null): void {
  const sql = `INSERT INTO connections (id, removed_at) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET removed_at = excluded.removed_at`;
  db.prepare(sql).run(connectionId, at);
}

export interface Merge {
  readonly from: string;
  readonly to: string;
  /** Pairs of credentials that became one. */
  readonly credentials?: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Moves all data of the connection `from` to `to` in one transaction. `before` runs first and prepares rows of both. Where a unique index allows only
 * one row, the row of `from` stays. Throws AppError `storageFailed`; then nothing is moved.
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

/** Replaces an id in all text columns of the file, also within JSON. Ids are random, so they occur in no other text. */
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
