import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renameFormerJournal } from '../../../../src/main/journal/store/former-file.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder = '';
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const at = (name: string) => join(folder, name);
/** The files of a process that was killed: the row is in the write-ahead log alone. */
function leaveFormer(): void {
  const db = new DatabaseSync(at('journal.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a); INSERT INTO t VALUES (7)');
  const files = ['', '-wal', '-shm'].map((ending) => [ending, readFileSync(at(`journal.sqlite${ending}`))] as const);
  db.close();
  for (const [ending, content] of files) writeFileSync(at(`journal.sqlite${ending}`), content);
}
const rowIn = (file: string) => {
  const db = new DatabaseSync(file);
  const row = db.prepare('SELECT a FROM t').get();
  db.close();
  return row?.a;
};

it('renames the former file once, with its write-ahead log', () => {
  leaveFormer();
  const file = renameFormerJournal(folder, new FakeLog());
  expect(file).toBe(at('journal.db'));
  expect(rowIn(file)).toBe(7);
  expect(readdirSync(folder).filter((name) => name.includes('sqlite'))).toEqual([]);
  expect(renameFormerJournal(folder, new FakeLog())).toBe(file);
});

it('continues after a kill between two renames', () => {
  leaveFormer();
  for (const ending of ['-shm', '-wal']) renameSync(at(`journal.sqlite${ending}`), at(`journal.db${ending}`));
  expect(rowIn(renameFormerJournal(folder, new FakeLog()))).toBe(7);
});

it('leaves a former file beside a journal', () => {
  leaveFormer();
  writeFileSync(at('journal.db'), '');
  expect(renameFormerJournal(folder, new FakeLog())).toBe(at('journal.db'));
  expect(readdirSync(folder)).toContain('journal.sqlite');
});
