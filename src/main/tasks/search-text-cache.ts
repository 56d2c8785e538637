/** Keeps the searchable text of tasks in memory, up to MAX_BYTES, because every typed letter is a new search. */
import { setNewest } from '../platform/bounded-map.ts';
import { byteStringOf } from './store/packed.ts';
import type { TaskStore } from './store/task-store.ts';

/** A step's text with a line for each row, in one character per byte (see {@link byteStringOf}). */
export interface SearchText {
  readonly label: string;
  readonly firstRow: number;
  readonly rowCount: number;
  readonly text: string;
}

interface TaskTexts {
  /** The search texts of consecutive rows, beginning with the first row. */
  readonly texts: SearchText[];
  bytes: number;
}

/** The maximum size of the cached texts; those of half a million rows take 15 to 45 million bytes. */
const MAX_BYTES = 64_000_000;

export class SearchTextCache {
  readonly #store: TaskStore;
  readonly #tasks = new Map<number, TaskTexts>();

  constructor(store: TaskStore) {
    this.#store = store;
  }

  /** The texts of at most `limit` steps, beginning with the step whose first row is `firstRow`. */
  from(number: number, firstRow: number, limit: number): readonly SearchText[] {
    const cached = this.#tasks.get(number) ?? { texts: [], bytes: 0 };
    setNewest(this.#tasks, number, cached);
    const at = indexOfRow(cached.texts, firstRow);
    if (at < cached.texts.length) return cached.texts.slice(at, at + limit);
    const read = this.#store
      .textFrom(number, firstRow, limit)
      .map(({ text, ...step }) => ({ ...step, text: byteStringOf(text) }));
    this.#add(cached, firstRow, read);
    return read;
  }

  drop(number: number): void {
    this.#tasks.delete(number);
  }

  clear(): void {
    this.#tasks.clear();
  }

  #add(cached: TaskTexts, firstRow: number, read: readonly SearchText[]): void {
    const last = cached.texts.at(-1);
    const end = last ? last.firstRow + last.rowCount : 0;
    const bytes = read.reduce((sum, { text }) => sum + text.length, 0);
    if (end !== firstRow || cached.bytes + bytes > MAX_BYTES) return;
    cached.texts.push(...read);
    cached.bytes += bytes;
    let total = [...this.#tasks.values()].reduce((sum, it) => sum + it.bytes, 0);
    for (const [number, oldest] of this.#tasks) {
      if (total <= MAX_BYTES || oldest === cached) break;
      this.#tasks.delete(number);
      total -= oldest.bytes;
    }
  }
}

/** The index of the first text that begins at `firstRow` or later. */
function indexOfRow(texts: readonly SearchText[], firstRow: number): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle]?.firstRow ?? firstRow) < firstRow) low = middle + 1;
    else high = middle;
  }
  return low;
}
