/** An UnsyncedLineFile for tests, in memory; a test can make it fail like a full disk. */
import type { UnsyncedLineFile } from '../../src/main/platform/ports.ts';

export class MemoryUnsyncedLineFile implements UnsyncedLineFile {
  kept: string[];
  fails = false;
  appended = 0;
  replaced = 0;
  removed = 0;

  constructor(lines: readonly string[] = []) {
    this.kept = [...lines];
  }

  lines(): string[] {
    this.#guard();
    return [...this.kept];
  }

  append(line: string): void {
    this.#guard();
    this.appended += 1;
    this.kept.push(line);
  }

  appendSoon(line: string): void {
    this.append(line);
  }

  replace(lines: readonly string[]): void {
    this.#guard();
    this.replaced += 1;
    this.kept = [...lines];
  }

  remove(): void {
    this.#guard();
    this.removed += 1;
    this.kept = [];
  }

  #guard(): void {
    if (this.fails) throw new Error('no space left on the disk');
  }
}
