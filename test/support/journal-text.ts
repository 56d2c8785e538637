/** All text in a journal's file: rows, unpacked contents, dictionaries, and the terms of its indexes. */
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
    return [...rowsOf(db), ...contentsOf(db), ...wordsOf(db)].join('\n');
  } finally {
    db.close();
    removeTempFolder(folder);
  }
}

function rowsOf(db: DatabaseSync): string[] {
  const tables = ['eras', 'names', 'vocabulary', 'exchanges', 'counters'];
  const text = (value: unknown): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
  return tables.flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => Object.values(row).map(text).join(' ')),
  );
}

function contentsOf(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      'SELECT pack, codec, dictionary FROM contents JOIN exchanges USING (seq) JOIN eras ON eras.id = exchanges.era',
    )
    .all();
  return rows.map(({ pack, codec, dictionary }) =>
    zstdDecompressSync(pack as Uint8Array, codec === 2 ? { dictionary: dictionary as Uint8Array } : {}).toString(),
  );
}

function wordsOf(db: DatabaseSync): string[] {
  return db
    .prepare('SELECT id FROM eras')
    .all()
    .flatMap(({ id }) => {
      db.exec(`CREATE VIRTUAL TABLE temp.terms_${id} USING fts5vocab(main, words_${id}, row)`);
      return db.prepare(`SELECT term FROM temp.terms_${id}`).all();
    })
    .map(({ term }) => String(term));
}
