/** The LineFile port over node:fs: each line is on the disk before `append` returns, unless the file is not synced. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { LineFile, Log } from './ports.ts';
import { createPrivate, makeFolderOf, openPrivate } from './private-files.ts';
import { renameFileSync } from './rename-file.ts';
import { storageFailed } from './storage-failed.ts';

const LINE_BREAK = 0x0a;

/** An append-only text file. A crash or a full disk can leave a last line without a line break; the next `append` cuts this line off. */
export class FileLines implements LineFile {
  readonly #file: string;
  readonly #what: string;
  readonly #log: Pick<Log, 'warn'> | null;
  readonly #isSynced: boolean;

  constructor(options: { file: string; what: string; log: Pick<Log, 'warn'> | null; isSynced?: boolean }) {
    const { file, what, log, isSynced = true } = options;
    this.#file = file;
    this.#what = what;
    this.#log = log;
    this.#isSynced = isSynced;
  }

  lines(): { lines: string[]; torn: boolean } {
    const text = this.#guard(() => (existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : ''));
    const pieces = text.split('\n');
    const torn = pieces.pop() !== '';
    return { lines: pieces, torn };
  }

  append(line: string): void {
    if (line.includes('\n')) throw new RangeError('a line holds no line break');
    this.#guard(() => this.#append(Buffer.from(`${line}\n`)));
  }

  replace(lines: readonly string[]): void {
    const next = `${this.#file}.next`;
    this.#guard(() => {
      makeFolderOf(this.#file);
      const fd = createPrivate(next);
      try {
        writeWhole(fd, Buffer.from(lines.map((line) => `${line}\n`).join('')), 0);
        if (this.#isSynced) fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameFileSync(next, this.#file);
      if (this.#isSynced) syncDirectory(dirname(this.#file));
    });
  }

  #append(bytes: Buffer): void {
    const { fd, isNew } = this.#opened();
    try {
      const end = this.#cutTorn(fd);
      try {
        writeWhole(fd, bytes, end);
        if (this.#isSynced) fsyncSync(fd);
      } catch (error) {
        ftruncateSync(fd, end);
        throw error;
      }
    } finally {
      closeSync(fd);
    }
    if (isNew && this.#isSynced) syncDirectory(dirname(this.#file));
  }

  /** Opens the file, and makes a missing one. Tries to open it first, because it is seldom missing. */
  #opened(): { readonly fd: number; readonly isNew: boolean } {
    try {
      return { fd: openPrivate(this.#file, constants.O_RDWR), isNew: false };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      makeFolderOf(this.#file);
      return { fd: openPrivate(this.#file, constants.O_RDWR | constants.O_CREAT), isNew: true };
    }
  }

  /** Cuts off a torn last line; returns the resulting size. */
  #cutTorn(fd: number): number {
    const size = fstatSync(fd).size;
    if (size === 0 || byteAt(fd, size - 1) === LINE_BREAK) return size;
    const end = readFileSync(this.#file).lastIndexOf(LINE_BREAK) + 1;
    ftruncateSync(fd, end);
    this.#log?.warn('an incomplete last line was cut off', { file: this.#file, bytes: size - end });
    return end;
  }

  #guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw storageFailed(this.#what, error);
    }
  }
}

function byteAt(fd: number, position: number): number | undefined {
  const one = Buffer.alloc(1);
  readSync(fd, one, 0, 1, position);
  return one[0];
}

function writeWhole(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

/** Makes the directory entry of a new file durable. Windows has no call for this and needs none. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
