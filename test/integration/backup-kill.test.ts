/** Backups, their clearing and a restore that a kill ends before each of their steps: nothing lost, nothing back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { finishDeletion, markForDeletion } from '../../src/main/platform/delete-everything.ts';
import { doBackupJob } from '../../src/main/store/backup-files.ts';
import { Backups } from '../../src/main/store/backups.ts';
import { FakeLog } from '../support/fake-log.ts';
import { copyOf, statesAtKills } from '../support/kill-states.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { storesIn } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

let origin = '';
/** The same, after the guest was deleted from the backups. */
let cleared = '';
let folder = '';
const unused: string[] = [];
const newFolder = () => {
  const made = makeTempFolder();
  unused.push(made);
  return made;
};

const QUOTE = { expiresAt: 9e12, outcome: 'open' };
function open(at: string) {
  const clock = new ManualClock();
  const log = new FakeLog();
  const stores = storesIn(at, { clock, log, document: () => ({ read: () => null }) });
  const database = stores.inConsole({ what: 'The test' });
  const backups = new Backups({ console: stores.console, run: async (job) => doBackupJob(job), clock, log });
  const quote = (id: string, outcome = 'open') => {
    const json = JSON.stringify({ ...QUOTE, id, outcome });
    database.run(
      `INSERT OR REPLACE INTO quotes (connection_id, id, outcome, quote, summary) VALUES ('c-1', ?, ?, ?, ?)`,
      ...[id, outcome, json, json],
    );
  };
  const guest = (id: string, content: string) =>
    database.run(
      "INSERT INTO sealed_records (id, kind, connection_id, at, key_id, content) VALUES (?, 'guest', 'c-1', 0, 'k', ?)",
      ...[id, Buffer.from(content)],
    );
  return { clock, stores, database, backups, quote, guest };
}

/** Two backups with a guest that was deleted since, of a quote that is being booked now, and of one that was deleted by mistake. */
beforeAll(async () => {
  origin = makeTempFolder();
  const { clock, stores, database, backups, quote, guest } = open(origin);
  quote('booked later');
  quote('deleted by mistake');
  guest('kept', 'KEPT');
  guest('gone', 'PLANTED');
  for (let count = 0; count < 2; count += 1) {
    await backups.backUp();
    await clock.advance(1_000);
  }
  database.run("DELETE FROM quotes WHERE id = 'deleted by mistake'");
  database.run("DELETE FROM sealed_records WHERE id = 'gone'");
  quote('booked later', 'sending');
  stores.close();
  cleared = makeTempFolder();
  cpSync(origin, cleared, { recursive: true, preserveTimestamps: true });
  const later = open(cleared);
  await later.backups.clear();
  later.stores.close();
});
afterAll(() => {
  for (const made of [origin, cleared]) removeTempFolder(made);
});
afterEach(() => {
  for (const made of unused.splice(0)) removeTempFolder(made);
});

const rowsIn = (path: string, table: 'quotes' | 'sealed_records'): Record<string, unknown> => {
  const db = new DatabaseSync(path);
  const rows = db.prepare(`SELECT id, ${table === 'quotes' ? 'outcome' : 'content'} AS value FROM ${table}`).all();
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
  return Object.fromEntries(rows.map(({ id, value }) => [id, String(value)]));
};
const holds = (text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text));

/** What a process does in a folder until it is killed. */
async function act(name: 'backUp' | 'clear' | 'restore' | 'start', at: string): Promise<void> {
  const { clock, stores, backups } = open(at);
  await clock.advance(60_000);
  if (name === 'backUp') await backups.backUp();
  if (name === 'clear') await backups.clear();
  if (name === 'restore') await backups.prepareRestore(backups.list().at(-1)?.id ?? '');
  if (name === 'start') void stores.console.exists;
  stores.close();
}

/** Checks the state that a kill before each step of an act leaves. Returns the number of states. */
async function everyState(from: string, run: (at: string) => unknown, check: () => Promise<void>): Promise<number> {
  const done = newFolder();
  cpSync(from, done, { recursive: true, preserveTimestamps: true });
  const states = await statesAtKills(done, () => run(done));
  unused.push(...states);
  for (folder of states) await check();
  return states.length;
}

