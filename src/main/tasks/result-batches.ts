/** Reads the cells of a task's results in batches, for a file. */
import type { Json } from '../../shared/model/primitives.ts';
import { type RowFinder, searchWords } from './find-rows.ts';
import { matchesIn } from './read-rows.ts';
import { unpackRows } from './store/packed.ts';
import type { TaskRecord } from './store/task-record.ts';
import type { TaskStore } from './store/task-store.ts';

const BATCH = 8;

/** Yields the cells of all rows, step by step in the order of the plan. `check` runs before each read and may throw to end the reading. */
export function* resultBatches(store: TaskStore, number: number, check: () => void): Generator<(readonly Json[])[]> {
  for (let after = -1; ; ) {
    check();
    const steps = store.rowsAfter(number, after, BATCH);
    const last = steps.at(-1);
    if (!last) return;
    after = last.step;
    for (const { packed } of steps) yield unpackRows(packed).map(({ cells }) => cells);
  }
}

/** Yields the cells of the rows that contain every word of `search`, in the order of the table. `check` works as in {@link resultBatches}. */
export async function* matchingBatches(
  { store, finder }: { readonly store: TaskStore; readonly finder: RowFinder },
  { number, rows }: Pick<TaskRecord, 'number' | 'rows'>,
  search: string,
  check: () => void,
): AsyncGenerator<(readonly Json[])[]> {
  const words = searchWords(search);
  const { found } = await finder.find(number, words, rows);
  for (const { firstRow } of found) {
    check();
    const matches = matchesIn(store, number, firstRow, words);
    if (!matches) return;
    yield unpackRows(matches.step.packed, matches.lines).map(({ cells }) => cells);
  }
}
