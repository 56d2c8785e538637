/** Finds two or three homes near each other that together have room for a party for which no single home is free. */
import { add, decimalOf, numberOf, ZERO } from './decimal.ts';
import { type HomePlace, kmBetween } from './near-homes.ts';

export interface GroupHome extends HomePlace {
  readonly id: string;
  readonly sleeps: number;
  /** The price of the stay; null when it is not known. `covers` tells what the price includes, and only alike prices are added up. */
  readonly price: { readonly amount: number; readonly currency: string | null; readonly covers: string } | null;
}

export interface GroupStay<Home extends GroupHome> {
  readonly homes: readonly Home[];
  /** The greatest distance between two of the homes; null when a home has no coordinates and all homes are in one place. */
  readonly km: number | null;
  /** The sum of the prices; null when a price is missing or differs in currency or in what it covers. */
  readonly total: { readonly amount: number; readonly currency: string | null } | null;
}

/** A party walks between its homes. */
const MAX_KM = 2;
/** The maximum number of homes that are combined, the cheapest first. They have 11,175 pairs, which take some milliseconds. */
const MAX_COMBINED = 150;
/** The nearest homes among which the second and third of three are looked for. */
const MAX_NEIGHBOURS = 8;
const MAX_FOUND = 5;

/** The best combinations for `people`: the fewest homes, then the lowest total, then the nearest. Homes that have room for all are left out. */
export function groupStays<Home extends GroupHome>(homes: readonly Home[], people: number): GroupStay<Home>[] {
  const usable = homes
    .filter(({ sleeps }) => sleeps > 0 && sleeps < people)
    .sort((one, other) => priceOrder(one.price, other.price))
    .slice(0, MAX_COMBINED);
  const near = usable.map((home, at) =>
    usable
      .slice(at + 1)
      .map((other) => ({ other, km: kmBetween(home, other) }))
      .filter(({ km }) => km <= MAX_KM)
      .sort((one, other) => one.km - other.km),
  );
  const pairs = usable.flatMap((home, at) => (near[at] ?? []).map(({ other }) => [home, other]));
  const found = pairs.filter((pair) => roomIn(pair) >= people);
  const groups =
    found.length > 0
      ? found
      : usable.flatMap((home, at) =>
          pairsIn((near[at] ?? []).slice(0, MAX_NEIGHBOURS).map(({ other }) => other))
            .map((pair) => [home, ...pair])
            .filter((three) => roomIn(three) >= people && pairsIn(three).every(([a, b]) => kmBetween(a, b) <= MAX_KM)),
        );
  return groups
    .map(groupOf)
    .sort((one, other) => priceOrder(one.total, other.total) || (one.km ?? MAX_KM) - (other.km ?? MAX_KM))
    .slice(0, MAX_FOUND);
}

/** How many people sleep in each home: each is filled evenly, and none beyond its room. */
export function splitParty(people: number, homes: readonly Pick<GroupHome, 'sleeps'>[]): number[] {
  const room = roomIn(homes);
  const guests = homes.map(({ sleeps }) => Math.floor((people * sleeps) / room));
  for (let rest = people - guests.reduce((sum, count) => sum + count, 0); rest > 0; rest -= 1) {
    const at = guests.findIndex((count, home) => count < (homes[home]?.sleeps ?? 0));
    if (at < 0) break;
    guests[at] = (guests[at] ?? 0) + 1;
  }
  return guests;
}

const roomIn = (homes: readonly Pick<GroupHome, 'sleeps'>[]): number =>
  homes.reduce((sum, { sleeps }) => sum + sleeps, 0);

const pairsIn = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));

/** Compares prices, the lowest first; an unknown price comes last. */
const priceOrder = (one: { readonly amount: number } | null, other: { readonly amount: number } | null): number =>
  (one?.amount ?? Number.MAX_VALUE) - (other?.amount ?? Number.MAX_VALUE);

function groupOf<Home extends GroupHome>(homes: readonly Home[]): GroupStay<Home> {
  const [first] = homes;
  const isAlike = homes.every(
    ({ price }) => price !== null && price.currency === first?.price?.currency && price.covers === first.price.covers,
  );
  return {
    homes,
    km: homes.every(({ point }) => point) ? Math.max(...pairsIn(homes).map(([a, b]) => kmBetween(a, b))) : null,
    total: isAlike
      ? {
          amount: numberOf(homes.reduce((sum, { price }) => add(sum, decimalOf(price?.amount ?? 0)), ZERO)),
          currency: first?.price?.currency ?? null,
        }
      : null,
  };
}
