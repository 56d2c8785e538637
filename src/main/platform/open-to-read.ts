/** Opens a file that a person chose. It may be anything, and another program may replace it at any time. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Windows has neither of them, and no pipe in a folder. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
/** How the system refuses a folder (Windows), and a socket or a device without its hardware. */
const NO_FILE = new Set(['EISDIR', 'ENXIO']);

/**
 * Opens a file for reading; null when there is something else under its name. It does not wait for a program that writes to a pipe, and asks
 * the descriptor, not the name. Throws the error of the file system.
 */
export async function openToRead(path: string): Promise<FileHandle | null> {
  const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).catch((error: NodeJS.ErrnoException) => {
    if (NO_FILE.has(error.code ?? '')) return null;
    throw error;
  });
  if (handle === null || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}
