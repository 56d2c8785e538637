import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { finishDeletion, markForDeletion } from '../../../../src/main/platform/delete-everything.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder = '';
afterEach(() => removeTempFolder(folder));

it('deletes all but the file that cannot be deleted, and that one at the next start', () => {
  folder = makeTempFolder();
  const [store, logs] = [join(folder, 'store'), join(folder, 'logs')];
  for (const [at, names] of [
    [store, ['a.db', 'b.db', 'c.db']],
    [logs, ['log.txt']],
  ] as const) {
    mkdirSync(at);
    for (const name of names) writeFileSync(join(at, name), 'text');
  }
  markForDeletion(store);
  const log = { error: vi.fn() };
  finishDeletion([store, logs], log, (path) => {
    if (path.endsWith('a.db')) throw new Error('EBUSY: a.db');
    rmSync(path);
  });
  expect(readdirSync(logs)).toEqual([]);
  expect(readdirSync(store)).toEqual(['a.db', 'delete-everything']);
  expect(log.error).toHaveBeenCalledWith(expect.any(String), { errors: ['Error: EBUSY: a.db'] });
  finishDeletion([store, logs], log);
  expect(readdirSync(store)).toEqual([]);
  expect(log.error).toHaveBeenCalledOnce();
});

it('deletes the other files of a folder within when one of them stays', () => {
  folder = makeTempFolder();
  const [store, backups] = [join(folder, 'store'), join(folder, 'store', 'backups')];
  mkdirSync(backups, { recursive: true });
  const locked = join(backups, 'a.db');
  for (const name of ['a.db', 'b.db']) writeFileSync(join(backups, name), 'text');
  markForDeletion(store);
  const log = { error: vi.fn() };
  finishDeletion([store], log, (path) => {
    if (locked.startsWith(path)) throw new Error(`EBUSY: ${path}`);
    rmSync(path, { recursive: true });
  });
  expect(readdirSync(backups)).toEqual(['a.db']);
  expect(readdirSync(store)).toEqual(['backups', 'delete-everything']);
  expect(log.error).toHaveBeenCalledWith(expect.any(String), { errors: [`Error: EBUSY: ${locked}`] });
  finishDeletion([store], log);
  expect(readdirSync(store)).toEqual([]);
});
