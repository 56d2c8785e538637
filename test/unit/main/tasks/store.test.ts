/** Tasks on disk: written whole or not at all; a task whose results are gone says so. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewTask } from '../../../../src/main/tasks/store/task-record.ts';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { openTaskStore } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let log: FakeLog;
const clock = new ManualClock();
const opened: ReturnType<typeof openTaskStore>[] = [];
const inStore = (name: string) => join(folder, 'store', name);

beforeEach(() => {
  folder = makeTempFolder();
  log = new FakeLog();
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  removeTempFolder(folder);
});

const open = () => {
  const store = openTaskStore(join(folder, 'store'), { clock, log });
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
    for (const [name, table] of Object.entries({ plans: 'console.db', specs: 'console.db', results: 'cache.db' })) {
      const database = new DatabaseSync(inStore(table));
      expect(database.prepare(`SELECT count(*) AS count FROM ${name}`).get()).toEqual({ count: 0 });
      database.close();
    }
    expect(store.create({ ...task, id: 'task-b' }, steps).id).toBe('task-b');
  });

  it('leaves nothing of a deleted task in its file', () => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['planted-row'])], 1);
    const stored = Object.entries({ plans: 'console.db', results: 'cache.db' }).flatMap(([table, name]) => {
      const reader = new DatabaseSync(inStore(name), { readOnly: true });
      const values = reader.prepare(`SELECT * FROM ${table}`).all().flatMap(Object.values);
      reader.close();
      return values;
    });
    const texts = stored.flatMap((value) =>
      value instanceof Uint8Array || typeof value === 'string' ? [Buffer.from(value as string)] : [],
    );
    const long = texts.filter(({ length }) => length >= 12);
    const found = () => {
      const names = ['console.db', 'cache.db'].flatMap((name) => [name, `${name}-wal`]);
      const bytes = names.flatMap((name) => (existsSync(inStore(name)) ? [readFileSync(inStore(name))] : []));
      return long.filter((text) => bytes.some((content) => content.includes(text)));
    };
    expect(found()).toEqual(long);
    expect(long.length).toBeGreaterThan(1);
    store.remove(number);
    store.close();
    expect(found()).toEqual([]);
  });

  it.each([
    ['damaged', () => writeFileSync(inStore('cache.db'), 'this is no database'.repeat(1_000))],
    ['missing', () => rmSync(inStore('cache.db'))],
  ])('pauses a task whose results are gone, says so, and runs what is missing again: %s', (_, damage) => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['l1', 120])], 1);
    store.stepFailed(number, 1, { key: 'l2', title: 'B' }, error, 2);
    store.change(number, { state: 'done', finishedAt: 5, error: null, requests: 2 });
    store.close();
    damage();
    const again = open();
    const gone = { state: 'paused', finishedAt: null, done: 0, failed: 0, rows: 0, requests: 0 };
    expect(again.tasks()).toMatchObject([{ ...gone, error: { code: 'resultsGone' } }]);
    expect(again.ended(number)).toEqual([]);
    expect(again.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['l1', 120])], 3)).toMatchObject({ done: 1 });
    expect(open().tasks()).toMatchObject([{ done: 1, error: { code: 'resultsGone' } }]);
  });

  it('leaves a cancelled task cancelled when its results are gone', () => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['l1', 120])], 1);
    store.change(number, { state: 'cancelled', finishedAt: 5, error: null, requests: 2 });
    store.close();
    rmSync(inStore('cache.db'));
    expect(open().tasks()).toMatchObject([{ state: 'cancelled', finishedAt: 5, error: { code: 'resultsGone' } }]);
  });

  it('pauses a task that was done when the last of its results are gone', () => {
    const store = open();
    const { number } = store.create(task, steps);
    store.stepDone(number, 0, { key: 'l1', title: 'A' }, [row(['l1', 120])], 1);
    store.change(number, { state: 'done', finishedAt: 5, error: null, requests: 2 });
    expect(open().tasks()).toMatchObject([{ state: 'paused', done: 1, rows: 1, error: { code: 'resultsGone' } }]);
  });

  it('never gives a new task the results of another one, also when console.db is gone', () => {
    const store = open();
    const first = store.create(task, steps);
    store.stepDone(first.number, 0, { key: 'l1', title: 'A' }, [row(['l1', 120])], 1);
    store.close();
    rmSync(inStore('console.db'));
    const again = open();
    expect(again.tasks()).toEqual([]);
    const second = again.create({ ...task, id: 'task-b', createdAt: task.createdAt + 60_000 }, steps);
    expect(again.rowsFrom(second.number, 0, 10)).toEqual([]);
    expect(open().tasks()).toHaveLength(1);
    expect(again.rowsFrom(first.number, 0, 10)).toEqual([]);
  });

  it('says that nothing outlives the process when a file cannot be opened', () => {
    mkdirSync(join(folder, 'store'));
    const database = new DatabaseSync(inStore('cache.db'));
    database.exec('PRAGMA user_version = 99');
    database.close();
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
