/** Filters and sorts the results of a search, and counts the results for each choice of a filter. Sends nothing. */
import { NEEDS, type Need, needsMet } from '../../../../shared/listing/needs.ts';
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { Money } from '../../../../shared/model/field.ts';
import { formatNumber } from '../../../text/format.ts';
import { COVERS_TEXT, type Covers, coversOf } from './quoted.ts';

export interface Filters {
  /** The bounds of the price per night, in each listing's own currency; null for no bound. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** The most that the whole stay may cost, in each listing's own currency; null for any amount. */
  readonly maxTotal: number | null;
  /** The minimum number of bedrooms; null for any number. */
  readonly bedrooms: number | null;
  /** The accepted types; an empty list accepts all types. */
  readonly types: readonly string[];
  /** The amenities that a listing must have. */
  readonly amenities: readonly string[];
  readonly needs: readonly Need[];
}

export const EMPTY_FILTERS: Filters = {
  ...{ minPrice: null, maxPrice: null, maxTotal: null, bedrooms: null },
  ...{ types: [], amenities: [], needs: [] },
};

export const filterCount = ({ minPrice, maxPrice, maxTotal, bedrooms, types, amenities, needs }: Filters): number =>
  [minPrice, maxPrice, maxTotal, bedrooms].filter((value) => value !== null).length +
  [...types, ...amenities, ...needs].length;

export const isFiltered = (filters: Filters): boolean => filterCount(filters) > 0;

/** The fields by which results can be sorted. Prices are sorted within their currency, the most frequent currency first. */
export const SORTS = ['total', 'perNight', 'name', 'bedrooms', 'guests'] as const;
export interface Sort {
  readonly by: (typeof SORTS)[number];
  readonly descending: boolean;
}

/** Merges the results of several answers in their order. A listing in several answers appears once. */
export function mergedItems(answers: readonly (readonly SearchItem[])[]): SearchItem[] {
  const seen = new Set<string>();
  return answers.flat().filter(({ listingId }) => {
    if (listingId === null) return true;
    if (seen.has(listingId)) return false;
    seen.add(listingId);
    return true;
  });
}

/** Returns why a result does not fit the search; null when it fits or its record does not tell. */
export function misfitOf(
  item: SearchItem,
  { people, nights }: { people: number | null; nights: number | null },
): string | null {
  if (people !== null && item.accommodates !== null && item.accommodates < people)
    return `Sleeps ${item.accommodates}, fewer than ${people}`;
  if (nights !== null && item.minNights !== null && item.minNights > nights)
    return `Minimum stay ${item.minNights} nights`;
  return null;
}

const hasPriceFilter = ({ minPrice, maxPrice }: Filters): boolean => minPrice !== null || maxPrice !== null;

type Test = (item: SearchItem) => boolean;

/** The test of each filter. A record without the field of a filter that is set does not pass. */
function testsOf(
  filters: Filters,
  priceCovers: Covers,
  totalCovers: Covers,
): Record<'price' | 'total' | 'bedrooms' | 'types' | 'amenities' | 'needs', Test> {
  const { minPrice, maxPrice, maxTotal, bedrooms } = filters;
  const types = new Set(filters.types);
  return {
    price: ({ perNight, basis }) =>
      !hasPriceFilter(filters) ||
      (perNight !== null &&
        coversOf({ basis }) === priceCovers &&
        perNight.amount >= (minPrice ?? 0) &&
        perNight.amount <= (maxPrice ?? Number.POSITIVE_INFINITY)),
    total: ({ total, basis }) =>
      maxTotal === null || (total !== null && coversOf({ basis }) === totalCovers && total.amount <= maxTotal),
    bedrooms: (item) => bedrooms === null || (item.bedrooms !== null && item.bedrooms >= bedrooms),
    types: ({ type }) => types.size === 0 || (type !== null && types.has(type)),
    amenities: (item) => filters.amenities.every((amenity) => item.amenities.includes(amenity)),
    needs: (item) => filters.needs.every((need) => needsOf(item).includes(need)),
  };
}

export interface Choice<Value> {
  readonly value: Value;
  /** How many results the filters would keep with this choice. */
  readonly count: number;
}

/** The choices of the filters. A list is empty when no record has the field. */
export interface Facets {
  readonly bedrooms: readonly Choice<number>[];
  readonly types: readonly Choice<string>[];
  readonly amenities: readonly Choice<string>[];
  readonly needs: readonly Choice<Need>[];
  readonly hasPrices: boolean;
  readonly hasTotals: boolean;
  /** The coverage of the totals that the filter compares. A total of another coverage does not pass. */
  readonly totalCovers: Covers;
  /** The coverage of the prices per night that the filter compares. A price of another coverage does not pass. */
  readonly priceCovers: Covers;
  readonly currencies: readonly string[];
}

