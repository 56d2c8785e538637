/**
 * Searches a task's results for words. Keeps the matches of recent searches, so that scrolling needs no search and a running task searches new rows
 * only. Other work runs between the steps of a search.
 */
import { MINUTE_MS } from '../../shared/time/units.ts';
import { MAX_LARGE_ENTRIES, setNewest } from '../platform/bounded-map.ts';
import { timeSlices } from '../platform/next-turn.ts';
import type { Clock } from '../platform/ports.ts';
import { SearchTextCache } from './search-text-cache.ts';
import { toByteString } from './store/packed.ts';
import type { TaskStore } from './store/task-store.ts';

/** A step with matching rows. `count` is the number of matching rows; `firstRow` is the number of the step's first row. */
export interface MatchingStep {
  readonly firstRow: number;
  readonly count: number;
}

interface Search {
  readonly found: MatchingStep[];
  total: number;
  searchedRows: number;
}

const BATCH = 100;

/** Converts the words of a search to the form of the searchable text (see {@link toByteString}). */
export const searchWords = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).map(toByteString);

export class RowFinder {
  readonly #texts: SearchTextCache;
  readonly #clock: Clock;
  readonly #searches = new Map<string, Search>();

  #cancelIdleTimer = () => {};

  constructor(store: TaskStore, clock: Clock) {
    this.#texts = new SearchTextCache(store);
    this.#clock = clock;
  }

  /** Finds the steps with matching rows, in row order, and the total number of matching rows. `rows` is the task's number of rows. */
  async find(
    number: number,
    words: readonly string[],
    rows: number,
  ): Promise<{ found: readonly MatchingStep[]; total: number }> {
    this.#cancelIdleTimer();
    this.#cancelIdleTimer = this.#clock.after(5 * MINUTE_MS, () => this.#texts.clear());
    const search = this.#search(number, words);
    const nextSlice = timeSlices();
    while (search.searchedRows < rows) {
      const batch = this.#texts.from(number, search.searchedRows, BATCH);
      for (const { label, firstRow, rowCount, text } of batch) {
        // Another call may have searched this step while this call yielded.
        if (firstRow < search.searchedRows) continue;
        const count = countLines(text, rowCount, wordsNotIn(label, words));
        if (count > 0) search.found.push({ firstRow, count });
        search.total += count;
        search.searchedRows = firstRow + rowCount;
      }
      if (batch.length === 0) break;
      await nextSlice();
    }
    return search;
  }

  /** Reads the text into memory before a person searches. Errors are ignored, because the search reports them. */
  preload(number: number, rows: number): void {
    this.find(number, [], rows).catch(() => {});
  }

  stop(): void {
    this.#cancelIdleTimer();
  }

  drop(number: number): void {
    this.#texts.drop(number);
    for (const key of [...this.#searches.keys()]) if (key.startsWith(`${number}\n`)) this.#searches.delete(key);
  }

  #search(number: number, words: readonly string[]): Search {
    const key = [number, ...words].join('\n');
    const search = this.#searches.get(key) ?? { found: [], total: 0, searchedRows: 0 };
    setNewest(this.#searches, key, search, MAX_LARGE_ENTRIES);
    return search;
  }
}

/** Returns the words of a search that the step's label does not contain. A row of the step matches if its own text contains them. */
export function wordsNotIn(label: string, words: readonly string[]): string[] {
  const text = toByteString(label.toLowerCase());
  return words.filter((word) => !text.includes(word));
}

export function matchingLines(text: string, words: readonly string[]): number[] {
  return text.split('\n').flatMap((line, index) => (words.every((word) => line.includes(word)) ? [index] : []));
}

/** Counts the lines that contain all words, jumping between occurrences of the first word, because most searches have one word. */
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
