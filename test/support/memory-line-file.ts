/** An append-only file for tests, in memory; a test can tear its last line and make appends fail. */
import type { LineFile } from '../../src/main/platform/ports.ts';

export class MemoryLineFile implements LineFile {
  /** The content of the "disk"; every complete line ends in a line break. */
  text: string;
  failAppends = false;
  /** Called before a line is written. */
  onAppend: (line: string) => void = () => {};

  constructor(lines: readonly string[] = []) {
    this.text = lines.map((line) => `${line}\n`).join('');
  }

  lines(): { lines: string[]; torn: boolean } {
    const pieces = this.text.split('\n');
    const rest = pieces.pop() ?? '';
    const torn = rest !== '';
    if (torn) this.text = this.text.slice(0, this.text.length - rest.length);
    return { lines: pieces, torn };
  }

  append(line: string): void {
    this.onAppend(line);
    if (this.failAppends) throw Object.assign(new Error('no space left on the memory line file'), { code: 'ENOSPC' });
    this.text += `${line}\n`;
  }

  replace(lines: readonly string[]): void {
    if (this.failAppends) throw Object.assign(new Error('no space left on the memory line file'), { code: 'ENOSPC' });
    this.text = lines.map((line) => `${line}\n`).join('');
  }

  /** Cuts `characters` off the end, as a crash in the middle of a write does. */
  tear(characters: number): void {
    this.text = this.text.slice(0, Math.max(0, this.text.length - characters));
  }
}
