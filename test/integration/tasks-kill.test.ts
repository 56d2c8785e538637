/** A kill ends the storing of steps at each point, and twice a real one (SIGKILL) at any instant: each step is stored whole or not at all. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpackRows } from '../../src/main/tasks/store/packed.ts';
import type { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import { FakeLog } from '../support/fake-log.ts';
import { statesAtKills } from '../support/kill-states.ts';
import { openTaskStore } from '../support/stores-in.ts';
import { rowsOf } from '../support/task-rows.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const STEPS = 500;
const MAX_KILLS = 2;
/** Steps that are stored while the folder is copied. */
const STORED = 6;
/** Steps that a writer may store between the instant of its kill and the kill. */
const MAX_OVERRUN = 200;

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

/** Runs the writer and kills it after `steps` steps. Returns true when it had stored all steps before. */
async function writeUntilKilled(file: string, steps: number): Promise<boolean> {
  const writer = spawn(process.execPath, [
    '--no-warnings',
    join(import.meta.dirname, '../support/task-writer.ts'),
    file,
    String(steps + MAX_OVERRUN),
  ]);
  let output = '';
  return new Promise((resolve, reject) => {
    writer.stderr.on('data', (data: Buffer) => reject(new Error(String(data))));
    writer.stdout.on('data', (data: Buffer) => {
      output += String(data);
      if (output.length >= steps) writer.kill('SIGKILL');
    });
    writer.on('close', () => resolve(output.includes('done')));
  });
}

const log = new FakeLog();
const open = (at = folder) => openTaskStore(at, { log });

/** Creates a task whose steps are not done. Returns its number and its steps. */
function createTask(stepCount: number) {
  const first = open();
  const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
  const steps = Array.from({ length: stepCount }, (_, index) => ({ key: `l${index}`, title: `Place ${index}` }));
  const { number } = first.create(
    { id: 't', connectionId: 'c', credentialId: 'k', title: 'T', spec, createdAt: 0 },
    steps,
  );
  first.close();
  return { number, steps };
}

/** Unpacks the rows of every step after `last`. */
function readRows(store: TaskStore, number: number, last = -1): { rows: number; last: number } {
  const read = { rows: 0, last };
  for (;;) {
    const batch = store.rowsAfter(number, read.last, 200);
    for (const { step, packed } of batch) {
      const held = unpackRows(packed);
      expect(held).toHaveLength(20 + (step % 60));
      read.rows += held.length;
      read.last = step;
    }
    if (batch.length === 0) return read;
  }
}

/** Checks that a store has the steps that it names, and no others. Returns their number. */
function checkWhole(at: string, number: number): number {
  const store = open(at);
  const [task] = store.tasks();
  const kept = store.ended(number);
  expect(kept).toEqual(kept.map((_, index) => index));
  expect(task).toMatchObject({ done: kept.length, failed: 0 });
  expect(readRows(store, number)).toEqual({ rows: task?.rows, last: kept.length - 1 });
  store.close();
  const database = new DatabaseSync(join(at, 'cache.db'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  return kept.length;
}

it('stores each step whole or not at all, at whichever point the storing is killed', async () => {
  const { number, steps } = createTask(STORED);
  const states = await statesAtKills(folder, () => {
    const store = open();
    for (const [index, step] of steps.entries()) store.stepDone(number, index, step, rowsOf(index, step), index);
    store.close();
  });
  try {
    const done = states.map((state) => checkWhole(state, number));
    expect(new Set(done)).toEqual(new Set([...steps.keys(), STORED]));
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    // Each step is stored in several points.
    expect(states.length).toBeGreaterThan(3 * STORED);
  } finally {
    for (const state of states) removeTempFolder(state);
  }
  expect(log.entries).toEqual([]);
});

it('stores each step whole or not at all, whenever the process is killed (SIGKILL)', async () => {
  const { number } = createTask(STEPS);
  let ended = false;
  let before = 0;
  for (let kill = 0; kill < MAX_KILLS && !ended; kill += 1) {
    ended = await writeUntilKilled(folder, 40 + kill * 23);
    const kept = checkWhole(folder, number);
    expect(kept).toBeGreaterThanOrEqual(before);
    before = kept;
  }
  expect(before).toBeGreaterThan(50);
  expect(log.entries).toEqual([]);
});
