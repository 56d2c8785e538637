/** Backups, their clearing and a restore in a process that is killed (SIGKILL) before each of its steps: nothing lost, nothing back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { finishDeletion, markForDeletion } from '../../src/main/platform/delete-everything.ts';
import { doBackupJob } from '../../src/main/store/backup-files.ts';
import { Backups } from '../../src/main/store/backups.ts';
import { FakeLog } from '../support/fake-log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { storesIn } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const SCRIPT = new URL('../support/backup-child.ts', import.meta.url);
/** More than any act has. */
const MAX_STEPS = 80;

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

/** Runs an act in a process that is killed before a step; false when the act has fewer steps. */
async function killedAt(act: string, step: number): Promise<boolean> {
  const child = fork(SCRIPT, [folder, act, String(step)]);
  const [code, signal] = await once(child, 'close');
  if (signal === null && code !== 0) throw new Error(`the process ended with ${code}`);
  return signal === 'SIGKILL';
}

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

/** Kills the act before each of its steps in a fresh copy of a folder, and checks what is left. */
async function everyStep(act: string, from: () => string, check: () => Promise<void>): Promise<number> {
  for (let step = 1; step < MAX_STEPS; step += 1) {
    folder = newFolder();
    cpSync(from(), folder, { recursive: true, preserveTimestamps: true });
    const isKilled = await killedAt(act, step);
    await check();
    if (!isKilled) return step;
  }
  throw new Error('the act has more steps');
}

it('leaves console.db and the earlier backups whole, whenever a backup is killed', async () => {
  const steps = await everyStep(
    'backUp',
    () => origin,
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

it('deletes a guest from the backups at the next start, whenever the clearing is killed', async () => {
  const steps = await everyStep(
    'clear',
    () => origin,
    async () => {
      const { stores, backups } = open(folder);
      await backups.clear();
      expect(holds('PLANTED')).toBe(false);
      expect(backups.list().map(({ path }) => Object.keys(rowsIn(path, 'sealed_records')))).toEqual([
        ['kept'],
        ['kept'],
      ]);
      expect(Object.keys(rowsIn(backups.list()[0]?.path ?? '', 'quotes'))).toHaveLength(2);
      stores.close();
    },
  );
  expect(steps).toBeGreaterThan(5);
});

const RESTORED = { 'booked later': 'sending', 'deleted by mistake': 'unknown' };
const consoleFile = () => join(folder, 'console.db');

it('restores wholly or not at all, whenever the preparation is killed', async () => {
  const left: number[] = [];
  await everyStep(
    'restore',
    () => cleared,
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
  folder = newFolder();
  cpSync(cleared, folder, { recursive: true, preserveTimestamps: true });
  expect(await killedAt('restore', 0)).toBe(false);
  const prepared = folder;
  const steps = await everyStep(
    'start',
    () => prepared,
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
  await everyStep(
    'deleteEverything',
    () => marked,
    async () => {
      finishDeletion([folder], new FakeLog());
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
