/** Tasks on disk: written whole or not at all, quarantined when damaged, unchanged when of a newer version. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../src/main/tasks/store/migrations.ts';
import type { NewTask } from '../../../../src/main/tasks/store/task-record.ts';
import { TaskStore } from '../../../../src/main/tasks/store/task-store.ts';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let file: string;
let log: FakeLog;
const clock = new ManualClock();
const opened: TaskStore[] = [];

beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'store', 'tasks.db');
  log = new FakeLog();
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  removeTempFolder(folder);
});

const open = (): TaskStore => {
  const store = TaskStore.open(file, { clock, log });
  opened.push(store);
  return store;
};

const task: NewTask = {
  id: 'task-a',
  connectionId: 'c',
  credentialId: 'k',
  title: 'Calendars',
  spec: { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null },
  createdAt: 1_700_000_000_123.5,
};
const steps = [
  { key: 'l1', title: 'Zürich — “Altbau”' },
  { key: 'l2', title: 'l2' },
];
const error: ErrorData = { code: 'answerUnusable', problem: 'it is not JSON', exchangeId: null };
const row = (cells: (string | number | null)[]) => ({ cells, raw: { of: cells[0] ?? null } });

describe('the store', () => {
  it('reads the error codes that version 0.1.0 stored', () => {
    const store = open();
    const { number } = store.create(task, steps);
    const old = (data: unknown) => data as ErrorData;
    const deadline = { what: 'Calendar of a listing', afterMs: 900_000 };
    const circuit = { host: 'h.example', until: 7, failures: 5, reason: 'it answered 503' };
    store.stepFailed(number, 0, { key: 'l1', title: 'A' }, old({ code: 'deadlinePassed', ...deadline }), 1);
    store.change(number, {
      state: 'paused',
      finishedAt: null,
      error: old({ code: 'serviceResting', ...circuit }),
      requests: 1,
    });
    expect(open().tasks()).toMatchObject([{ error: { code: 'circuitOpen', ...circuit } }]);
    expect(open().failures(number)).toMatchObject([{ error: { code: 'deadlineExceeded', ...deadline } }]);
  });

  it('reads tasks, plans and results after it is opened again', () => {
    const store = open();
    const { number } = store.create(task, steps);
    expect(store.stepDone(number, 1, { key: 'l2', title: 'l2' }, [row(['l2', 1]), row(['l2', 2])], 1)).toEqual({
      done: 1,
      failed: 0,
      rows: 2,
    });
    expect(store.stepFailed(number, 0, { key: 'l1', title: 'A' }, error, 2)).toEqual({ done: 1, failed: 1, rows: 2 });
    store.change(number, { state: 'done', finishedAt: 5, error: null, requests: 3 });
    store.close();

    const again = open();
    expect(again.isPersistent).toBe(true);
    expect(again.tasks()).toEqual([
      {
        ...task,
        number,
        state: 'done',
        steps: 2,
        done: 1,
        failed: 1,
        requests: 3,
        rows: 2,
        finishedAt: 5,
        error: null,
      },
    ]);
    expect(again.steps(number)).toEqual(steps);
    expect(again.ended(number).sort()).toEqual([0, 1]);
    expect(again.failures(number)).toEqual([{ index: 0, step: 'A (l1)', error }]);
    expect(again.deleteFailures(number, null)).toEqual({ done: 1, failed: 0, rows: 2 });
    expect(again.ended(number)).toEqual([1]);
  });

  it('keeps the tasks of a file whose specification is in the row of the task, as 0.1.0 wrote it', () => {
    mkdirSync(join(folder, 'store'));
    const database = new DatabaseSync(file);
    database.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1`);
    const insert = database.prepare(
      `INSERT INTO tasks (id, connection_id, credential_id, title, spec, state, steps, created_at)
       VALUES (?, 'c', 'k', 'Calendars', ?, 'paused', 2, 1)`,
    );
    const listingIds = Array.from({ length: 50_000 }, (_, index) => `l${index}`);
    const specs = [{ ...task.spec, listingIds }, task.spec];
    for (const [index, spec] of specs.entries()) insert.run(`old-${index}`, JSON.stringify(spec));
    database.close();

    const store = open();
    expect(store.isPersistent).toBe(true);
    expect(store.tasks().map(({ id, spec }) => ({ id, spec }))).toEqual(
      specs.map((spec, index) => ({ id: `old-${index}`, spec })),
    );
    const [old] = store.tasks();
    expect(store.stepDone(old?.number ?? 0, 0, { key: 'l0', title: 'A' }, [row(['l0'])], 1).done).toBe(1);
    expect(open().tasks()[0]).toMatchObject({ done: 1, spec: { listingIds } });
  });

  it('stores a step once, and nothing of it when a part cannot be stored', () => {
    const store = open();
    const { number } = store.create(task, steps);
    const step = { key: 'l2', title: 'l2' };
    store.stepDone(number, 1, step, [row(['l2', 1])], 1);
    expect(() => store.stepDone(number, 1, step, [row(['l2', 1])], 2)).toThrow('storageFailed');
    expect(() => store.stepDone(99, 0, step, [row(['l2', 1])], 2)).toThrow('notFound');
    expect(store.tasks()[0]).toMatchObject({ done: 1, rows: 1, requests: 1 });
    expect(store.rowsFrom(number, 0, 10)).toHaveLength(1);
  });

  it('deletes a task with its results', () => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['planted-row'])], 1);
    store.remove(number);
    expect(store.tasks()).toEqual([]);
    expect(() => store.steps(number)).toThrow('storageFailed');
    expect(store.rowsFrom(number, 0, 10)).toEqual([]);
    const database = new DatabaseSync(file);
    for (const table of ['plans', 'specs', 'results'])
      expect(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()).toEqual({ count: 0 });
    database.close();
    expect(store.create({ ...task, id: 'task-b' }, steps).id).toBe('task-b');
  });

  it('leaves nothing of a deleted task in its file', () => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['planted-row'])], 1);
    const reader = new DatabaseSync(file, { readOnly: true });
    const stored = ['plans', 'results'].flatMap((table) =>
      reader.prepare(`SELECT * FROM ${table}`).all().flatMap(Object.values),
    );
    reader.close();
    const texts = stored.flatMap((value) =>
      value instanceof Uint8Array || typeof value === 'string' ? [Buffer.from(value as string)] : [],
    );
    const long = texts.filter(({ length }) => length >= 12);
    const found = () => {
      const bytes = ['', '-wal'].flatMap((ending) => (existsSync(file + ending) ? [readFileSync(file + ending)] : []));
      return long.filter((text) => bytes.some((content) => content.includes(text)));
    };
    expect(found()).toEqual(long);
    expect(long.length).toBeGreaterThan(1);
    store.remove(number);
    store.close();
    expect(found()).toEqual([]);
  });

  it('quarantines a damaged file, reports it, and begins a new one', () => {
    open().close();
    writeFileSync(file, 'this is no database'.repeat(1_000));
    const store = open();
    expect(store.isPersistent).toBe(true);
    expect(store.tasks()).toEqual([]);
    expect(log.entries).toMatchObject([{ level: 'error' }]);
    expect(log.text).toContain('quarantined');
    expect(readdirSync(join(folder, 'store')).some((name) => /^tasks\.db\..*\.damaged$/.test(name))).toBe(true);
  });

  it('leaves a file of a newer version unchanged and works in memory', () => {
    open().close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    const before = readFileSync(file);
    const store = open();
    expect(store.isPersistent).toBe(false);
    expect(store.create(task, steps).id).toBe('task-a');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(log.text).toContain('newer version');
  });

  it('works in memory when its folder cannot be written', () => {
    writeFileSync(join(folder, 'store'), 'a file where the folder should be');
    const store = open();
    expect(store.isPersistent).toBe(false);
    expect(store.create(task, steps).id).toBe('task-a');
  });
});

it('overwrites the results of a removed task, in the database and in its log', () => {
  const store = open();
  const numbers = ['a', 'b', 'c'].map((id) => {
    const { number } = store.create({ ...task, id: `task-${id}`, title: `Removed ${id}` }, steps);
    for (const [index, step] of steps.entries())
      store.stepDone(number, index, step, [row([`zqnote-of-${id}-${index}`, 7])], 1);
    return number;
  });
  const bytes = () =>
    readdirSync(join(folder, 'store'))
      .map((name) => readFileSync(join(folder, 'store', name), 'latin1'))
      .join('');
  expect(bytes()).toContain('zqnote-of-b-1');
  store.remove(numbers[1] ?? 0);
  expect(bytes()).not.toContain('zqnote-of-b');
  expect(bytes()).not.toContain('Removed b');
  expect(bytes()).toContain('zqnote-of-a-1');
  store.close();
  expect(bytes()).not.toContain('zqnote-of-b');
  expect(store.isPersistent).toBe(true);
});
