/**
 * A process that stores steps of a task as fast as it can until it is killed, and writes a dot for each: `node task-writer.ts <folder> <most>`.
 * After `most` steps it waits to be killed, because its parent may have to wait for the processor.
 */
import { flushCompileCache } from 'node:module';
import { openTaskStore } from './stores-in.ts';
import { rowsOf } from './task-rows.ts';

// A killed process keeps no compiled modules for the next one.
flushCompileCache();

const store = openTaskStore(process.argv[2] ?? '');
const [task] = store.tasks();
if (!task) throw new Error('there is no task');
const ended = new Set(store.ended(task.number));
const steps = store.steps(task.number);
const left = [...steps.entries()].filter(([index]) => !ended.has(index));
const most = Number(process.argv[3]);
for (const [index, step] of left.slice(0, most)) {
  store.stepDone(task.number, index, step, rowsOf(index, step), index);
  process.stdout.write('.');
}
if (left.length <= most) process.stdout.write('done');
else process.stdin.resume();
