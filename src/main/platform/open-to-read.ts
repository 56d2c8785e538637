/** Opens or reads a file that a person chose. The path may name anything, and another program may replace it at any time. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Flags of `open`. Windows lacks the last two, and has no pipes in folders. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
/** Error codes with which the system refuses a folder (Windows), a socket, or a device without its hardware. */
const NO_FILE = new Set(['EISDIR', 'ENXIO']);

/**
 * Opens a regular file for reading; returns null for anything else. It checks the open descriptor, because a name can change, and does not wait for
 * the writer of a pipe. Throws the error of the file system.
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

/**
 * Reads a whole file. Returns a reason instead when the path is no file, or when the file is larger than `maxBytes`. Throws the error of the file
 * system.
 */
export async function readChosen(path: string, maxBytes: number): Promise<Buffer | 'noFile' | 'tooLarge'> {
  const handle = await openToRead(path);
  if (handle === null) return 'noFile';
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) return 'tooLarge';
    const bytes = Buffer.alloc((size > 0 ? size : maxBytes) + 1);
    let length = 0;
    // A device file may report size 0, so the reading itself is bounded too.
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = (await handle.read(bytes, length, bytes.length - length, null)).bytesRead;
    return length > maxBytes ? 'tooLarge' : bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}
