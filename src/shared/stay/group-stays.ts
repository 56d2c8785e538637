/** Finds two or three homes near each other that together have room for a party for which no single home is free. */
import { add, decimalOf, numberOf, ZERO } from './decimal.ts';
import { distanceInKm, type HomePlace } from './near-homes.ts';

interface Price {
  readonly amount: number;
  readonly currency: string | null;
}

export interface GroupHome extends HomePlace {
  readonly id: string;
  readonly sleeps: number;
  /** The price of the nights; null when it is not known. A price with fees or taxes depends on the guests, so it cannot be added up. */
  readonly price: Price | null;
}

export interface GroupStay<Home extends GroupHome> {
  readonly homes: readonly Home[];
  /** The greatest distance between two of the homes; null when a home has no coordinates, so that only its place tells that it is near. */
  readonly km: number | null;
  /** The sum of the prices; null when a price is missing or differs in currency. */
  readonly total: Price | null;
}

/** The maximum distance in km between two homes of a party, which walks between them. */
const MAX_KM = 2;
/** The number of the cheapest homes that are combined, and of the largest. Both together have 11,175 pairs, which take some milliseconds. */
const MAX_OF_EACH = 75;
/** The second and third of three homes are searched among this many of the homes near the first one, the largest. */
const MAX_NEIGHBOURS = 8;
const MAX_FOUND = 5;

/**
 * Returns the best combinations of homes for `people`: the fewest homes, then the lowest total (the most frequent currency first), then the shortest
 * distance. A home with room for all is left out.
 */
export function groupStays<Home extends GroupHome>(homes: readonly Home[], people: number): GroupStay<Home>[] {
  const smaller = homes.filter(({ sleeps }) => sleeps > 0 && sleeps < people);
  const byPrice = priceOrder(smaller);
  const needed = people - 2 * Math.max(...smaller.map(({ sleeps }) => sleeps));
  const useful = smaller.filter(({ sleeps }) => sleeps >= needed);
  const cheap = useful.toSorted((one, other) => byPrice(one.price, other.price));
  const large = cheap.toSorted((one, other) => other.sleeps - one.sleeps);
  const usable = [...new Set([...cheap.slice(0, MAX_OF_EACH), ...large.slice(0, MAX_OF_EACH)])];
  const near = usable.map((home, at) =>
    usable
      .slice(at + 1)
      .map((other) => ({ other, km: distanceInKm(home, other) }))
      .filter(({ km }) => km <= MAX_KM)
      .sort((one, other) => other.other.sleeps - one.other.sleeps || one.km - other.km),
  );
  const pairs = usable.flatMap((home, at) => (near[at] ?? []).map(({ other }) => [home, other]));
  const found = pairs.filter((pair) => roomIn(pair) >= people);
  const groups =
    found.length > 0
      ? found
      : usable.flatMap((home, at) =>
          pairsIn((near[at] ?? []).slice(0, MAX_NEIGHBOURS).map(({ other }) => other))
            .map((pair) => [home, ...pair])
            .filter(
              (three) => roomIn(three) >= people && pairsIn(three).every(([a, b]) => distanceInKm(a, b) <= MAX_KM),
            ),
        );
  return groups
    .map(groupOf)
    .sort((one, other) => byPrice(one.total, other.total) || (one.km ?? MAX_KM) - (other.km ?? MAX_KM))
    .slice(0, MAX_FOUND);
}

/** Splits a party between homes in proportion to their room, without exceeding the room of any. Returns the number of people in each home. */
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

/** Compares prices within one currency, the lowest first. The most frequent currency of `homes` comes first, an unknown price last. */
function priceOrder(homes: readonly GroupHome[]): (one: Price | null, other: Price | null) => number {
  const counts = new Map<string | null, number>();
  for (const { price } of homes) if (price) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1);
  const currencies = [...counts].sort((one, other) => other[1] - one[1]).map(([currency]) => currency);
  const rankOf = (price: Price | null): number => (price ? currencies.indexOf(price.currency) : currencies.length);
  return (one, other) => rankOf(one) - rankOf(other) || (one?.amount ?? 0) - (other?.amount ?? 0);
}

function groupOf<Home extends GroupHome>(homes: readonly Home[]): GroupStay<Home> {
  const [first] = homes;
  const isAlike = homes.every(({ price }) => price !== null && price.currency === first?.price?.currency);
  return {
    homes,
    km: homes.every(({ point }) => point) ? Math.max(...pairsIn(homes).map(([a, b]) => distanceInKm(a, b))) : null,
    total: isAlike
      ? {
          amount: numberOf(homes.reduce((sum, { price }) => add(sum, decimalOf(price?.amount ?? 0)), ZERO)),
          currency: first?.price?.currency ?? null,
        }
      : null,
  };
}
