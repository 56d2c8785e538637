/** A file that a person wants written: grows beside its place as `<path>.part`, and is put there whole or not at all. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { OutputFile } from './ports.ts';
import { storageFailed } from './storage-failed.ts';

/** Text is handed to the disk in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

export class PartFile implements OutputFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Rejects with AppError `storageFailed` when nothing can be written there. */
  static async open(path: string): Promise<PartFile> {
    try {
      return new PartFile(path, await open(partOf(path), 'w', 0o600));
    } catch (error) {
      throw storageFailed('The file', error);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(text: string): Promise<void> {
    const data = Buffer.from(text);
    this.#held.push(data);
    this.#heldBytes += data.length;
    this.#bytes += data.length;
    if (this.#heldBytes >= PIECE_BYTES) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    try {
      await this.#handle.sync();
      await this.#handle.close();
      await rename(partOf(this.#path), this.#path);
    } catch (error) {
      throw storageFailed('The file', error);
    }
  }

  async discard(): Promise<void> {
    this.#held = [];
    await this.#handle.close().catch(() => {});
    await rm(partOf(this.#path), { force: true }).catch(() => {});
  }

  async #flush(): Promise<void> {
    const data = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    try {
      await this.#handle.writeFile(data);
    } catch (error) {
      throw storageFailed('The file', error);
    }
  }
}

const partOf = (path: string): string => `${path}.part`;
