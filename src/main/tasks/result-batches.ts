/** A task's results in the order of its steps, a batch of steps at a time. */
import type { Json } from '../../shared/model/primitives.ts';
import { unpackRows } from './store/packed.ts';
import type { TaskStore } from './store/task-store.ts';

const BATCH = 8;

/** The cells of all rows. `check` is called before each batch; what it throws ends the reading. */
export function* resultBatches(store: TaskStore, number: number, check: () => void): Generator<(readonly Json[])[]> {
  for (let after = -1; ; ) {
    check();
    const steps = store.rowsAfter(number, after, BATCH);
    const last = steps.at(-1);
    if (!last) return;
    after = last.step;
    yield steps.flatMap(({ packed }) => unpackRows(packed).map(({ cells }) => cells));
  }
}