const needsOfAmenities = new WeakMap<readonly string[], readonly Need[]>();

/** Returns the needs that a result meets, cached because each change of a filter needs those of all results. */
function needsOf({ amenities }: SearchItem): readonly Need[] {
  const known = needsOfAmenities.get(amenities) ?? needsMet(amenities);
  needsOfAmenities.set(amenities, known);
  return known;
}

/** Returns the results that pass all filters, and the choices of each filter. Bedrooms and types count the results that pass all other filters. */
export function filterItems(items: readonly SearchItem[], filters: Filters): { kept: SearchItem[]; facets: Facets } {
  const [priceCovers = 'nights'] = coversInOrder(items, 'perNight');
  const [totalCovers = 'nights'] = coversInOrder(items, 'total');
  const tests = testsOf(filters, priceCovers, totalCovers);
  const names = Object.keys(tests) as (keyof typeof tests)[];
  const kept: SearchItem[] = [];
  const counts = {
    bedrooms: new Map<number, number>(),
    types: new Map<string, number>(),
    amenities: new Map<string, number>(),
    needs: new Map<Need, number>(),
  };
  const add = <Key>(map: Map<Key, number>, key: Key, by: number) => map.set(key, (map.get(key) ?? 0) + by);
  const currencies = new Map<string, number>();
  for (const item of items) {
    const failed = names.filter((name) => !tests[name](item));
    const [only] = failed;
    const passes = failed.length === 0;
    if (passes) kept.push(item);
    // A choice that matches no result stays in the list, so that a person can clear it.
    const passesWithout = (name: keyof typeof tests) => (passes || (failed.length === 1 && only === name) ? 1 : 0);
    if (item.bedrooms !== null)
      for (let least = 1; least <= Math.min(item.bedrooms, MAX_BEDROOMS); least += 1)
        add(counts.bedrooms, least, passesWithout('bedrooms'));
    if (item.type !== null) add(counts.types, item.type, passesWithout('types'));
    // A listing must have all chosen amenities, so choosing a further amenity narrows the results.
    for (const amenity of item.amenities) add(counts.amenities, amenity, passes ? 1 : 0);
    for (const need of needsOf(item)) add(counts.needs, need, passes ? 1 : 0);
    if (item.perNight?.currency) add(currencies, item.perNight.currency, 1);
  }
  const choices = <Value>(map: Map<Value, number>, chosen: readonly Value[]): Choice<Value>[] => {
    for (const value of chosen) if (!map.has(value)) map.set(value, 0);
    return [...map].map(([value, count]) => ({ value, count }));
  };
  const byCount = (one: Choice<string>, other: Choice<string>) =>
    other.count - one.count || compareTexts(one.value, other.value);
  return {
    kept,
    facets: {
      bedrooms: choices(counts.bedrooms, filters.bedrooms === null ? [] : [filters.bedrooms]).sort(
        (one, other) => one.value - other.value,
      ),
      types: choices(counts.types, filters.types).sort(byCount),
      amenities: choices(counts.amenities, filters.amenities).sort(byCount),
      needs: choices(counts.needs, filters.needs).sort(
        (one, other) => NEEDS.indexOf(one.value) - NEEDS.indexOf(other.value),
      ),
      hasPrices: items.some(({ perNight }) => perNight !== null),
      hasTotals: items.some(({ total }) => total !== null),
      totalCovers,
      priceCovers,
      currencies: [...currencies].sort((one, other) => other[1] - one[1]).map(([currency]) => currency),
    },
  };
}
const MAX_BEDROOMS = 10;

const collator = new Intl.Collator(undefined, { numeric: true });
const compareTexts = (one: string, other: string): number => collator.compare(one, other);

/** The total of a listing with fees and taxes, as an earlier quote shows it; null without one. */
type QuotedTotal = (item: SearchItem) => Money | null;
const NOT_QUOTED: QuotedTotal = () => null;

/** The prices of a result by their coverage. A sort compares prices of the same coverage. */
function pricesOf(item: SearchItem, by: 'total' | 'perNight', quotedTotal: QuotedTotal): Map<Covers, Money> {
  const price = item[by];
  const prices = new Map(price ? [[coversOf(item), price]] : []);
  const quoted = by === 'total' ? quotedTotal(item) : null;
  return quoted ? prices.set('all', quoted) : prices;
}

