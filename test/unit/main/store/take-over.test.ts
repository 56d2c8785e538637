/** The files that each store had before are taken over once, whole, and whenever the process ends in between. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QuarantineList } from '../../../../src/main/platform/quarantine.ts';
import { StoreFile } from '../../../../src/main/store/store-file.ts';
import { Stores } from '../../../../src/main/store/stores.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { FileDocument } from '../../../support/file-document.ts';
import { copyOf } from '../../../support/kill-states.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

/** Is called before each step that changes the disk. */
const disk = vi.hoisted(() => ({ beforeStep: () => {} }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return {
    ...fs,
    rmSync(...given: Parameters<typeof fs.rmSync>) {
      if (/\.(db|json|db-wal|db-shm)$/.test(String(given[0]))) disk.beforeStep();
      fs.rmSync(...given);
    },
  };
});
const useAlone = StoreFile.prototype.useAlone;
const FIXTURE = new URL('../../../fixtures/former-files/', import.meta.url).pathname;
const KEPT_DOCUMENTS = ['README.md', 'vault.json', 'data-key.json', 'operations.json', 'skew.json'];
const CONNECTION = '29fa5317-a0dc-463b-92c2-485d66957849';

let folder = '';
let quarantine: QuarantineList;
let log: FakeLog;
beforeEach(() => {
  folder = makeTempFolder();
  quarantine = new QuarantineList();
  log = new FakeLog();
  disk.beforeStep = () => {};
  vi.spyOn(StoreFile.prototype, 'useAlone').mockImplementation(function (this: StoreFile, work) {
    disk.beforeStep();
    return useAlone.call(this, work) as never;
  });
  putFormerFiles();
});
afterEach(() => removeTempFolder(folder));

function putFormerFiles(): void {
  for (const name of readdirSync(FIXTURE))
    if (name.endsWith('.gz'))
      writeFileSync(join(folder, name.slice(0, -3)), gunzipSync(readFileSync(join(FIXTURE, name))));
    else copyFileSync(join(FIXTURE, name), join(folder, name));
}

const open = (): Stores =>
  new Stores({
    ...{ folder, clock: new ManualClock(), log, quarantine },
    document: (name) => new FileDocument(join(folder, `${name}.json`)),
  });

/** Every row of both files, without the order of their columns. */
function contentOf(stores: Stores) {
  const rowsOf = (file: StoreFile) =>
    file.use('The test', 'read', ({ db }) => {
      const tables = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'case_words_*' ORDER BY name")
        .all()
        .map(({ name }) => String(name));
      return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]));
    });
  return { console: rowsOf(stores.console), cache: rowsOf(stores.cache) };
}
function takenOver() {
  const stores = open();
  const content = contentOf(stores);
  stores.close();
  return content;
}
const formerFilesLeft = () =>
  readdirSync(folder).filter((name) => !/^(console|cache)\.db/.test(name) && !KEPT_DOCUMENTS.includes(name));

it('takes over every file, and deletes it', () => {
  const { console, cache } = takenOver();
  expect(formerFilesLeft()).toEqual([]);
  expect(console.quotes?.map(({ connection_id, id, outcome }) => [connection_id, id, outcome])).toEqual([
    ['sandbox', '5069051325fdd7258404f125', 'open'],
    [CONNECTION, 'q-1', 'open'],
    [CONNECTION, 'q-2', 'sending'],
    // The third one was removed before a kill.
  ]);
  expect(console.quotes?.[1]).toMatchObject({
    note: expect.stringMatching(/^[\w+/]+=*$/),
    follow_up_on: '2026-12-24',
    sent_on: '2026-11-20',
    sent: expect.stringContaining('offer-1'),
    picture_url: 'https://pictures.example/harbour.jpg',
    removed_at: null,
  });
  expect(console.sealed_records?.map(({ id, kind }) => [id, kind])).toEqual([
    [expect.any(String), 'guest'],
    ['guest-lost', 'guest'],
    ['offer-1', 'offer'],
  ]);
  const keys = new Set(console.sealed_records?.map(({ key_id }) => key_id));
  expect(keys.size).toBe(2);
  expect(console.sealed_links?.map(({ link, record_id }) => `${link} ${record_id}`)).toEqual([
    'q-3 guest-lost',
    'q-1 id-1',
    'q-1 offer-1',
    'q-3 offer-1',
  ]);
  expect(console.cases?.map(({ connection_id, notes }) => [connection_id, notes])).toEqual([
    [CONNECTION, 'The host asks on Monday.'],
    [null, ''],
  ]);
  expect(console.case_words).toHaveLength(2);
  expect(console.searches?.map(({ connection_id, is_kept }) => [connection_id, is_kept])).toEqual([
    [CONNECTION, 1],
    ['gone', 1],
    ['sandbox', 0],
  ]);
  expect(console.booking_notes).toMatchObject([{ notes: expect.stringContaining('"listingId":"l-9"') }]);
  expect(console.wanted_quotes).toMatchObject([
    { page: 'page-1', wanted: expect.stringContaining('"listingId":"l1"') },
  ]);
  expect(console.settings).toEqual([
    { name: 'offer-sender', value: expect.stringContaining('Casa Azul Rentals') },
    { name: 'training', value: expect.stringContaining('"bestMs":60000') },
  ]);
  expect(console.connections).toContainEqual({ id: 'gone', removed_at: 0 });
  expect(console.tasks?.map(({ id, state }) => [id, state])).toEqual([
    ['task-calendars', 'paused'],
    ['task-new', 'running'],
  ]);
  expect(cache.result_sets?.map(({ done, failed, rows, requests }) => [done, failed, rows, requests])).toEqual([
    [2, 2, 3, 3],
    [0, 0, 0, 0],
  ]);
  expect([console.plans?.length, console.specs?.length, cache.result_sets?.length, cache.results?.length]).toEqual([
    2, 2, 2, 4,
  ]);
  expect([cache.lists?.length, cache.pages?.length]).toEqual([1, 3]);
  expect([cache.calendar_answers?.length, cache.search_answers?.length]).toEqual([1, 1]);
  expect([...(console.takeovers ?? []), ...(cache.takeovers ?? [])]).toEqual([]);
  expect(quarantine.files).toEqual([]);
});

