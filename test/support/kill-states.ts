/**
 * The states of a folder that kills leave. A process that is killed leaves what it has written by then, so an act runs once and the folder is
 * copied before each of its steps. A step is a call of the file system or of SQLite that changes a file.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { makeTempFolder, removeTempFolder } from './temp-folder.ts';

/** Copies a folder as it is on the disk now, into a new one. */
export function copyOf(folder: string): string {
  const copy = makeTempFolder();
  fs.cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

// The first call of cpSync loads a module of Node that keeps the functions of `fs` as they are then: they must not be watched yet.
const empty = makeTempFolder();
for (const folder of [copyOf(empty), empty]) removeTempFolder(folder);

/** Calls `before` before each step of this process, until the returned function is called. */
export function watchSteps(before: () => void): () => void {
  const undo: (() => void)[] = [];
  const watch = (of: object, method: string, changes: (...values: unknown[]) => boolean = () => true) => {
    const original: unknown = Reflect.get(of, method);
    if (typeof original !== 'function') throw new Error(`there is no ${method}`);
    undo.push(() => Reflect.set(of, method, original));
    Reflect.set(of, method, function step(this: unknown, ...values: unknown[]) {
      if (changes(...values)) before();
      return Reflect.apply(original, this, values);
    });
  };
  for (const method of ['renameSync', 'mkdirSync', 'utimesSync']) watch(fs, method);
  watch(fs, 'openSync', (_file, flags) => flags === 'wx');
  watch(fs, 'rmSync', (file) => fs.existsSync(String(file)));
  watch(
    DatabaseSync.prototype,
    'exec',
    (sql) => !/^PRAGMA (secure_delete|synchronous|foreign_keys = ON$)/.test(String(sql)),
  );
  watch(StatementSync.prototype, 'run');
  // Closing a database moves its log into the file.
  watch(DatabaseSync.prototype, 'close');
  syncBuiltinESMExports();
  return () => {
    for (const restore of undo.splice(0)) restore();
    syncBuiltinESMExports();
  };
}

/** Runs an act in a folder, and returns the folder's state before each step, and at last its state when the act has ended. */
export async function statesAtKills(folder: string, act: () => unknown): Promise<string[]> {
  const states: string[] = [];
  let copying = false;
  const stop = watchSteps(() => {
    if (copying) return;
    // Copying makes steps, too.
    copying = true;
    states.push(copyOf(folder));
    copying = false;
  });
  try {
    await act();
  } finally {
    stop();
  }
  return [...states, copyOf(folder)];
}
