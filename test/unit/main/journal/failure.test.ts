import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf } from '../../../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { aRaw, CHOICES, ServerRig } from './raws.ts';

let folder = '';
let file = '';
let rigs: ServerRig[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'journal.db');
  rigs = [];
});
afterEach(() => {
  for (const rig of rigs) rig.close();
  removeTempFolder(folder);
});

const openRig = (options: ConstructorParameters<typeof ServerRig>[2] = {}): ServerRig => {
  const rig = new ServerRig(file, CHOICES, options);
  rigs.push(rig);
  return rig;
};
const idsOf = (rig: ServerRig) =>
  rig.ask('page', { filter: filterOf('one'), before: null, limit: 1_000 }).exchanges.map(({ id }) => id);
const filled = (count: number): string[] => {
  const rig = openRig();
  const ids = rig.record(
    ...Array.from({ length: count }, () =>
      aRaw({ responseBody: { text: JSON.stringify({ pad: Math.random().toString(36).repeat(40) }), bytes: 500 } }),
    ),
  );
  rig.close();
  return ids.map(({ id }) => id).reverse();
};
const scribble = (at: number, bytes: number): void => {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 0x5a), 0, bytes, at);
  closeSync(descriptor);
};

describe('a damaged file', () => {
  it.each<[string, () => void]>([
    ['garbage in its header', () => scribble(0, 100)],
    [
      'another kind of file',
      () => writeFileSync(file, 'this is no database, and it is long enough to look like a page\n'.repeat(200)),
    ],
    [
      'a database of something else',
      () => {
        writeFileSync(file, '');
        const db = new DatabaseSync(file);
        db.exec('CREATE TABLE letters (text TEXT)');
        db.close();
      },
    ],
    [
      'a directory in its place',
      () => {
        removeTempFolder(file);
        mkdirSync(file);
        writeFileSync(join(file, 'precious'), 'x');
      },
    ],
    [
      'a link in its place',
      () => {
        const elsewhere = join(folder, 'elsewhere.sqlite');
        renameSync(file, elsewhere);
        // Windows makes links for administrators only.
        if (process.platform === 'win32') writeFileSync(file, 'no link');
        else symlinkSync(elsewhere, file);
      },
    ],
    [
      'a newer schema',
      () => {
        const db = new DatabaseSync(file);
        db.exec('PRAGMA user_version = 99');
        db.close();
      },
    ],
    ['a file that was cut', () => truncateSync(file, 4_096)],
    // SQLite's file format: "file format read version" and "schema format number".
    ['a file format that is not known', () => scribble(18, 2)],
    ['a schema format that is not known', () => scribble(44, 4)],
  ])('is quarantined and a new one begun: %s', (_, damage) => {
    filled(60);
    damage();
    const isFolder = statSync(file).isDirectory();
    const damaged = isFolder ? '' : readFileSync(file, 'latin1');
    const rig = openRig();
    expect(rig.record(aRaw({ id: 'fresh' }))).toHaveLength(1);
    expect(idsOf(rig)).toEqual(['fresh']);
    const { storage, quarantined, lost } = rig.state;
    expect({ storage, lost }).toEqual({ storage: 'file', lost: 0 });
    expect(quarantined).toMatch(/journal\.db\..*\.damaged$/);
    if (isFolder) expect(existsSync(join(quarantined ?? '', 'precious'))).toBe(true);
    else expect(readFileSync(quarantined ?? '', 'latin1')).toBe(damaged);
  });

  it('is closed before it is quarantined: a damaged list of counts', () => {
    filled(60);
    const db = new DatabaseSync(file);
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'counts'").get()?.rootpage);
    db.close();
    scribble((page - 1) * 4_096, 100);
    const opened: DatabaseSync[] = [];
    const rig = openRig({ opened });
    rig.record(aRaw({ id: 'fresh' }));
    expect(rig.state.quarantined).not.toBeNull();
    expect(idsOf(rig)).toEqual(['fresh']);
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it('is found by a later query or write, and loses no new exchange', () => {
    filled(400);
    const size = statSync(file).size;
    for (let at = 40_960; at < size - 8_192; at += 12_288) scribble(at, 6_000);
    const rig = openRig();
    rig.record(...Array.from({ length: 50 }, (_, index) => aRaw({ id: `new-${index}`, requestId: `word${index}` })));
    for (const search of ['word1', 'a', 'b', 'c', 'pad', '0', '5'])
      rig.ask('page', { filter: filterOf('one', { search }), before: null, limit: 100 });
    rig.record(aRaw({ id: 'last' }));
    expect(rig.state.storage).toBe('file');
    expect(rig.state.quarantined).not.toBeNull();
    expect(idsOf(rig)).toContain('last');
    expect(readdirSync(folder).filter((name) => name.includes('damaged')).length).toBeGreaterThan(0);
  });
});

it('quarantines a file without one of its indexes, and loses nothing that is recorded then', () => {
  filled(5);
  const db = new DatabaseSync(file);
  db.exec('DROP TABLE words');
  db.close();
  const rig = openRig();
  rig.record(aRaw({ id: 'a' }), aRaw({ id: 'b' }));
  expect(idsOf(rig)).toEqual(['b', 'a']);
  expect(rig.state).toMatchObject({ storage: 'file', lost: 0 });
  expect(rig.state.quarantined).not.toBeNull();
});

describe('a disk that fails', () => {
  it('keeps exchanges in memory, reports it, and copies them into the file in order when it works again', async () => {
    const rig = openRig();
    rig.record(aRaw({ id: 'before' }));
    rig.fillDisk();
    for (let index = 0; index < 60; index += 1)
      rig.record(
        aRaw({ id: `full-${index}`, responseBody: { text: 'word '.repeat(4_000) + Math.random(), bytes: 20_000 } }),
      );
    const { storage, reason, retryAt, lost, exchanges } = rig.state;
    expect({ storage, reason, lost }).toEqual({ storage: 'memory', reason: 'the disk is full', lost: 0 });
    expect(retryAt).toBeGreaterThan(rig.clock.now());
    expect(idsOf(rig)).toHaveLength(exchanges);
    expect(idsOf(rig)).toContain('before');

    await rig.clock.advance(20_000);
    expect(rig.state.storage).toBe('memory');
    rig.makeRoom();
    await rig.clock.advance(60_000);
    expect(rig.state).toMatchObject({ storage: 'file', reason: null, retryAt: null, lost: 0, exchanges: 61 });
    const ids = [...Array.from({ length: 60 }, (_, index) => `full-${59 - index}`), 'before'];
    expect(idsOf(rig)).toEqual(ids);
    expect(rig.states.map(({ storage }) => storage)).toEqual(expect.arrayContaining(['file', 'memory']));
    rig.close();
    expect(idsOf(openRig())).toEqual(ids);
  });

  it('truncates its write-ahead log, which may hold the only free space', async () => {
    const rig = openRig();
    rig.record(...Array.from({ length: 200 }, () => aRaw()));
    rig.fillDisk();
    for (let count = 0; count < 60; count += 1) rig.record(aRaw({ url: `https://x.example/${'y'.repeat(5_000)}` }));
    expect(rig.state.storage).toBe('memory');
    const before = statSync(`${file}-wal`).size;
    await rig.clock.advance(10_000);
    expect(rig.state.storage).toBe('memory');
    expect(statSync(`${file}-wal`).size).toBeLessThan(before / 4);
  });

  it('pauses only maintenance when the disk refuses it, and runs it later', async () => {
    const rig = openRig();
    for (let count = 0; count < 30; count += 1)
      rig.record(aRaw({ responseBody: { text: randomBytes(900).toString('hex').replaceAll('0', ' '), bytes: 1_800 } }));
    rig.db?.exec('PRAGMA query_only = ON');
    // By now the exchanges are too old, and maintenance would delete them.
    await rig.clock.advance(31 * 86_400_000);
    expect(rig.states.filter(({ storage }) => storage === 'memory')).toEqual([]);
    expect(rig.logs.filter((line) => line.includes('maintenance'))).not.toEqual([]);
    expect(rig.state.exchanges).toBe(30);
    rig.db?.exec('PRAGMA query_only = OFF');
    await rig.clock.advance(86_400_000);
    expect(rig.state.exchanges).toBe(0);
  });

  it('begins a new file when a retry finds the old one damaged', async () => {
    const rig = openRig();
    rig.record(aRaw({ id: 'before' }));
    rig.fillDisk();
    const pad = () => ({ text: Array.from({ length: 200 }, () => Math.random().toString(36)).join(' '), bytes: 3_000 });
    for (let index = 0; rig.state.storage === 'file'; index += 1)
      rig.record(aRaw({ id: `pad-${index}`, responseBody: pad() }));
    rig.record(aRaw({ id: 'held' }));
    rig.db?.exec('PRAGMA max_page_count = 1000000; DROP TABLE words');
    await rig.clock.advance(120_000);
    expect(rig.state).toMatchObject({ storage: 'file', lost: 0 });
    expect(rig.state.quarantined).not.toBeNull();
    expect(idsOf(rig)[0]).toBe('held');
  });

  it('waits for another program that uses the file, and continues the sequence numbers', async () => {
    filled(3);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
    const rig = openRig();
    expect(rig.record(aRaw({ id: 'held' }))).toEqual([]);
    expect(rig.state).toMatchObject({ storage: 'memory', reason: 'another program is using the file', lost: 0 });
    expect(idsOf(rig)).toEqual([]);
    other.exec('COMMIT');
    other.close();
    await rig.clock.advance(60_000);
    expect(rig.state).toMatchObject({ storage: 'file', exchanges: 4, quarantined: null });
    expect(idsOf(rig)[0]).toBe('held');
    expect(rig.record(aRaw())).toMatchObject([{ seq: 5 }]);
  });

  it('works in memory when the folder is unusable', async () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    file = join(folder, 'in-the-way', 'journal.db');
    const rig = openRig();
    rig.record(aRaw({ id: 'held' }));
    expect(rig.state).toMatchObject({ storage: 'memory', lost: 0, exchanges: 0 });
    removeTempFolder(join(folder, 'in-the-way'));
    await rig.clock.advance(60_000);
    expect(rig.state).toMatchObject({ storage: 'file', exchanges: 1 });
  });

  it('clears nothing while the disk fails, and says why', async () => {
    const rig = openRig();
    rig.record(aRaw({ id: 'old' }), aRaw({ id: 'other', connectionId: 'two' }));
    rig.fillDisk();
    const pad = () => ({ text: Array.from({ length: 200 }, () => Math.random().toString(36)).join(' '), bytes: 3_000 });
    while (rig.state.storage === 'file') rig.record(aRaw({ id: `pad-${rig.state.exchanges}`, responseBody: pad() }));
    const clear = () => rig.ask('clear', { connectionId: 'one', canRestore: true });
    expect(clear).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ code: 'storageFailed', reason: 'the disk is full' }) }),
    );
    expect(idsOf(rig)).toContain('old');
    rig.makeRoom();
    await rig.clock.advance(20_000);
    expect(clear()).toBe(true);
    expect(idsOf(rig)).toEqual([]);
    expect(rig.state.exchanges).toBe(1);
  });

  it('loses only the exchange that cannot be written', () => {
    const rig = openRig();
    const broken = { ...aRaw({ id: 'broken' }), queuedAt: undefined as unknown as number };
    rig.record(aRaw({ id: 'one' }), broken, aRaw({ id: 'two' }));
    expect(idsOf(rig)).toEqual(['two', 'one']);
    expect(rig.state).toMatchObject({ storage: 'file', lost: 1 });
  });
});