it('loses and doubles nothing when the process is killed before any step', () => {
  // A process that is killed leaves what it has written by then.
  const states: string[] = [];
  disk.beforeStep = () => void states.push(copyOf(folder));
  const whole = takenOver();
  disk.beforeStep = () => {};
  expect(states.length).toBeGreaterThan(35);
  for (const [index, state] of states.entries()) {
    removeTempFolder(folder);
    folder = state;
    expect(takenOver(), `killed before step ${index + 1}`).toEqual(whole);
    expect(formerFilesLeft()).toEqual([]);
  }
});

it('takes over what an older version wrote after the takeover, beside what is there', () => {
  const before = takenOver();
  for (const name of ['quotes.db', 'searches.json', 'listings.db', 'guests.db']) {
    const packed = join(FIXTURE, `${name}.gz`);
    if (existsSync(packed)) writeFileSync(join(folder, name), gunzipSync(readFileSync(packed)));
  }
  const db = new DatabaseSync(join(folder, 'quotes.db'));
  db.exec("UPDATE quotes SET id = 'later' || id");
  db.close();
  const { console, cache } = takenOver();
  expect(console.quotes).toHaveLength((before.console.quotes?.length ?? 0) + 1);
  expect(console.sealed_records).toEqual(before.console.sealed_records);
  expect(cache.lists).toHaveLength(2);
  expect(cache.pages).toHaveLength(6);
});

it('quarantines a damaged file and takes over the others', () => {
  const damaged = 'this is no database, and it is long enough to look like a page\n'.repeat(200);
  writeFileSync(join(folder, 'guests.db'), damaged);
  const { console } = takenOver();
  expect(console.sealed_records).toHaveLength(1);
  expect(console.quotes).toHaveLength(3);
  const [found, ...others] = quarantine.files;
  expect(others).toEqual([]);
  expect(found?.document).toBe('guests.db');
  expect(readFileSync(found?.movedTo ?? '', 'utf8')).toBe(damaged);
  expect(formerFilesLeft()).toEqual([basename(found?.movedTo ?? '')]);
});

it('leaves files of another form where they are', () => {
  const db = new DatabaseSync(join(folder, 'cases.db'));
  db.exec('PRAGMA user_version = 7');
  db.close();
  const { console } = takenOver();
  expect(console.cases).toEqual([]);
  expect(formerFilesLeft()).toEqual(['cases.db']);
  expect(log.text).toContain('stays as it is');
});

it('leaves everything where it is while console.db cannot be opened', () => {
  const db = new DatabaseSync(join(folder, 'console.db'));
  db.exec('PRAGMA user_version = 99');
  db.close();
  const before = formerFilesLeft();
  const stores = open();
  expect(stores.console.exists).toBe(true);
  stores.close();
  expect(formerFilesLeft().filter((name) => !/-(wal|shm)$/.test(name))).toEqual(
    before.filter((name) => name !== 'listings.db' && !/-(wal|shm)$/.test(name)),
  );
  rmSync(join(folder, 'console.db'));
  expect(takenOver().console.quotes).toHaveLength(3);
});
