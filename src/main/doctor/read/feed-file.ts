/** Feeds a file or a stream to a reader chunk by chunk. A file that is too large is refused by its size, before it is read. */
import { open, stat as statOf } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { openToRead } from '../../platform/open-to-read.ts';
import type { PastedReader } from './read-pasted.ts';

/** The maximum size of pasted text, of a file or of a stream. */
export const MAX_PASTED_BYTES = 256 * 1_024 * 1_024;
const CHUNK = 1_024 * 1_024;
const TOO_LARGE = `It is larger than ${MAX_PASTED_BYTES / 1_024 / 1_024} MB, and not read.`;

type Progress = (bytes: number, total: number | null) => void;

/** Reads a file into the reader. Resolves with the reason why it cannot be read, or null. `pipes`: whether to read a named pipe, too. */
export async function feedFile(
  reader: PastedReader,
  path: string,
  { pipes = false, onProgress }: { pipes?: boolean; onProgress?: Progress } = {},
): Promise<string | null> {
  try {
    if ((await statOf(path)).isDirectory()) return 'It is a folder.';
    const handle = pipes ? await open(path, 'r') : await openToRead(path);
    if (!handle) return 'It is not a file.';
    try {
      const stat = await handle.stat();
      if (stat.size > MAX_PASTED_BYTES) return TOO_LARGE;
      const stream = handle.createReadStream({ highWaterMark: CHUNK, autoClose: false });
      return await feedStream(reader, stream, (bytes) => onProgress?.(bytes, stat.size));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return `It cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`;
  }
}

/** Reads a stream into the reader. Resolves with the reason why it cannot be read, or null. */
export async function feedStream(
  reader: PastedReader,
  stream: Readable,
  onProgress?: Progress,
): Promise<string | null> {
  let bytes = 0;
  for await (const chunk of stream) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    bytes += part.length;
    if (bytes > MAX_PASTED_BYTES) return TOO_LARGE;
    reader.push(part);
    onProgress?.(bytes, null);
  }
  return null;
}