it('leaves console.db and the earlier backups whole, whenever a backup is killed', async () => {
  const steps = await everyState(
    origin,
    (at) => act('backUp', at),
    async () => {
      const { stores, database, backups } = open(folder);
      expect(database.all('SELECT id FROM quotes')).toEqual([{ id: 'booked later' }]);
      const found = backups.list();
      expect(found.length).toBeGreaterThanOrEqual(2);
      for (const { path } of found) expect(rowsIn(path, 'sealed_records')).toMatchObject({ kept: expect.anything() });
      // The next backup removes what the killed one left.
      await backups.backUp();
      expect(readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([]);
      stores.close();
    },
  );
  expect(steps).toBeGreaterThan(5);
});

async function checkClearing(): Promise<void> {
  const { stores, backups } = open(folder);
  await backups.clear();
  expect(holds('PLANTED')).toBe(false);
  expect(backups.list().map(({ path }) => Object.keys(rowsIn(path, 'sealed_records')))).toEqual([['kept'], ['kept']]);
  expect(Object.keys(rowsIn(backups.list()[0]?.path ?? '', 'quotes'))).toHaveLength(2);
  stores.close();
}

it('deletes a guest from the backups at the next start, whenever the clearing is killed', async () => {
  expect(await everyState(origin, (at) => act('clear', at), checkClearing)).toBeGreaterThan(5);
});

const sizesIn = (at: string) =>
  readdirSync(at, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => `${name} ${statSync(join(at, name)).size}`);

it('is killed (SIGKILL) in a process of its own, which leaves such a state', async () => {
  const done = newFolder();
  cpSync(origin, done, { recursive: true, preserveTimestamps: true });
  const states = await statesAtKills(done, () => act('clear', done));
  unused.push(...states);
  // In the middle, the transaction of the first backup is open.
  const killAt = Math.ceil(states.length / 2);
  folder = copyOf(origin);
  unused.push(folder);
  const [, signal] = await once(
    fork(new URL('../support/backup-child.ts', import.meta.url), [folder, `${killAt}`]),
    'close',
  );
  expect(signal).toBe('SIGKILL');
  expect(sizesIn(folder)).toEqual(sizesIn(states[killAt - 1] ?? ''));
  await checkClearing();
});

const RESTORED = { 'booked later': 'sending', 'deleted by mistake': 'unknown' };
const consoleFile = () => join(folder, 'console.db');

it('restores wholly or not at all, whenever the preparation is killed', async () => {
  const left: number[] = [];
  await everyState(
    cleared,
    (at) => act('restore', at),
    async () => {
      const { stores } = open(folder);
      void stores.console.exists;
      stores.close();
      const quotes = rowsIn(consoleFile(), 'quotes');
      left.push(Object.keys(quotes).length);
      expect([RESTORED, { 'booked later': 'sending' }]).toContainEqual(quotes);
      expect(rowsIn(consoleFile(), 'sealed_records')).toMatchObject({ kept: expect.anything() });
    },
  );
  expect(new Set(left)).toEqual(new Set([1, 2]));
});

it('completes a prepared restore at the next start, and the booking in flight is not rolled back', async () => {
  const prepared = copyOf(cleared);
  unused.push(prepared);
  await act('restore', prepared);
  const steps = await everyState(
    prepared,
    (at) => act('start', at),
    async () => {
      const { clock, stores, backups } = open(folder);
      await clock.advance(120_000);
      void stores.console.exists;
      stores.close();
      expect(rowsIn(consoleFile(), 'quotes')).toEqual(RESTORED);
      expect(holds('PLANTED')).toBe(false);
      // The replaced file is the newest backup.
      expect(rowsIn(backups.list()[0]?.path ?? '', 'quotes')).toEqual({ 'booked later': 'sending' });
      expect(backups.list()).toHaveLength(3);
      expect(readdirSync(folder).toSorted()).toEqual(['backups', 'console.db']);
    },
  );
  expect(steps).toBeGreaterThan(5);
});

it('deletes everything at the next start, whenever the deletion is killed', async () => {
  const marked = newFolder();
  cpSync(origin, marked, { recursive: true });
  markForDeletion(marked);
  const states = await everyState(
    marked,
    (at) => finishDeletion([at], new FakeLog()),
    async () => {
      finishDeletion([folder], new FakeLog());
      expect(readdirSync(folder)).toEqual([]);
    },
  );
  expect(states).toBeGreaterThan(2);
});
