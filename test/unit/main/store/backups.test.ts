import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackupJob, doBackupJob } from '../../../../src/main/store/backup-files.ts';
import { Backups } from '../../../../src/main/store/backups.ts';
import { deleteOfConnection } from '../../../../src/main/store/connection-tables.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const DAY_MS = 86_400_000;
let folder = '';
let opened: Stores[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  opened = [];
});
afterEach(() => {
  for (const stores of opened) stores.close();
  removeTempFolder(folder);
});

const inBackups = (name = '') => join(folder, 'backups', name);
/** The rows of the guests in a database file. */
const guestsIn = (path: string): string[] => {
  const db = new DatabaseSync(path);
  const ids = db.prepare('SELECT id FROM sealed_records ORDER BY id').all();
  db.close();
  return ids.map(({ id }) => String(id));
};
/** Whether a text is in any file of the folder. */
const isAnywhere = (text: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text));

function open(doJob: (job: BackupJob) => void = doBackupJob) {
  const clock = new ManualClock();
  const log = new FakeLog();
  const stores = storesIn(folder, { clock, log });
  opened.push(stores);
  const database = stores.inConsole({ what: 'The guests' });
  const backups = new Backups({ console: stores.console, run: async (job) => doJob(job), clock, log });
  const put = (id: string, connection = 'c-1', content = id) =>
    database.run(
      "INSERT INTO sealed_records (id, kind, connection_id, at, key_id, content) VALUES (?, 'guest', ?, 0, 'k', ?)",
      ...[id, connection, Buffer.from(content)],
    );
  const remove = (id: string) => database.run('DELETE FROM sealed_records WHERE id = ?', id);
  return { clock, log, stores, database, backups, put, remove };
}

