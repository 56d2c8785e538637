/** A pasted text with its lines, for look-ups by index or by line number. */
export class Source {
  readonly lines: readonly string[];
  readonly text: string;
  readonly #starts: readonly number[];
  /** The end of the paragraph of each line, as a line number. */
  readonly #paragraphs: Uint32Array;

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.text = lines.join('\n');
    const starts: number[] = [];
    let at = 0;
    for (const line of lines) {
      starts.push(at);
      at += line.length + 1;
    }
    this.#starts = starts;
    this.#paragraphs = new Uint32Array(lines.length + 1).fill(lines.length);
    for (let line = lines.length - 1; line >= 0; line -= 1)
      this.#paragraphs[line] = lines[line]?.trim() === '' ? line : (this.#paragraphs[line + 1] ?? 0);
  }

  /** The end of the paragraph at a position; a literal without an end goes no further. */
  paragraphEnd(position: number): number {
    const line = this.#paragraphs[this.lineAt(position)] ?? this.lines.length;
    return line >= this.lines.length ? this.text.length : this.startOf(line);
  }

  /** The position in the text at which a line begins. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** The line that contains a position of the text. */
  lineAt(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
