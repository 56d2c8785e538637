/** The UnsyncedLineFile port over node:fs: a file of lines that does not wait for the disk, and that can be deleted. */
import { rmSync } from 'node:fs';
import { FileLines } from './file-lines.ts';
import type { UnsyncedLineFile } from './ports.ts';
import { appendPrivate } from './private-files.ts';
import { storageFailed } from './storage-failed.ts';

export class UnsyncedFileLines implements UnsyncedLineFile {
  readonly #options: { file: string; what: string };
  readonly #lines: FileLines;
  /** Whether the last line was appended here, whole, so that the next one needs no look at the end of the file. */
  #isWhole = false;

  constructor(options: { file: string; what: string }) {
    this.#options = options;
    this.#lines = new FileLines({ ...options, log: null, isSynced: false });
  }

  lines(): string[] {
    return this.#lines.lines().lines;
  }

  append(line: string): void {
    if (this.#isWhole && !line.includes('\n'))
      try {
        appendPrivate(this.#options.file, `${line}\n`);
        return;
      } catch {
        // A part of it may have been written, which is cut off below.
        this.#isWhole = false;
      }
    this.#lines.append(line);
    this.#isWhole = true;
  }

  replace(lines: readonly string[]): void {
    this.#lines.replace(lines);
  }

  remove(): void {
    const { file, what } = this.#options;
    try {
      for (const one of [`${file}.next`, file]) rmSync(one, { force: true });
    } catch (error) {
      throw storageFailed(what, error);
    }
  }
}
