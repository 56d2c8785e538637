/** A table of records of unknown shape. Main filters and sorts it; the renderer reads slices and never holds all rows. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { readPath } from '../api/read-json.ts';
import { MAX_LARGE_ENTRIES, setNewest } from '../platform/bounded-map.ts';
import { nextTurn, ROWS_PER_TURN } from '../platform/next-turn.ts';
import { ColumnRanks } from './column-ranks.ts';
import { TextIndex } from './text-index.ts';

export interface TableQuery {
  readonly search: string;
  readonly sort: readonly SortKey[];
  readonly filter?: RowFilter | null;
}

/** A filter of rows by position. Filters with the same `key` accept the same positions. */
export interface RowFilter {
  readonly key: string;
  readonly accepts: (position: number) => boolean;
}

/** A column to sort by. Amounts are sorted within their currency; `currencyPath` is `null` for other values. */
export interface SortKey {
  readonly path: string;
  readonly currencyPath: string | null;
  readonly descending: boolean;
}

const MAX_SEARCHED_CHARACTERS = MAX_CHARACTERS.text;

interface RankedColumn {
  readonly ranks: ColumnRanks;
  readonly readValue: (record: Json) => Json | undefined;
}

export class RecordTable {
  readonly #records: Json[] = [];
  readonly #all: number[] = [];
  readonly #texts = new TextIndex();
  /** The ranked columns by path, or by path and currency path; the last used one is at the end. */
  readonly #ranked = new Map<string, RankedColumn>();
  #lastKey = '';
  #lastOrder: readonly number[] = [];

  get records(): readonly Json[] {
    return this.#records;
  }

  append(records: readonly Json[]): void {
    for (const record of records) this.#all.push(this.#records.push(record) - 1);
  }

  /** Indexes the text of new records, so that the next search is fast. */
  index(): void {
    for (let next = this.#texts.size; next < this.#records.length; next += 1)
      this.#texts.append(textOf(this.#records[next] ?? null));
  }

  /** Ranks the columns that another table has ranked, so that the first sort of this table is fast. Other work runs between the steps. */
  async rankAs(other: RecordTable): Promise<void> {
    for (const [key, { readValue }] of [...other.#ranked]) {
      const ranks = new ColumnRanks();
      while (ranks.size < this.#records.length) {
        ranks.append(this.#records.slice(ranks.size, ranks.size + ROWS_PER_TURN).map(readValue));
        await nextTurn();
      }
      this.#ranked.set(key, { ranks, readValue });
    }
  }

  /** The positions of the matching records, in order. The last result is cached, because a view is read in consecutive slices. */
  order({ search, sort, filter = null }: TableQuery): readonly number[] {
    const found = this.find(search);
    if (sort.length === 0 && filter === null) return found;
    const key = JSON.stringify([search, sort, filter?.key, this.#records.length]);
    if (key !== this.#lastKey) {
      const matching = filter === null ? found : found.filter(filter.accepts);
      // Each sort keeps the order of equal values, so the least important column is sorted first.
      this.#lastOrder = sort.toReversed().reduce((order, by) => this.#sorted(order, by), matching);
      this.#lastKey = key;
    }
    return this.#lastOrder;
  }

  /** The positions of the records that contain every word of a search, ascending. */
  find(search: string): readonly number[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.#all;
    this.index();
    return this.#texts.find(words);
  }

  #sorted(positions: readonly number[], { path, currencyPath, descending }: SortKey): readonly number[] {
    const sorted = this.#ranksOf(path, (record) => readPath(record, path)).sort(positions, descending);
    if (currencyPath === null) return sorted;
    // A record without an amount counts as one without a currency, so that it comes last.
    const currencyOf = (record: Json) => (hasValue(readPath(record, path)) ? readPath(record, currencyPath) : null);
    return this.#ranksOf(`${path}\n${currencyPath}`, currencyOf).sort(sorted, false);
  }

  #ranksOf(key: string, readValue: RankedColumn['readValue']): ColumnRanks {
    const { ranks } = this.#ranked.get(key) ?? { ranks: new ColumnRanks() };
    ranks.append(this.#records.slice(ranks.size).map(readValue));
    setNewest(this.#ranked, key, { ranks, readValue }, MAX_LARGE_ENTRIES);
    return ranks;
  }
}

const hasValue = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

/** The strings and numbers of a record in lower case, up to MAX_SEARCHED_CHARACTERS. */
function textOf(record: Json): string[] {
  const values: string[] = [];
  let characters = 0;
  const visit = (value: Json): void => {
    if (characters > MAX_SEARCHED_CHARACTERS) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = typeof value === 'number' ? String(value) : searchable(value);
      characters += text.length + 1;
      if (text !== '') values.push(text);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (value && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit(record);
  return values;
}

/** The first 300 characters in lower case; empty for a web address. */
const searchable = (text: string): string => (/^https?:/.test(text) ? '' : text.slice(0, 300).toLowerCase());
