/**
 * Moves records whose data key is lost to a table of their own. They stay there unchanged until a person deletes them or the key is back. Records
 * of a key that was in memory only are deleted, because the person was told that they would be forgotten.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from './sealer.ts';

/** A migration: never change it. */
export const LOST_RECORDS = `CREATE TABLE lost_records (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  at REAL NOT NULL,
  key_id TEXT NOT NULL,
  content BLOB NOT NULL,
  links TEXT NOT NULL
) STRICT`;

/** Sorts the records by their key. Each step may be repeated after the console ended between two of them. */
export function sortByKey(db: DatabaseSync, { keyId, forgottenKeyIds }: Sealer): void {
  for (const forgotten of forgottenKeyIds)
    for (const table of ['records', 'lost_records']) db.prepare(`DELETE FROM ${table} WHERE key_id = ?`).run(forgotten);
  db.prepare(
    `INSERT OR REPLACE INTO lost_records (id, connection_id, at, key_id, content, links)
     SELECT id, connection_id, at, key_id, content,
       (SELECT json_group_array(link) FROM links WHERE record_id = records.id)
     FROM records WHERE key_id <> ?`,
  ).run(keyId);
  db.prepare('DELETE FROM records WHERE key_id <> ?').run(keyId);
  db.prepare(
    `INSERT OR IGNORE INTO records (id, connection_id, at, key_id, content)
     SELECT id, connection_id, at, key_id, content FROM lost_records WHERE key_id = ? ORDER BY at`,
  ).run(keyId);
  db.prepare(
    `INSERT OR IGNORE INTO links (link, record_id)
     SELECT each.value, lost.id FROM lost_records AS lost, json_each(lost.links) AS each WHERE lost.key_id = ?`,
  ).run(keyId);
  db.prepare('DELETE FROM lost_records WHERE key_id = ?').run(keyId);
}
