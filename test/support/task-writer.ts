/** A process that stores steps of a task as fast as it can until it is killed, and writes a dot for each: `node task-writer.ts <file>`. */
import { TaskStore } from '../../src/main/tasks/store/task-store.ts';
import { FakeLog } from './fake-log.ts';
import { ManualClock } from './manual-clock.ts';

const store = TaskStore.open(process.argv[2] ?? '', { clock: new ManualClock(), log: new FakeLog() });
const [task] = store.tasks();
if (!task) throw new Error('there is no task');
const ended = new Set(store.ended(task.number));
const steps = store.steps(task.number);
for (const [index, step] of steps.entries()) {
  if (ended.has(index)) continue;
  const rows = Array.from({ length: 50 + (index % 200) }, (_, line) => ({ cells: [step.key, line], raw: { line } }));
  store.stepDone(task.number, index, step, rows, index);
  process.stdout.write('.');
}
process.stdout.write('done');
