/** The UnsyncedLineFile port over node:fs. `append` does not wait for the disk; `replace` writes a new file and renames it. */
import { readFileSync, rmSync } from 'node:fs';
import type { UnsyncedLineFile } from './ports.ts';
import { appendPrivate, createPrivate, makeFolderOf, writeAndClose } from './private-files.ts';
import { renameFileSync } from './rename-file.ts';
import { storageFailed } from './storage-failed.ts';

export class UnsyncedFileLines implements UnsyncedLineFile {
  readonly #file: string;
  readonly #what: string;
  /** False while the last line may be torn: a line appended to it would be lost too. */
  #endsWithBreak = false;

  constructor(options: { file: string; what: string }) {
    this.#file = options.file;
    this.#what = options.what;
  }

  lines(): string[] {
    return this.#guard(() => {
      const lines = this.#read().split('\n');
      lines.pop();
      return lines;
    });
  }

  append(line: string): void {
    if (line.includes('\n')) throw new RangeError('a line holds no line break');
    this.#guard(() => {
      if (!this.#endsWithBreak) this.#cutTornLine();
      this.#endsWithBreak = false;
      appendPrivate(this.#file, `${line}\n`);
      this.#endsWithBreak = true;
    });
  }

  replace(lines: readonly string[]): void {
    this.#guard(() => {
      makeFolderOf(this.#file);
      writeAndClose(createPrivate(this.#next), lines.map((line) => `${line}\n`).join(''));
      renameFileSync(this.#next, this.#file);
      this.#endsWithBreak = true;
    });
  }

  remove(): void {
    this.#guard(() => {
      for (const file of [this.#next, this.#file]) rmSync(file, { force: true });
      this.#endsWithBreak = false;
    });
  }

  get #next(): string {
    return `${this.#file}.next`;
  }

  /** Cuts off a torn last line. Call before the first line of this process, and after a failed write. */
  #cutTornLine(): void {
    makeFolderOf(this.#file);
    const text = this.#read();
    if (text !== '' && !text.endsWith('\n')) this.replace(text.split('\n').slice(0, -1));
  }

  #read(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    }
  }

  #guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw storageFailed(this.#what, error);
    }
  }
}
