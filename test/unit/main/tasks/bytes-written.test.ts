/**
 * How many bytes the steps of a task write, and how many characters of stored JSON they parse. A reader that stays on an old snapshot keeps
 * SQLite's write-ahead log, so its size counts the bytes.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NewTask } from '../../../../src/main/tasks/store/task-record.ts';
import type { TaskSpec } from '../../../../src/shared/model/task.ts';
import { openTaskStore } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder = '';
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  removeTempFolder(folder);
});

const STEPS = 100;

/** What a step of a task costs, on average over 100 steps with 10 failures, a pause and a resumption. */
function costOf(name: string, listingIds: string[] | null): { written: number; parsed: number } {
  const store = openTaskStore(join(folder, name));
  const spec: TaskSpec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-01', listingIds };
  const task: NewTask = { id: 'a', connectionId: 'c', credentialId: 'k', title: 'Calendars', spec, createdAt: 1 };
  const steps = Array.from({ length: 50_000 }, (_, index) => ({ key: idOf(index), title: `Place ${index}` }));
  const { number } = store.create(task, steps);
  const files = ['console.db', 'cache.db'].map((file) => join(folder, name, file));
  const readers = files.map((file) => {
    const reader = new DatabaseSync(file);
    reader.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM connections').get();
    return reader;
  });
  const parse = vi.spyOn(JSON, 'parse');
  for (const [index, step] of steps.slice(0, STEPS).entries()) {
    if (index % 10 === 9) store.stepFailed(number, index, step, { code: 'cancelled' }, index);
    else store.stepDone(number, index, step, [{ cells: [step.key, index], raw: { index } }], index);
  }
  store.change(number, { state: 'paused', finishedAt: null, error: null, requests: STEPS });
  store.change(number, { state: 'running', finishedAt: null, error: null, requests: STEPS });
  const written = files.reduce((sum, file) => sum + statSync(`${file}-wal`).size, 0) / STEPS;
  const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0) / STEPS;
  vi.restoreAllMocks();
  for (const reader of readers) reader.close();
  store.close();
  return { written, parsed };
}

const idOf = (index: number): string => `l${index}`;

it('a step over 50,000 named listings writes and parses no more than a step over all listings', () => {
  const ids = Array.from({ length: 50_000 }, (_, index) => idOf(index));
  const [named, all] = [costOf('named', ids), costOf('all', null)];
  expect(named.written).toBeLessThan(20_000);
  expect(named.written - all.written).toBeLessThan(200);
  expect([named.parsed, all.parsed]).toEqual([0, 0]);
});
