/** All text in a journal's file: rows, decompressed contents, and the terms of its index. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { makeTempFolder, removeTempFolder } from './temp-folder.ts';

/** Reads a copy, because the journal at `file` may be in use. */
export function journalText(file: string): string {
  const folder = makeTempFolder();
  const copy = join(folder, 'copy.sqlite');
  for (const ending of ['', '-wal'])
    if (existsSync(`${file}${ending}`)) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
  const db = new DatabaseSync(copy);
  try {
    return [...rowsOf(db), ...termsOf(db)].join('\n');
  } finally {
    db.close();
    removeTempFolder(folder);
  }
}

function rowsOf(db: DatabaseSync): string[] {
  const rows = ['cleared', 'counts', 'exchanges'].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
  return rows.map(({ content, ...columns }) =>
    [...Object.values(columns), content ? zstdDecompressSync(content as Uint8Array) : ''].join(' '),
  );
}

function termsOf(db: DatabaseSync): string[] {
  db.exec('CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, row)');
  return db
    .prepare('SELECT term FROM temp.terms')
    .all()
    .map(({ term }) => String(term));
}