/** Lists what the prices cover, the most frequent first. A sort groups prices in this order. */
export function coversInOrder(
  items: readonly SearchItem[],
  by: 'total' | 'perNight',
  quotedTotal: QuotedTotal = NOT_QUOTED,
): Covers[] {
  const counts = new Map<Covers, number>([
    ['nights', 0],
    ['all', 0],
    ['unstated', 0],
  ]);
  for (const item of items)
    for (const covers of pricesOf(item, by, quotedTotal).keys()) counts.set(covers, (counts.get(covers) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([covers]) => covers);
}

/**
 * Writes by which prices the results are sorted: with fees and taxes, or of the nights alone. Null when all prices are of one kind or do not sort the
 * results. `quotedTotal` returns the total of a result's quote.
 */
export function orderNote(items: readonly SearchItem[], sort: Sort | null, quotedTotal = NOT_QUOTED): string | null {
  if (sort?.by !== 'total' && sort?.by !== 'perNight') return null;
  const { by } = sort;
  const prices = items.map((item) => pricesOf(item, by, quotedTotal));
  const [first = 'nights', ...others] = coversInOrder(items, by, quotedTotal);
  const name = by === 'total' ? 'total' : 'price per night';
  const apart = others.flatMap((covers) => {
    const count = prices.filter((found) => !found.has(first) && found.has(covers)).length;
    return count === 0
      ? []
      : `The ${formatNumber(count)} that ${count === 1 ? 'is' : 'are'} known ${APART[covers]} alone come${count === 1 ? 's' : ''} after, in their own order.`;
  });
  const isMixed = prices.some((found) => [...found.keys()].some((covers) => covers !== first));
  return isMixed ? [`Ordered by the ${name} ${APART[first]}.`, ...apart].join(' ') : null;
}

/**
 * Says whether the filtered prices include fees and taxes, and how many results are left out because their prices cover something else. Null without
 * a price filter, and when none is left out.
 */
export function filterNote(items: readonly SearchItem[], filters: Filters): string | null {
  if (!hasPriceFilter(filters) && filters.maxTotal === null) return null;
  const by = hasPriceFilter(filters) ? 'perNight' : 'total';
  const [first = 'nights', ...others] = coversInOrder(items, by);
  const apart = others.flatMap((covers) => {
    const count = items.filter((item) => item[by] !== null && coversOf(item) === covers).length;
    return count === 0
      ? []
      : `The ${formatNumber(count)} that ${count === 1 ? 'is' : 'are'} known ${APART[covers]} alone ${count === 1 ? 'is' : 'are'} left out.`;
  });
  const name = by === 'total' ? 'total' : 'price per night';
  return apart.length === 0 ? null : [`Filtered by the ${name} ${APART[first]}.`, ...apart].join(' ');
}
const APART: Record<Covers, string> = { ...COVERS_TEXT, unstated: 'whose fees and taxes are not stated' };

/**
 * Sorts the results. Prices are compared within one currency and coverage; the others follow in groups of their own. Results without a value come
 * last in both directions. Equal results keep their order.
 */
export function sortItems(
  items: readonly SearchItem[],
  sort: Sort | null,
  currencies: readonly string[],
  quotedTotal: QuotedTotal = NOT_QUOTED,
): SearchItem[] {
  if (sort === null) return [...items];
  const { by, descending } = sort;
  const rankOf = new Map(currencies.map((currency, rank) => [currency, rank]));
  const order = by === 'total' || by === 'perNight' ? coversInOrder(items, by, quotedTotal) : [];
  const keyOf = (item: SearchItem): { value: number | string | null; covers: number; currency: number } => {
    if (by === 'name') return { value: item.title, covers: 0, currency: 0 };
    if (by === 'bedrooms') return { value: item.bedrooms, covers: 0, currency: 0 };
    if (by === 'guests') return { value: item.accommodates, covers: 0, currency: 0 };
    const prices = pricesOf(item, by, quotedTotal);
    const covers = order.findIndex((one) => prices.has(one));
    const price = prices.get(order[covers] ?? 'nights');
    return { value: price?.amount ?? null, covers, currency: rankOf.get(price?.currency ?? '') ?? currencies.length };
  };
  return items
    .map((item, position) => ({ item, position, ...keyOf(item) }))
    .sort((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null) || one.position - other.position;
      if (one.covers !== other.covers) return one.covers - other.covers;
      if (one.currency !== other.currency) return one.currency - other.currency;
      const order =
        typeof one.value === 'string' ? compareTexts(one.value, String(other.value)) : one.value - Number(other.value);
      return (descending ? -order : order) || one.position - other.position;
    })
    .map(({ item }) => item);
}
