/** Stores for tests in a folder, or in memory. */
import { QuarantineList } from '../../src/main/platform/quarantine.ts';
import { Stores, type StoresDeps } from '../../src/main/store/stores.ts';
import { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import { FakeLog } from './fake-log.ts';
import { ManualClock } from './manual-clock.ts';

export const storesIn = (folder = ':memory:', changes: Partial<StoresDeps> = {}): Stores =>
  new Stores({
    ...{ folder, document: null, clock: new ManualClock(), log: new FakeLog(), quarantine: new QuarantineList() },
    ...changes,
  });

/** A store of tasks with files of its own. */
export function openTaskStore(folder = ':memory:', changes: Partial<StoresDeps> = {}) {
  const stores = storesIn(folder, changes);
  return Object.assign(new TaskStore(stores), { close: () => stores.close() });
}
