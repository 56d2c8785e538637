import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  configure,
  faultOf,
  migrate,
  openDatabase,
  quarantineDatabase,
  SqlConnection,
} from '../../../../src/main/platform/sqlite.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder = '';
let file = '';
let opened: DatabaseSync[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'store', 'notes.db');
  opened = [];
});
afterEach(() => {
  for (const db of opened) if (db.isOpen) db.close();
  removeTempFolder(folder);
});

const open = (timeout = 10): DatabaseSync => {
  const db = openDatabase(file, { timeout });
  opened.push(db);
  return db;
};
const filled = (): SqlConnection => {
  const db = open();
  configure(db);
  migrate(db, ['CREATE TABLE notes (text TEXT NOT NULL)']);
  return new SqlConnection(db);
};
const add = (connection: SqlConnection, text: string) =>
  connection.prepared('INSERT INTO notes (text) VALUES (?)').run(text);
const texts = (connection: SqlConnection) =>
  connection
    .prepared('SELECT text FROM notes')
    .all()
    .map(({ text }) => text);
const errorOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('this was expected to fail');
};

it('writes all of a transaction or nothing', () => {
  const connection = filled();
  connection.transaction(() => add(connection, 'kept'));
  expect(() =>
    connection.transaction(() => {
      add(connection, 'lost');
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(texts(connection)).toEqual(['kept']);
  expect(connection.db.isTransaction).toBe(false);
});

describe('migrate', () => {
  const STEPS = ['CREATE TABLE first (id INTEGER)', 'ALTER TABLE first ADD COLUMN note TEXT'];
  const memory = () => openDatabase(':memory:', {});
  const firstOf = (db: DatabaseSync, sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  const versionOf = (db: DatabaseSync) => firstOf(db, 'PRAGMA user_version');

  it('runs the missing migrations on an older file and keeps its rows, and does nothing the second time', () => {
    const db = memory();
    migrate(db, STEPS.slice(0, 1));
    db.exec('INSERT INTO first VALUES (7)');
    migrate(db, STEPS);
    migrate(db, STEPS);
    expect(versionOf(db)).toBe(2);
    expect(db.prepare('SELECT * FROM first').get()).toMatchObject({ id: 7, note: null });
  });

  it('leaves an older file as it was when a migration fails', () => {
    const db = memory();
    migrate(db, STEPS.slice(0, 1));
    const failing = 'CREATE TABLE second (id INTEGER); INSERT INTO nowhere VALUES (1)';
    expect(() => migrate(db, [...STEPS.slice(0, 1), failing])).toThrow();
    if (db.isTransaction) db.exec('ROLLBACK');
    expect(versionOf(db)).toBe(1);
    expect(firstOf(db, "SELECT count(*) FROM sqlite_master WHERE name = 'second'")).toBe(0);
  });

  it('leaves a newer file unchanged', () => {
    const db = memory();
    db.exec('PRAGMA user_version = 99');
    expect(() => migrate(db, STEPS)).toThrow('newer version');
    expect(versionOf(db)).toBe(99);
  });
});

describe('faultOf', () => {
  it.each<[string, () => unknown, { kind: string; reason: string }]>([
    [
      'a full disk',
      () => {
        const connection = filled();
        connection.db.exec('PRAGMA max_page_count = 1');
        return errorOf(() => add(connection, 'x'.repeat(100_000)));
      },
      { kind: 'unavailable', reason: 'the disk is full' },
    ],
    [
      'another program',
      () => {
        filled().db.exec('BEGIN IMMEDIATE');
        return errorOf(() => open().exec('BEGIN IMMEDIATE'));
      },
      { kind: 'unavailable', reason: 'another program is using the file' },
    ],
    [
      'something that is no database',
      () => {
        filled().close();
        writeFileSync(file, 'no database '.repeat(1_000));
        return errorOf(() => migrate(open(), []));
      },
      { kind: 'damaged', reason: 'the file is damaged' },
    ],
    [
      'a newer schema',
      () => {
        filled();
        return errorOf(() => migrate(open(), []));
      },
      { kind: 'newer', reason: 'the file is of a newer version' },
    ],
    [
      'a folder that cannot be made',
      () => {
        writeFileSync(join(folder, 'store'), '');
        return errorOf(open);
      },
      { kind: 'unavailable', reason: 'the folder cannot be used' },
    ],
  ])('reads %s', (_, fail, fault) => {
    expect(faultOf(fail())).toEqual(fault);
  });

  it('returns null for any other error', () => {
    const connection = filled();
    expect(faultOf(errorOf(() => add(connection, null as unknown as string)))).toBeNull();
    expect(faultOf(new Error('other'))).toBeNull();
    expect(faultOf(null)).toBeNull();
  });
});

it('quarantines a file with its write-ahead log under a name of its own, and deletes nothing', () => {
  const now = Date.UTC(2026, 10, 22, 9, 30);
  const connection = filled();
  add(connection, 'in the log');
  const before = readFileSync(file);
  const first = quarantineDatabase(file, now);
  expect(first).toBe(`${file}.2026-11-22T09-30-00.000Z.damaged`);
  expect(readFileSync(first).equals(before)).toBe(true);
  expect(existsSync(`${first}-wal`)).toBe(true);
  expect(readdirSync(join(folder, 'store')).every((name) => name.includes('.damaged'))).toBe(true);
  writeFileSync(file, 'another one');
  expect(quarantineDatabase(file, now)).toBe(`${file}.2026-11-22T09-30-00.000Z-2.damaged`);
});
