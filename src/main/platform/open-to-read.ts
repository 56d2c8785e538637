/** Opens a file that a person chose. The path may name anything, and another program may replace it at any time. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Flags of `open`. Windows lacks the last two, and has no pipes in folders. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
/** Error codes with which the system refuses a folder (Windows), a socket, or a device without its hardware. */
const NO_FILE = new Set(['EISDIR', 'ENXIO']);

/**
 * Opens a file for reading. Checks the open descriptor, not the name, and never waits for a program that writes to a pipe. Returns null for anything
 * other than a file. Throws the error of the file system.
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
