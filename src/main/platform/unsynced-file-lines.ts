/** The UnsyncedLineFile port over node:fs: a file of lines that does not wait for the disk, and that can be deleted. */
import { rmSync } from 'node:fs';
import { FileLines } from './file-lines.ts';
import type { UnsyncedLineFile } from './ports.ts';
import { storageFailed } from './storage-failed.ts';

export class UnsyncedFileLines implements UnsyncedLineFile {
  readonly #options: { file: string; what: string };
  readonly #lines: FileLines;

  constructor(options: { file: string; what: string }) {
    this.#options = options;
    this.#lines = new FileLines({ ...options, log: null, isSynced: false });
  }

  lines(): string[] {
    return this.#lines.lines().lines;
  }

  append(line: string): void {
    this.#lines.append(line);
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
