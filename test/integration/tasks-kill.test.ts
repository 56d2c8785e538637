/** A process that stores steps is killed again and again, at any instant (SIGKILL): each step is stored whole or not at all. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpackRows } from '../../src/main/tasks/store/packed.ts';
import type { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import { FakeLog } from '../support/fake-log.ts';
import { openTaskStore } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const STEPS = 3_000;
const MAX_KILLS = 8;
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

it('stores each step whole or not at all, whenever the process is killed', async () => {
  const log = new FakeLog();
  const open = () => openTaskStore(folder, { log });
  const first = open();
  const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
  const steps = Array.from({ length: STEPS }, (_, index) => ({ key: `l${index}`, title: `Place ${index}` }));
  const { number } = first.create(
    { id: 't', connectionId: 'c', credentialId: 'k', title: 'T', spec, createdAt: 0 },
    steps,
  );
  first.close();

  let ended = false;
  let before = 0;
  let stored = { rows: 0, last: -1 };
  /** Unpacks the rows of every step after `last`. */
  const readRows = (store: TaskStore, last: number): typeof stored => {
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
  };
  for (let kill = 0; kill < MAX_KILLS && !ended; kill += 1) {
    ended = await writeUntilKilled(folder, 40 + kill * 23);
    const store = open();
    const [task] = store.tasks();
    const kept = store.ended(number);
    expect(new Set(kept).size).toBe(kept.length);
    expect(task).toMatchObject({ done: kept.length, failed: 0 });
    expect(kept.length).toBeGreaterThanOrEqual(before);
    before = kept.length;
    // A process stores the steps in order.
    const added = readRows(store, stored.last);
    stored = { rows: stored.rows + added.rows, last: added.last };
    expect(task?.rows).toBe(stored.rows);
    store.close();
  }
  expect(before).toBeGreaterThan(50);
  const store = open();
  expect(readRows(store, -1)).toEqual(stored);
  store.close();
  const database = new DatabaseSync(join(folder, 'cache.db'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  expect(log.entries).toEqual([]);
});
