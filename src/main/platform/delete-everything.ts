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

/** Deletes the content of all folders if the first one is marked. A file that cannot be deleted now is tried again at the next start. */
export function finishDeletion(folders: readonly string[], log: Pick<Log, 'error'>): void {
  const mark = join(folders[0] ?? '', MARK);
  if (!existsSync(mark)) return;
  try {
    for (const folder of folders)
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (join(folder, name) !== mark) rmSync(join(folder, name), { recursive: true, force: true });
    rmSync(mark);
  } catch (error) {
    log.error('not everything could be deleted; the next start tries it again', { error: String(error) });
  }
}
