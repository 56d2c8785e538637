/** The UnsyncedLineFile port over node:fs: a file of lines that does not wait for the disk, and that can be deleted. */
import { rmSync } from 'node:fs';
import { FileLines } from './file-lines.ts';
import { machineClock } from './machine.ts';
import type { Clock, UnsyncedLineFile } from './ports.ts';
import { appendPrivate } from './private-files.ts';
import { storageFailed } from './storage-failed.ts';

/** The longest time in ms that a line waits for the next one. */
const SOON_MS = 100;

export interface UnsyncedFileLinesOptions {
  readonly file: string;
  readonly what: string;
  /** The machine's clock. */
  readonly clock?: Pick<Clock, 'after'>;
}

export class UnsyncedFileLines implements UnsyncedLineFile {
  readonly #options: Required<UnsyncedFileLinesOptions>;
  readonly #lines: FileLines;
  /** The lines that the next write appends. */
  #waiting: string[] = [];
  #isTimed = false;
  /** Whether the last line was appended here, whole, so that the next one needs no look at the end of the file. */
  #isWhole = false;

  constructor({ file, what, clock = machineClock }: UnsyncedFileLinesOptions) {
    this.#options = { file, what, clock };
    this.#lines = new FileLines({ file, what, log: null, isSynced: false });
  }

  lines(): string[] {
    this.#write();
    return this.#lines.lines().lines;
  }

  append(line: string): void {
    this.#waiting.push(line);
    this.#write();
  }

  appendSoon(line: string): void {
    this.#waiting.push(line);
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#options.clock.after(SOON_MS, () => {
      this.#isTimed = false;
      try {
        this.#write();
      } catch {
        // The next line fails in the same way, and its writer learns of it.
      }
    });
  }

  replace(lines: readonly string[]): void {
    this.#waiting = [];
    this.#lines.replace(lines);
  }

  remove(): void {
    const { file, what } = this.#options;
    this.#waiting = [];
    try {
      for (const one of [`${file}.next`, file]) rmSync(one, { force: true });
    } catch (error) {
      throw storageFailed(what, error);
    }
  }

  #write(): void {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    if (this.#isWhole && !lines.some((line) => line.includes('\n')))
      try {
        appendPrivate(this.#options.file, `${lines.join('\n')}\n`);
        return;
      } catch {
        // A part of it may have been written, which is cut off below.
        this.#isWhole = false;
      }
    for (const line of lines) this.#lines.append(line);
    this.#isWhole = true;
  }
}
