/** Everything that a SQLite file holds, as text: every value of every table, with compressed ones laid open. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

/**
 * Reads a copy, so that the file and its log stay as they are. `copyFileSync` would never return when SQLite shortens the log while it is copied:
 * libuv asks for the missing bytes again and again.
 */
export function textsInDatabase(file: string): string {
  const folder = makeTempFolder();
  try {
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(file + ending)) writeFileSync(join(folder, `copy.db${ending}`), readFileSync(file + ending));
    const db = new DatabaseSync(join(folder, 'copy.db'));
    try {
      return readAll(db);
    } finally {
      db.close();
    }
  } finally {
    removeTempFolder(folder);
  }
}

function readAll(db: DatabaseSync): string {
  // A full-text index holds its words in tables of its own, which are read; itself it may not be readable.
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .all();
  const rows = tables.flatMap(({ name }) => {
    const all = db.prepare(`SELECT * FROM "${String(name)}"`);
    // The pages of a full-text index have numbers beyond 2^53.
    all.setReadBigInts(true);
    return all.all();
  });
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? laidOpen(value) : String(value)))
    .join('\n');
}

/** The bytes as they are, and what they are when they are compressed. */
function laidOpen(bytes: Uint8Array): string {
  const isCompressed = bytes.length >= 4 && Buffer.from(bytes).readUInt32LE(0) === 0xfd2fb528;
  return `${Buffer.from(bytes).toString('latin1')}\n${isCompressed ? zstdDecompressSync(bytes).toString() : ''}`;
}
