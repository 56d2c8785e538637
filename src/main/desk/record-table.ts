/** A table of records of unknown shape. Main filters and sorts it; the renderer reads slices, so that it never holds 50,000 rows. */
import type { Json } from '../../shared/model/primitives.ts';
import { readPath } from '../api/read-json.ts';

export interface TableQuery {
  readonly search: string;
  readonly sort: { readonly path: string; readonly descending: boolean } | null;
}

/** The maximum length of a record's text that a search looks at. */
const MAX_SEARCHED_CHARACTERS = 4_000;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Records in the order they arrived; their text is indexed at the first search. */
export class RecordTable {
  readonly #records: Json[] = [];
  readonly #texts: (string | undefined)[] = [];
  #lastKey = '';
  #lastOrder: readonly number[] = [];

  get records(): readonly Json[] {
    return this.#records;
  }

  append(records: readonly Json[]): void {
    for (const record of records) this.#records.push(record);
  }

  /** The positions of the matching records in the requested order. The last order is cached, because the slices of one view follow each other. */
  order(query: TableQuery): readonly number[] {
    const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
    const key = JSON.stringify([words, query.sort, this.records.length]);
    if (key !== this.#lastKey) {
      const matching = this.records.map((_, position) => position).filter((position) => this.#matches(position, words));
      this.#lastOrder = query.sort ? this.#sorted(matching, query.sort) : matching;
      this.#lastKey = key;
    }
    return this.#lastOrder;
  }

  #matches(position: number, words: string[]): boolean {
    if (words.length === 0) return true;
    const text = this.#textAt(position);
    return words.every((word) => text.includes(word));
  }

  #textAt(position: number): string {
    const known = this.#texts[position];
    if (known !== undefined) return known;
    const text = textOf(this.records[position] ?? null);
    this.#texts[position] = text;
    return text;
  }

  #sorted(positions: number[], sort: { path: string; descending: boolean }): number[] {
    const values = new Map(
      positions.map((position) => [position, readPath(this.records[position] ?? null, sort.path)]),
    );
    const direction = sort.descending ? -1 : 1;
    return positions.sort((a, b) => compare(values.get(a), values.get(b), direction) || a - b);
  }
}

/** Orders two values of a column; records without a value come last in either direction. */
function compare(a: Json | undefined, b: Json | undefined, direction: 1 | -1): number {
  const [aMissing, bMissing] = [a === undefined || a === null || a === '', b === undefined || b === null || b === ''];
  if (aMissing || bMissing) return Number(aMissing) - Number(bMissing);
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
  return direction * collator.compare(sortText(a), sortText(b));
}

function sortText(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** All strings and numbers of a record, lower-cased, up to a cap. */
function textOf(record: Json): string {
  let text = '';
  const visit = (value: Json): void => {
    if (text.length > MAX_SEARCHED_CHARACTERS) return;
    if (typeof value === 'string') text += `${/^https?:/.test(value) ? '' : value.slice(0, 300)}\n`;
    else if (typeof value === 'number') text += `${value}\n`;
    else if (Array.isArray(value)) value.forEach(visit);
    else if (value && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit(record);
  return text.toLowerCase();
}
