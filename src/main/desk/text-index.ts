/** Finds texts that contain all words of a search. Results are kept and narrowed, so that a search grows a key at a time without a new scan. */

interface Result {
  readonly words: readonly string[];
  readonly positions: number[];
  /** How many texts were looked at. */
  scanned: number;
}

/** A person types and deletes a word within so many results. */
const MAX_RESULTS = 24;

export class TextIndex {
  readonly #texts: string[] = [];
  /** By words, the one used last at the end. */
  readonly #results = new Map<string, Result>();

  get size(): number {
    return this.#texts.length;
  }

  append(text: string): void {
    this.#texts.push(text);
  }

  /** The positions of the texts that contain every word, ascending. The list grows when texts are appended: do not change it. */
  find(words: readonly string[]): readonly number[] {
    const key = words.join(' ');
    const result = this.#results.get(key) ?? this.#narrowed(words);
    this.#scan(result);
    this.#results.delete(key);
    this.#results.set(key, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > MAX_RESULTS && oldest !== undefined) this.#results.delete(oldest);
    return result.positions;
  }

  /** A new result from the smallest one whose texts include all that match: each of its words is part of one of these words. */
  #narrowed(words: readonly string[]): Result {
    let best: Result | null = null;
    for (const known of this.#results.values()) {
      const isWider = known.words.every((part) => words.some((word) => word.includes(part)));
      if (isWider && known.positions.length < (best?.positions.length ?? Number.POSITIVE_INFINITY)) best = known;
    }
    if (best === null) return { words, positions: [], scanned: 0 };
    return { words, positions: best.positions.filter((at) => this.#matches(at, words)), scanned: best.scanned };
  }

  #scan(result: Result): void {
    for (; result.scanned < this.#texts.length; result.scanned += 1)
      if (this.#matches(result.scanned, result.words)) result.positions.push(result.scanned);
  }

  #matches(position: number, words: readonly string[]): boolean {
    const text = this.#texts[position] ?? '';
    for (const word of words) if (!text.includes(word)) return false;
    return true;
  }
}
