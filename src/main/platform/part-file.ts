/** The OutputFile port. The file grows under the name `<path>.part`, or a similar free one, and is renamed when it is complete. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import type { OutputFile } from './ports.ts';
import { renameFileSync } from './rename-file.ts';
import { storageFailed } from './storage-failed.ts';

const CHUNK_BYTES = 256 * 1024;
/** How many part files of earlier crashes are skipped. */
const MAX_PART_FILES = 100;

/** Creates a file that only its owner can read; rejects with EEXIST when it exists. */
type Create = (path: string) => Promise<FileHandle>;
const createNew: Create = (path) => open(path, 'wx', 0o600);

export class PartFile implements OutputFile {
  readonly #path: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  private constructor(path: string, part: string, handle: FileHandle) {
    this.#path = path;
    this.#part = part;
    this.#handle = handle;
  }

  /** Creates the part file beside `path`, and never overwrites one. Rejects with AppError `storageFailed` when nothing can be written there. */
  static async open(path: string, create: Create = createNew): Promise<PartFile> {
    for (let taken = 0; ; taken += 1) {
      const part = taken === 0 ? `${path}.part` : `${path}.${taken}.part`;
      try {
        return new PartFile(path, part, await create(part));
      } catch (error) {
        if (taken < MAX_PART_FILES && error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
        throw storageFailed('The file', error);
      }
    }
  }

  /** The path of the file until it is complete. */
  get part(): string {
    return this.#part;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(content: string | Uint8Array): Promise<void> {
    const data = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    this.#pending.push(data);
    this.#pendingBytes += data.length;
    this.#bytes += data.length;
    if (this.#pendingBytes >= CHUNK_BYTES) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    try {
      await this.#handle.sync();
      await this.#handle.close();
      renameFileSync(this.#part, this.#path);
    } catch (error) {
      throw storageFailed('The file', error);
    }
  }

  async discard(): Promise<void> {
    this.#pending = [];
    await this.#handle.close().catch(() => {});
    await rm(this.#part, { force: true }).catch(() => {});
  }

  async #flush(): Promise<void> {
    const data = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    try {
      await this.#handle.writeFile(data);
    } catch (error) {
      throw storageFailed('The file', error);
    }
  }
}

/**
 * Writes a file that appears under its name when it is complete. `work` writes the content and returns the number of records. After a failure there
 * is no file, and the promise rejects with the error of `work` or with AppError `storageFailed`.
 */
export async function writeFile(
  path: string,
  work: (file: OutputFile) => Promise<number>,
  openFile: (path: string) => Promise<OutputFile> = (at) => PartFile.open(at),
): Promise<WrittenFile> {
  const file = await openFile(path);
  try {
    const records = await work(file);
    await file.finish();
    return { path, records, bytes: file.bytes };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
