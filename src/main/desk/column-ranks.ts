/** Ranks the values of a column. The values are compared once; afterwards any selection of rows is sorted without comparisons. */
import type { Json } from '../../shared/model/primitives.ts';

/** The collator, created at the first comparison, because loading its locale data takes 6 ms. */
let collator: Intl.Collator | undefined;

type Comparable = number | string;

/** Values that compare as equal, with their rank. */
interface Group {
  readonly value: Comparable;
  rank: number;
}

export class ColumnRanks {
  /** The group of the record at each position; `null` for a record without a value. */
  readonly #groups: (Group | null)[] = [];
  readonly #byValue = new Map<Comparable, Group>();
  #sorted: Group[] = [];

  get size(): number {
    return this.#groups.length;
  }

  /** Adds the values of further records. Only values that are new to the column are compared. */
  append(values: readonly (Json | undefined)[]): void {
    const comparables = values.map(comparableOf);
    const unknown = new Set(comparables.filter((value) => value !== null && !this.#byValue.has(value)));
    if (unknown.size > 0) this.#merge([...unknown] as Comparable[]);
    for (const value of comparables) this.#groups.push(value === null ? null : (this.#byValue.get(value) ?? null));
  }

  /** Sorts positions by their values. Equal values keep the given order; records without a value come last in either direction. */
  sort(positions: readonly number[], descending: boolean): number[] {
    const last = this.#sorted.length;
    const slotOf = (position: number): number => {
      const rank = this.#groups[position]?.rank ?? last;
      return descending && rank < last ? last - 1 - rank : rank;
    };
    const starts = new Uint32Array(last + 2);
    for (const position of positions) add(starts, slotOf(position) + 1, 1);
    for (let slot = 1; slot < starts.length; slot += 1) add(starts, slot, starts[slot - 1] ?? 0);
    const sorted = new Array<number>(positions.length);
    for (const position of positions) {
      const slot = slotOf(position);
      sorted[starts[slot] ?? 0] = position;
      add(starts, slot, 1);
    }
    return sorted;
  }

  #merge(values: Comparable[]): void {
    const before = this.#sorted;
    const merged: Group[] = [];
    let taken = 0;
    for (const value of values.sort(compare)) {
      const at = this.#placeOf(value);
      for (; taken < at; taken += 1) merged.push(before[taken] as Group);
      const equal = [before[at], merged.at(-1)].find((group) => group && compare(group.value, value) === 0);
      const group = equal ?? { value, rank: 0 };
      if (!equal) merged.push(group);
      this.#byValue.set(value, group);
    }
    this.#sorted = merged.concat(before.slice(taken));
    for (const [rank, group] of this.#sorted.entries()) group.rank = rank;
  }

  /** The index in `#sorted` of the first group whose value is not less than `value`. */
  #placeOf(value: Comparable): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare((this.#sorted[middle] as Group).value, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function add(counts: Uint32Array, at: number, count: number): void {
  counts[at] = (counts[at] ?? 0) + count;
}

/** Compares two values; numbers come before texts, so that the order is total. */
function compare(one: Comparable, other: Comparable): number {
  if (typeof one === 'number') return typeof other === 'number' ? one - other : -1;
  if (typeof other === 'number') return 1;
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}

/** Returns the comparable form of a value: a number for a text that spells one; `null` for a record without a value. */
function comparableOf(value: Json | undefined): Comparable | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
}
