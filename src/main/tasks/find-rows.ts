/**
 * Looks through a task's results for words. What was found is remembered per search, so that a view that scrolls asks once, and a task that
 * still runs is only looked through from where it had come. Steps are read in batches with a breath between them.
 */

import type { Clock } from '../platform/ports.ts';
import { SearchTextCache } from './search-text-cache.ts';
import { asBytes } from './store/packed.ts';
import type { TaskStore } from './store/task-store.ts';

/** Steps with rows that match: `count` of them, the rows numbered from `firstRow`. */
export interface MatchingStep {
  readonly firstRow: number;
  readonly count: number;
}

interface Search {
  readonly found: MatchingStep[];
  total: number;
  /** Rows that were looked through. */
  searchedRows: number;
}

const BATCH = 100;
const MAX_SEARCHES = 8;
/** After so much work others get their turn. */
const TIME_SLICE_MS = 10;
/** The text leaves memory when nobody has searched for so long. */
const IDLE_MS = 300_000;

/** The words of a search as they are looked for. */
export const searchWords = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).map(asBytes);

export class RowFinder {
  readonly #texts: SearchTextCache;
  readonly #clock: Clock;
  readonly #searches = new Map<string, Search>();

  #disarm = () => {};

  /** `clock`: the machine's. */
  constructor(store: TaskStore, clock: Clock) {
    this.#texts = new SearchTextCache(store);
    this.#clock = clock;
  }

  /** The steps with matching rows, in the order of the rows; `rows` is how many the task has. */
  async find(
    number: number,
    words: readonly string[],
    rows: number,
  ): Promise<{ found: readonly MatchingStep[]; total: number }> {
    this.#disarm();
    this.#disarm = this.#clock.after(IDLE_MS, () => this.#texts.clear());
    const search = this.#search(number, words);
    let since = performance.now();
    while (search.searchedRows < rows) {
      const batch = this.#texts.from(number, search.searchedRows, BATCH);
      for (const { label, firstRow, rowCount, text } of batch) {
        // Another call may have looked through it during the breath.
        if (firstRow < search.searchedRows) continue;
        const count = countLines(text, rowCount, wordsNotIn(label, words));
        if (count > 0) search.found.push({ firstRow, count });
        search.total += count;
        search.searchedRows = firstRow + rowCount;
      }
      if (batch.length === 0) break;
      if (performance.now() - since < TIME_SLICE_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    return search;
  }

  /** Reads the text before somebody searches: who looks at results is about to. A failure shows when they do. */
  preload(number: number, rows: number): void {
    this.find(number, [], rows).catch(() => {});
  }

  stop(): void {
    this.#disarm();
  }

  forget(number: number): void {
    this.#texts.forget(number);
    for (const key of [...this.#searches.keys()]) if (key.startsWith(`${number}\n`)) this.#searches.delete(key);
  }

  #search(number: number, words: readonly string[]): Search {
    const key = [number, ...words].join('\n');
    const search = this.#searches.get(key) ?? { found: [], total: 0, searchedRows: 0 };
    this.#searches.delete(key);
    this.#searches.set(key, search);
    for (const oldest of this.#searches.keys()) {
      if (this.#searches.size <= MAX_SEARCHES) break;
      this.#searches.delete(oldest);
    }
    return search;
  }
}

/** The words that a step's label does not hold: its rows must. */
export function wordsNotIn(label: string, words: readonly string[]): string[] {
  const text = asBytes(label.toLowerCase());
  return words.filter((word) => !text.includes(word));
}

/** The lines that hold all words, by their number. */
export function matchingLines(text: string, words: readonly string[]): number[] {
  return text.split('\n').flatMap((line, index) => (words.every((word) => line.includes(word)) ? [index] : []));
}

/** How many lines hold all words. The first word leads from line to line; most searches have no other. */
function countLines(text: string, lines: number, [first, ...others]: readonly string[]): number {
  if (first === undefined) return lines;
  let count = 0;
  for (let at = text.indexOf(first); at >= 0; ) {
    const end = text.indexOf('\n', at);
    const line = others.length === 0 ? '' : text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
    if (others.every((word) => line.includes(word))) count += 1;
    if (end < 0) break;
    at = text.indexOf(first, end + 1);
  }
  return count;
}
