/** A table of records of unknown shape. Main filters and sorts it; the renderer reads slices, so that it never holds 50,000 rows. */
import type { Json } from '../../shared/model/primitives.ts';
import { readPath } from '../api/read-json.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { putLast } from '../platform/put-last.ts';
import { ColumnRanks } from './column-ranks.ts';
import { TextIndex } from './text-index.ts';

export interface TableQuery {
  readonly search: string;
  /** The columns to sort by, in their order of precedence. */
  readonly sort: readonly SortKey[];
  readonly filter?: RowFilter | null;
}

/** A filter for the records that a search finds; filters with one `key` accept the same positions. */
export interface RowFilter {
  readonly key: string;
  readonly accepts: (position: number) => boolean;
}

/** A column to sort by. Amounts are sorted within their currency; `currencyPath` is null for other values. */
export interface SortKey {
  readonly path: string;
  readonly currencyPath: string | null;
  readonly descending: boolean;
}

/** The number of characters of a record's text in which a search looks. */
const MAX_SEARCHED_CHARACTERS = 4_000;
/** The number of columns whose ranks are kept. */
const MAX_RANKED_COLUMNS = 8;
/** The number of records that are ranked between two turns of the event loop. */
const RANKED_AT_ONCE = 2_000;

interface RankedColumn {
  readonly ranks: ColumnRanks;
  readonly readValue: (record: Json) => Json | undefined;
}

/** The records in the order in which they arrived. */
export class RecordTable {
  readonly #records: Json[] = [];
  /** The position of each record. */
  readonly #all: number[] = [];
  readonly #texts = new TextIndex();
  /** The ranked columns by path, or by path and currency; the last used one is at the end. */
  readonly #ranked = new Map<string, RankedColumn>();
  #lastKey = '';
  #lastOrder: readonly number[] = [];

  get records(): readonly Json[] {
    return this.#records;
  }

  append(records: readonly Json[]): void {
    for (const record of records) this.#all.push(this.#records.push(record) - 1);
  }

  /** Indexes the text of the records that came since the last call, so that the first search is fast. */
  index(): void {
    for (let next = this.#texts.size; next < this.#records.length; next += 1)
      this.#texts.append(textOf(this.#records[next] ?? null));
  }

  /** Ranks the columns that another table has ranked, in steps, so that the first sorting of this one is fast. */
  async rankAs(other: RecordTable): Promise<void> {
    for (const [key, { readValue }] of [...other.#ranked]) {
      const ranks = new ColumnRanks();
      while (ranks.size < this.#records.length) {
        ranks.append(this.#records.slice(ranks.size, ranks.size + RANKED_AT_ONCE).map(readValue));
        await nextTurn();
      }
      this.#ranked.set(key, { ranks, readValue });
    }
  }

  /** The positions of the matching records in the requested order. The last order is cached, because the slices of one view follow each other. */
  order({ search, sort, filter = null }: TableQuery): readonly number[] {
    const found = this.find(search);
    if (sort.length === 0 && filter === null) return found;
    const key = JSON.stringify([search, sort, filter?.key, this.#records.length]);
    if (key !== this.#lastKey) {
      const matching = filter === null ? found : found.filter(filter.accepts);
      // Each sort keeps the order of equal values, so the last column goes first.
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
    // A currency without an amount is no value, so that records without an amount come last.
    const currencyOf = (record: Json) => (hasValue(readPath(record, path)) ? readPath(record, currencyPath) : null);
    return this.#ranksOf(`${path}\n${currencyPath}`, currencyOf).sort(sorted, false);
  }

  #ranksOf(key: string, readValue: RankedColumn['readValue']): ColumnRanks {
    const { ranks } = this.#ranked.get(key) ?? { ranks: new ColumnRanks() };
    ranks.append(this.#records.slice(ranks.size).map(readValue));
    putLast(this.#ranked, key, { ranks, readValue }, MAX_RANKED_COLUMNS);
    return ranks;
  }
}

const hasValue = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

/** All strings and numbers of a record, lower-cased, up to a cap. */
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

/** The beginning of a text; empty for an address. */
const searchable = (text: string): string => (/^https?:/.test(text) ? '' : text.slice(0, 300).toLowerCase());
