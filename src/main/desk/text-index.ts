/**
 * Finds the texts that contain all words of a search. A text is a list of values; a value that many texts share (an amenity, a city) is searched
 * once. Results are kept and narrowed while a person types.
 */
import { MAX_LARGE_ENTRIES, setNewest } from '../platform/bounded-map.ts';

interface Result {
  readonly words: readonly string[];
  positions: number[];
  /** The number of texts that were searched for this result. */
  scanned: number;
}

/** The shared values are learned from the first texts, at most this many. A shared value occurs at least twice. */
const LEARNED_FROM = 1_000;

export class TextIndex {
  /** The values of each text that are not shared, joined by line feeds. */
  readonly #own: string[] = [];
  /** The positions of the texts with each shared value, ascending. */
  readonly #shared = new Map<string, number[]>();
  readonly #results = new Map<string, Result>();

  get size(): number {
    return this.#own.length;
  }

  append(values: readonly string[]): void {
    const position = this.#own.length;
    const isLearning = position < LEARNED_FROM;
    const own: string[] = [];
    for (const value of values) {
      const positions = this.#shared.get(value);
      if (positions) positions.push(position);
      else if (isLearning) this.#shared.set(value, [position]);
      else own.push(value);
    }
    this.#own.push(own.join('\n'));
    if (position + 1 === LEARNED_FROM) this.#forgetUnshared();
  }

  /** Returns the positions of the texts that contain every word, ascending. Do not change the list, because the index reuses it. */
  find(words: readonly string[]): readonly number[] {
    const key = words.join(' ');
    const result = this.#results.get(key) ?? this.#narrowed(words);
    if (result.scanned < this.size) {
      const added = Array.from({ length: this.size - result.scanned }, (_, at) => result.scanned + at);
      result.positions = result.positions.concat(this.#matching(added, words));
      result.scanned = this.size;
    }
    setNewest(this.#results, key, result, MAX_LARGE_ENTRIES);
    return result.positions;
  }

  /** Searches for the words within the smallest earlier result that contains all their matches. */
  #narrowed(words: readonly string[]): Result {
    let best: Result = { words: [], positions: [], scanned: 0 };
    for (const known of this.#results.values()) {
      const isWider = known.words.every((part) => words.some((word) => word.includes(part)));
      const isBetter = best.scanned === 0 || known.positions.length < best.positions.length;
      if (isWider && isBetter && known.scanned > 0) best = known;
    }
    const untested = words.filter((word) => !best.words.includes(word));
    return { words, positions: this.#matching(best.positions, untested), scanned: best.scanned };
  }

  #matching(positions: number[], words: readonly string[]): number[] {
    let left = positions;
    for (const word of words) {
      if (left.length === 0) return left;
      const found = this.#withShared(word);
      left = left.filter((position) => found[position] === 1 || this.#own[position]?.includes(word));
    }
    return left;
  }

  /** An entry for each text: 1 if one of its shared values contains the word. */
  #withShared(word: string): Uint8Array {
    const found = new Uint8Array(this.size);
    for (const [value, positions] of this.#shared)
      if (value.includes(word)) for (const position of positions) found[position] = 1;
    return found;
  }

  #forgetUnshared(): void {
    for (const [value, positions] of this.#shared) {
      const [position] = positions;
      if (positions.length > 1 || position === undefined) continue;
      this.#shared.delete(value);
      this.#own[position] = `${this.#own[position]}\n${value}`;
    }
  }
}
