/**
 * Deletes all files of the app in two steps: the running app writes a mark into its folder, and the next start deletes everything before it opens any
 * file. The mark is deleted last, so that the start after an interrupted deletion completes it.
 */
import { closeSync, existsSync, fsyncSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './file-lines.ts';
import type { Log } from './ports.ts';
import { createPrivate } from './private-files.ts';
import { storageFailed } from './storage-failed.ts';

const MARK = 'delete-everything';

/** Marks the folder, so that the next start deletes its content. Throws AppError `storageFailed`; then nothing will be deleted. */
export function markForDeletion(folder: string): void {
  try {
    const fd = createPrivate(join(folder, MARK));
    fsyncSync(fd);
    closeSync(fd);
    syncDirectory(folder);
  } catch (error) {
    throw storageFailed('The mark for the deletion', error);
  }
}

const removeFile = (path: string): void => rmSync(path, { recursive: true, force: true });

/**
 * Deletes the content of all folders if the first one contains the mark. A file that cannot be deleted stays with its folder; all others are deleted.
 * The mark stays then, so that the next start deletes the rest.
 */
export function finishDeletion(folders: readonly string[], log: Pick<Log, 'error'>, remove = removeFile): void {
  const mark = join(folders[0] ?? '', MARK);
  if (!existsSync(mark)) return;
  const errors: string[] = [];
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      errors.push(String(error));
    }
  };
  const empty = (folder: string): void => {
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, entry.name);
      if (path === mark) continue;
      const before = errors.length;
      if (entry.isDirectory()) attempt(() => empty(path));
      if (errors.length === before) attempt(() => remove(path));
    }
  };
  for (const folder of folders) attempt(() => empty(folder));
  if (errors.length === 0) attempt(() => remove(mark));
  if (errors.length > 0)
    log.error('not everything could be deleted; the next start tries it again', {
      errors: errors.slice(0, MAX_LOGGED),
    });
}

const MAX_LOGGED = 5;
