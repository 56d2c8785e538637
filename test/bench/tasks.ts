/**
 * Measures bulk tasks with half a million result rows: storing a step, reading windows, searching, the size of the file, and the export.
 * Prints one JSON line per figure and exits with 1 when a window or a search takes 50 ms or more at the 95th percentile. `cold_search`: a
 * search with nothing in memory; `search`: a new search with the text in memory; `search_scrolled`: further windows of a search.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCsv } from '../../src/main/platform/csv/write-csv.ts';
import { RowFinder } from '../../src/main/tasks/find-rows.ts';
import { kindOf } from '../../src/main/tasks/kinds/kinds.ts';
import { readRows } from '../../src/main/tasks/read-rows.ts';
import { resultBatches } from '../../src/main/tasks/result-batches.ts';
import type { TaskRecord } from '../../src/main/tasks/store/task-record.ts';
import type { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import type { TaskSpec } from '../../src/shared/model/task.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SequenceRandom } from '../support/sequence-random.ts';
import { openTaskStore } from '../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';
import { calendarRows, stayRows } from './support/task-rows.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '500000' } } });
const ROWS = Number(values.rows);
const MAX_MS = 50;
const LIMIT = 100;

const calendars: TaskSpec = { kind: 'calendars', from: '2026-12-01', until: '2027-11-30', listingIds: null };
const stays: TaskSpec = { kind: 'stays', firstCheckIn: '2026-12-01', lastCheckIn: '2029-08-26', nights: 3, guests: 2 };
const SEARCHES = ['available', 'booked', '2026-12-24', '2027', 'sunny', 'flat 77', '199', 'no such thing', 'a'];

async function scenario(name: string, spec: TaskSpec, rowsOf: typeof calendarRows): Promise<boolean> {
  const folder = makeTempFolder();
  const file = join(folder, 'cache.db');
  const store = openTaskStore(folder);
  const figure = (metric: string, value: number, unit: string): void =>
    print({ bench: 'tasks', subject: 'latchkey', scenario: name, metric, value, unit }, 2);
  const { number } = fill(store, spec, rowsOf, figure);
  const [task] = store.tasks();
  if (!task) throw new Error('the task is gone');
  figure('file_mb', (statSync(file).size + statSync(`${file}-wal`).size) / 1e6, 'MB');

  const finderOf = () => new RowFinder(store, new ManualClock());
  const finder = finderOf();
  const random = new SequenceRandom(5);
  const windows = await times(300, async () => {
    const offset = Math.floor(random.fraction() * task.rows);
    await readRows({ store, finder }, task, { search: '', offset, limit: LIMIT });
  });
  const cold = await searches(store, task, 3, finderOf);
  const typed = await searches(store, task, 1, () => finder);
  const scrolled = await searches(store, task, 10, () => finder);
  for (const [metric, times] of [
    ['window', windows],
    ['cold_search', cold],
    ['search', typed],
    ['search_scrolled', scrolled],
  ] as const) {
    figure(`${metric}_median_ms`, percentile(times, 0.5), 'ms');
    figure(`${metric}_p95_ms`, percentile(times, 0.95), 'ms');
  }

  const path = join(folder, 'out.csv');
  const began = performance.now();
  const { bytes, records } = await writeCsv(
    path,
    kindOf(spec).columns.map(({ title }) => title),
    resultBatches(store, number, () => {}),
  );
  figure('csv_rows_per_s', records / ((performance.now() - began) / 1_000), 'rows/s');
  figure('csv_mb', bytes / 1e6, 'MB');
  const removing = performance.now();
  store.remove(number);
  figure('remove_ms', performance.now() - removing, 'ms');
  store.close();
  removeTempFolder(folder);
  return [windows, typed, scrolled].every((times) => percentile(times, 0.95) < MAX_MS);
}

function fill(
  store: TaskStore,
  spec: TaskSpec,
  rowsOf: typeof calendarRows,
  figure: (metric: string, value: number, unit: string) => void,
): TaskRecord {
  const perStep = rowsOf(0).length;
  const steps = Array.from({ length: Math.ceil(ROWS / perStep) }, (_, index) => ({
    key: `65a1b2c3d4e5f6a7b8c9${index}`,
    title: `Sunny flat ${index} — Altbau`,
  }));
  const record = store.create({ id: 't', connectionId: 'c', credentialId: 'k', title: 'T', spec, createdAt: 0 }, steps);
  const kept: number[] = [];
  for (const [index, step] of steps.entries()) {
    const rows = rowsOf(index);
    const began = performance.now();
    store.stepDone(record.number, index, step, rows, index + 1);
    kept.push(performance.now() - began);
  }
  figure('rows', steps.length * perStep, 'rows');
  figure('keep_step_median_ms', percentile(kept, 0.5), 'ms');
  figure('keep_step_p99_ms', percentile(kept, 0.99), 'ms');
  return record;
}

/** Runs each search `turns` times at different offsets, each time with the finder that `finderOf` returns. */
async function searches(
  store: TaskStore,
  task: TaskRecord,
  turns: number,
  finderOf: () => RowFinder,
): Promise<number[]> {
  const all: number[] = [];
  for (const search of SEARCHES)
    all.push(
      ...(await times(turns, async (turn) => {
        await readRows({ store, finder: finderOf() }, task, { search, offset: turn * 37, limit: LIMIT });
      })),
    );
  return all;
}

async function times(count: number, work: (turn: number) => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    await work(turn);
    took.push(performance.now() - began);
  }
  return took;
}

const results = [
  await scenario('calendars, 365 rows a step', calendars, calendarRows),
  await scenario('stays, 500 rows a step', stays, stayRows),
];
process.exit(results.every(Boolean) ? 0 : 1);
