import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrate, SCHEMA_VERSION } from '../../../../src/main/journal/file/schema.ts';
import { NewerSchema } from '../../../../src/main/platform/sqlite.ts';

const versionOf = (db: DatabaseSync) => db.prepare('PRAGMA user_version').get()?.user_version;

describe('migrate', () => {
  it('migrates an empty file to the newest version, and does nothing the second time', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db);
    expect(versionOf(db)).toBe(SCHEMA_VERSION);
    migrate(db);
    expect(versionOf(db)).toBe(SCHEMA_VERSION);
  });

  it('runs the missing migrations on an older file and keeps its rows', () => {
    const steps = [
      'CREATE TABLE first (id INTEGER)',
      'ALTER TABLE first ADD COLUMN note TEXT',
      'CREATE TABLE last (id INTEGER)',
    ];
    const db = new DatabaseSync(':memory:');
    migrate(db, steps.slice(0, 1));
    db.exec('INSERT INTO first VALUES (7)');
    migrate(db, steps);
    expect(versionOf(db)).toBe(3);
    expect(db.prepare('SELECT * FROM first').get()).toMatchObject({ id: 7, note: null });
  });

  it('leaves an older file as it was when a migration fails', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, ['CREATE TABLE first (id INTEGER)']);
    expect(() =>
      migrate(db, [
        'CREATE TABLE first (id INTEGER)',
        'CREATE TABLE second (id INTEGER); INSERT INTO nowhere VALUES (1)',
      ]),
    ).toThrow();
    if (db.isTransaction) db.exec('ROLLBACK');
    expect(versionOf(db)).toBe(1);
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'second'").get()?.n).toBe(0);
  });

  it('rejects a newer file and leaves it unchanged', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('PRAGMA user_version = 99');
    expect(() => migrate(db)).toThrow(NewerSchema);
    expect(versionOf(db)).toBe(99);
  });
});
