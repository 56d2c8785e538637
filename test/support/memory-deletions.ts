/** Deletions whose pending list is in memory. */
import { type Deletion, Deletions } from '../../src/main/store/deletions.ts';
import { FakeLog } from './fake-log.ts';
import type { ManualClock } from './manual-clock.ts';

export function memoryDeletions(clock: Pick<ManualClock, 'after'>, all: Deletion[] = []): Deletions {
  let last = 0;
  const pending = {
    all: () => all,
    add: (deletion: Deletion) => void all.push(deletion),
    remove(id: string) {
      const at = all.findIndex((one) => one.id === id);
      if (at !== -1) all.splice(at, 1);
    },
  };
  return new Deletions({ pending, clock, random: { id: () => `deletion-${++last}` }, log: new FakeLog() });
}
