/** The table `connections`, parent of all data of a connection: deleting a connection's row deletes all its data. */
import type { StoreFile } from './store-file.ts';

const WHAT = 'The data of the connection';

/** The column that ties a row to its connection; {@link withParent} creates the connection's row. */
export const CONNECTION_COLUMN = 'connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE';

/** The parent table. `removed_at` is set when a connection is removed, until the next start has deleted all its data. */
export const CONNECTIONS_TABLE =
  'CREATE TABLE connections (id TEXT PRIMARY KEY, removed_at REAL) STRICT, WITHOUT ROWID';

/**
 * Triggers that add a row's connection before the row, if it does not exist: under OR REPLACE, adding a connection again would delete all its data.
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
      if (typeof removed?.removed_at === 'number')
        connection
          .prepared('INSERT INTO connections (id, removed_at) VALUES (?, ?)')
          .run(connectionId, removed.removed_at);
    });
    connection.db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  });
}