it('backs up once a day when something has changed, and keeps seven', async () => {
  const { clock, backups, put } = open();
  backups.start();
  await clock.advance(DAY_MS);
  expect(readdirSync(folder)).toEqual([]);
  for (let day = 0; day < 10; day += 1) {
    put(`guest ${day}`);
    await clock.advance(DAY_MS);
    await backups.settled();
  }
  expect(backups.list()).toHaveLength(7);
  const [newest, second] = backups.list();
  expect((newest?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
  await clock.advance(3 * DAY_MS);
  await backups.settled();
  expect(backups.list()[0]).toEqual(newest);
  expect(readdirSync(inBackups())).toHaveLength(7);
});

it('makes no further backup after a restart that changed nothing', async () => {
  const first = open();
  first.put('guest');
  await first.backups.backUp();
  first.stores.close();
  const second = open();
  expect(second.stores.inConsole({ what: 'x' }).all('SELECT id FROM sealed_records')).toHaveLength(1);
  await second.clock.advance(2 * DAY_MS);
  second.backups.start();
  await second.clock.advance(DAY_MS);
  await second.backups.settled();
  expect(second.backups.list()).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
  const { backups, put } = open();
  put('guest');
  await backups.backUp();
  expect(statSync(inBackups()).mode & 0o777).toBe(0o700);
  expect(readdirSync(inBackups()).map((name) => statSync(inBackups(name)).mode & 0o777)).toEqual([0o600]);
});

it('says why it failed on a full disk, and leaves the earlier backups', async () => {
  let isFull = false;
  const { clock, backups, put } = open((job) => {
    if (isFull && job.kind === 'copy') {
      writeFileSync(job.to, 'half');
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    }
    doBackupJob(job);
  });
  put('guest');
  await backups.backUp();
  isFull = true;
  await clock.advance(1_000);
  await expect(backups.backUp()).rejects.toMatchObject({ code: 'storageFailed', data: { reason: 'the disk is full' } });
  expect(readdirSync(inBackups())).toEqual(backups.list().map(({ id }) => `${id}.db`));
  expect(backups.list().map(({ path }) => guestsIn(path))).toEqual([['guest']]);
});

it('backs up before a migration, and not for a new file', () => {
  const first = open();
  first.put('guest');
  expect(first.backups.list()).toEqual([]);
  first.stores.close();
  const db = new DatabaseSync(first.stores.console.file);
  db.exec('DROP TRIGGER sealed_records_deleted; DROP TRIGGER sealed_records_added; DROP TABLE backup_deletions');
  db.exec('PRAGMA user_version = 2');
  db.close();
  const second = open();
  expect(second.database.all('SELECT id FROM backup_deletions')).toEqual([]);
  expect(second.backups.list().map(({ path }) => guestsIn(path))).toEqual([['guest']]);
});

it('deletes a guest from every backup, and nothing else', async () => {
  const { clock, backups, put, remove } = open();
  put('kept');
  put('gone', 'c-1', 'PLANTED');
  for (let count = 0; count < 3; count += 1) {
    await backups.backUp();
    await clock.advance(1_000);
  }
  remove('gone');
  expect(isAnywhere('PLANTED')).toBe(true);
  await backups.clear();
  expect(isAnywhere('PLANTED')).toBe(false);
  expect(backups.list().map(({ path }) => guestsIn(path))).toEqual([['kept'], ['kept'], ['kept']]);
});

it('leaves a guest that was changed, and clears what its last deletion left', async () => {
  const { database, backups, put, remove } = open();
  put('guest', 'c-1', 'before');
  await backups.backUp();
  database.transaction(() => {
    remove('guest');
    put('guest', 'c-1', 'after');
  });
  await backups.clear();
  expect(backups.list().map(({ path }) => guestsIn(path))).toEqual([['guest']]);
  remove('guest');
  await backups.clear();
  expect(backups.list().map(({ path }) => guestsIn(path))).toEqual([[]]);
});

it('deletes a connection from every backup with all its data', async () => {
  const { stores, database, backups, put } = open();
  put('of gone', 'gone', 'PLANTED');
  put('of kept', 'kept');
  database.run("INSERT INTO searches (connection_id, parameters, at, is_kept) VALUES ('gone', 'PLANTED', 0, 1)");
  await backups.backUp();
  deleteOfConnection(stores.console, 'gone');
  await backups.clear();
  expect(isAnywhere('PLANTED')).toBe(false);
  expect(backups.list().map(({ path }) => guestsIn(path))).toEqual([['of kept']]);
});

it('clears at the next start what an error interrupted, and deletes a damaged backup', async () => {
  let fails = true;
  const first = open((job) => {
    if (fails && job.kind === 'clear') throw Object.assign(new Error('locked'), { errcode: 5 });
    doBackupJob(job);
  });
  first.put('gone', 'c-1', 'PLANTED');
  await first.backups.backUp();
  await first.clock.advance(1_000);
  await first.backups.backUp();
  const [newest] = first.backups.list();
  writeFileSync(newest?.path ?? '', 'PLANTED in no database');
  first.remove('gone');
  await expect(first.backups.clear()).rejects.toMatchObject({ code: 'storageFailed' });
  first.stores.close();
  fails = false;
  const second = open();
  second.backups.start();
  await second.clock.advance(120_000);
  await second.backups.settled();
  expect(isAnywhere('PLANTED')).toBe(false);
  expect(second.backups.list().map(({ path }) => guestsIn(path))).toEqual([[]]);
});

it('restores in the place of something that is no file, which is kept', async () => {
  const { stores, database, clock, backups } = open();
  database.run("INSERT INTO settings (name, value) VALUES ('kept', '1')");
  await backups.backUp();
  await backups.prepareRestore(backups.list()[0]?.id ?? '');
  stores.close();
  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `console.db${ending}`), { force: true });
  mkdirSync(join(folder, 'console.db'));
  const restored = storesIn(folder, { clock, document: () => ({ read: () => null }) });
  opened.push(restored);
  expect(restored.setting('kept', 'The setting').read()).toBe(1);
  expect(readdirSync(folder).some((name) => name.endsWith('.damaged'))).toBe(true);
});

it('restores an open quote as unconfirmed, and leaves one that has expired or is booked', async () => {
  const { stores, database, clock, backups } = open();
  const quote = (id: string, outcome: string, expiresAt: number) => {
    const json = JSON.stringify({ id, outcome, expiresAt });
    database.run(
      "INSERT INTO quotes (connection_id, id, outcome, quote, summary) VALUES ('c-1', ?, ?, ?, ?)",
      ...[id, outcome, json, json],
    );
  };
  quote('open', 'open', clock.now() + 1);
  quote('expired', 'open', clock.now() - 2 * DAY_MS);
  quote('booked', 'booked', clock.now() + 1);
  await backups.backUp();
  await clock.advance(1_000);
  await backups.prepareRestore(backups.list()[0]?.id ?? '');
  stores.close();
  const restored = storesIn(folder, { clock, document: () => ({ read: () => null }) });
  opened.push(restored);
  const sql = "SELECT id, outcome, quote ->> '$.outcome' AS inQuote, summary ->> '$.outcome' AS inSummary FROM quotes";
  expect(restored.inConsole({ what: 'The quotes' }).all(`${sql} ORDER BY number`)).toEqual([
    { id: 'open', outcome: 'unknown', inQuote: 'unknown', inSummary: 'unknown' },
    { id: 'expired', outcome: 'open', inQuote: 'open', inSummary: 'open' },
    { id: 'booked', outcome: 'booked', inQuote: 'booked', inSummary: 'booked' },
  ]);
});
