/** Counts and filters loaded listings by facets. The count of a value is the number of listings that choosing the value would show. */
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Facet, FacetChoice, FacetName } from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { cityIn, isListed, sizeOf, typeIn } from '../api/describe-record.ts';

/** The largest number of values that a facet shows. Values with more listings come first. */
const MAX_VALUES = MAX_ENTRIES.fields;

const VALUE_FACETS = ['city', 'type', 'listed'] as const;
/** Facets that filter by a minimum. */
const NUMBER_FACETS = ['bedrooms', 'guests'] as const;

/** The values of a facet by position, stored as numbers; 0 means no value. */
class Coded {
  readonly #codes: number[] = [];
  readonly #values: string[] = [''];
  readonly #byValue = new Map<string, number>();

  get values(): readonly string[] {
    return this.#values;
  }

  append(value: string | null): void {
    this.#codes.push(value === null ? 0 : this.codeOf(value));
  }

  at(position: number): number {
    return this.#codes[position] ?? 0;
  }

  codeOf(value: string): number {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    const code = this.#values.push(value) - 1;
    this.#byValue.set(value, code);
    return code;
  }
}

type Fails = (position: number) => boolean;

export class ListingFacets {
  readonly #coded = { city: new Coded(), type: new Coded(), listed: new Coded() };
  /** The numbers of each facet by record; NaN for a record without a number, which fails any minimum. */
  readonly #numbers: Record<(typeof NUMBER_FACETS)[number], number[]> = { bedrooms: [], guests: [] };

  append(record: Json): void {
    const listed = isListed(record);
    this.#coded.city.append(cityIn(record));
    this.#coded.type.append(typeIn(record));
    this.#coded.listed.append(listed === null ? null : listed ? 'yes' : 'no');
    const { bedrooms, sleeps } = sizeOf(record);
    this.#numbers.bedrooms.push(bedrooms ?? Number.NaN);
    this.#numbers.guests.push(sleeps ?? Number.NaN);
  }

  /** Returns a test of whether the record at a position fits the choice in every facet; `null` when the choice is empty. */
  filter(choice: FacetChoice): ((position: number) => boolean) | null {
    const tests = [...this.#tests(choice).values()];
    return tests.length === 0 ? null : (position) => tests.every((fails) => !fails(position));
  }

  /** Counts, for each value of each facet, the records at these positions that would remain if the value were chosen. */
  count(positions: readonly number[], choice: FacetChoice): Facet[] {
    const tests = [...this.#tests(choice)];
    const counts = new Map(VALUE_FACETS.map((name) => [name, new Uint32Array(this.#coded[name].values.length)]));
    const numbers = new Map(NUMBER_FACETS.map((name) => [name, new Map<number, number>()]));
    const add = (name: FacetName, position: number): void => {
      const codes = counts.get(name as 'city');
      if (codes) {
        const code = this.#coded[name as 'city'].at(position);
        codes[code] = (codes[code] ?? 0) + 1;
        return;
      }
      const value = this.#numbers[name as 'guests'][position] ?? Number.NaN;
      const known = numbers.get(name as 'guests');
      if (!Number.isNaN(value)) known?.set(value, (known.get(value) ?? 0) + 1);
    };
    for (const position of positions) {
      const failed = tests.filter(([, fails]) => fails(position));
      const [only] = failed;
      if (failed.length === 1 && only) add(only[0], position);
      else if (failed.length === 0) for (const name of [...VALUE_FACETS, ...NUMBER_FACETS]) add(name, position);
    }
    return [
      ...VALUE_FACETS.map((name) => this.#valuesOf(name, counts.get(name) ?? new Uint32Array(), choice)),
      ...NUMBER_FACETS.map((name) => ({ name, values: minimaOf(numbers.get(name) ?? new Map()), more: 0 })),
    ].map((facet) => facet satisfies Facet);
  }

  #tests(choice: FacetChoice): Map<FacetName, Fails> {
    const tests = new Map<FacetName, Fails>();
    for (const name of VALUE_FACETS) {
      const chosen = choice[name] ?? [];
      if (chosen.length === 0) continue;
      const coded = this.#coded[name];
      const codes = new Set(chosen.map((value) => coded.codeOf(value)));
      tests.set(name, (position) => !codes.has(coded.at(position)));
    }
    for (const name of NUMBER_FACETS) {
      const min = choice[name] ?? null;
      const values = this.#numbers[name];
      if (min !== null) tests.set(name, (position) => !((values[position] ?? Number.NaN) >= min));
    }
    return tests;
  }

  #valuesOf(name: (typeof VALUE_FACETS)[number], counts: Uint32Array, choice: FacetChoice): Facet {
    const { values } = this.#coded[name];
    const found = values
      .map((value, code) => ({ value, count: counts[code] ?? 0 }))
      .filter(({ value, count }, code) => code > 0 && (count > 0 || choice[name]?.includes(value)))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    return { name, values: found.slice(0, MAX_VALUES), more: Math.max(0, found.length - MAX_VALUES) };
  }
}

/** Turns each number into a minimum with the count of the records that reach it. */
function minimaOf(counts: ReadonlyMap<number, number>): Facet['values'] {
  let reached = 0;
  const minima = [...counts]
    .sort(([one], [other]) => other - one)
    .map(([value, count]) => {
      reached += count;
      return { value: String(value), count: reached };
    });
  return minima.reverse().slice(0, MAX_VALUES);
}
