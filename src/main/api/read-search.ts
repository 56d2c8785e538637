/** Reads one listing of a search answer (service.md §6.3); unknown fields are ignored. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import type { SearchItem } from '../../shared/model/availability.ts';
import type { Money } from '../../shared/model/field.ts';
import { dayNumber, type Json, plainDateOf } from '../../shared/model/primitives.ts';
import { currencyDigits } from '../../shared/money/currency-digits.ts';
import { decimalOf, divide, multiply, numberOf, sumAmounts } from '../../shared/stay/decimal.ts';
import { pointOf, sizeOf, summarise } from './describe-record.ts';
import { firstCurrency, firstNumberIn, firstText, isObject, PRICES, readPath } from './read-json.ts';

export type ReadSearchItem = Omit<SearchItem, 'picture' | 'recordId'> & { readonly pictureUrl: string | null };

interface Stay {
  readonly checkIn?: string | undefined;
  readonly checkOut?: string | undefined;
}

const CURRENCIES = [
  'prices.currency',
  'currency',
  'price.currency',
  'money.currency',
  'pricing.currency',
  'total.currency',
  'totalPrice.currency',
];
/** Paths for an amount that stands alone or in an object, beside its currency. */
const orAmountIn = (path: string): string[] => [path, `${path}.amount`];
const NIGHT_PRICES = [
  'prices.basePrice',
  'basePrice',
  'pricePerNight',
  'nightlyRate',
  'price.perNight',
  'prices.perNight',
].flatMap(orAmountIn);
/** Totals with fees and taxes, of the lowest rate plan (service.md §6.4). */
const STATED_TOTALS = orAmountIn('totalPrice');
/** Totals of the stay that do not say what they cover. */
const TOTALS = ['total', 'price.total', 'prices.total', 'money.total', 'pricing.total'].flatMap(orAmountIn);
/** Fields that may hold the total when no other field does. */
const AMOUNTS_OF_STAY = ['money.subTotalPrice', 'price'].flatMap(orAmountIn);

const KINDS = ['propertyType', 'category', 'roomType', 'type'];
const AMENITIES = ['amenities', 'listing.amenities', 'facilities', 'features'];
const MAX_AMENITIES = 300;
/** The minimum and maximum numbers of nights that are credible in an answer. */
export const NIGHTS = { min: 1, max: 3_650 };

/**
 * Reads a listing from a search's answer. Its price is the total with fees, else the sum of nightly rates, else another total, else the base price
 * times the nights, else another amount.
 */
export function readSearchItem(record: Json, { checkIn, checkOut }: Stay): ReadSearchItem {
  const { id, title, place, pictures } = summarise(record);
  const { sleeps, bedrooms } = sizeOf(record);
  const point = pointOf(record);
  const nights = checkIn === undefined || checkOut === undefined ? null : nightsOf(checkIn, checkOut);
  return {
    listingId: usableId(firstText(record, 'listingId', 'listing._id') ?? id),
    title,
    place,
    ...(point ? { point } : {}),
    pictureUrl: pictures[0]?.thumbnail ?? null,
    accommodates: sleeps,
    bedrooms,
    ...priceOf(record, nights),
    nights: nights?.length ?? null,
    type: firstText(record, ...KINDS),
    amenities: amenitiesOf(record),
    minNights: firstNumberIn(NIGHTS, record, 'terms.minNights', 'minNights', 'minimumNights', 'minStay'),
  };
}

/** The id, or `null` when it is too long for a request. */
const usableId = (id: string | null): string | null => (id !== null && id.length > MAX_CHARACTERS.name ? null : id);

/** Returns the names in a list of amenities, which are texts or objects with a name, each once. */
export function amenitiesOf(record: Json): string[] {
  const list = AMENITIES.map((path) => readPath(record, path)).find(Array.isArray) ?? [];
  const names = list
    .slice(0, MAX_AMENITIES)
    .map((entry) => (typeof entry === 'string' ? entry : firstText(entry, 'name', 'title', 'label')));
  return [...new Set(names.flatMap((name) => (name === null || name.trim() === '' ? [] : name.trim().slice(0, 100))))];
}

/** The nights of a stay as plain dates; `null` when check-out is not after check-in. */
function nightsOf(checkIn: string, checkOut: string): string[] | null {
  const first = dayNumber(checkIn);
  const count = dayNumber(checkOut) - first;
  return count < 1 ? null : Array.from({ length: count }, (_, night) => plainDateOf(first + night));
}

function priceOf(record: Json, nights: string[] | null): Pick<SearchItem, 'perNight' | 'total' | 'basis'> {
  const currency = firstCurrency(record, ...CURRENCIES);
  const over = (total: Money, basis: SearchItem['basis']) => ({
    perNight: nights && perNightOf(total, nights.length),
    total,
    basis,
  });
  const stated = priceAt(record, STATED_TOTALS, currency);
  if (stated) return over(stated, 'stated');
  const nightly = nights && sumOfNights(record, nights, currency);
  if (nightly) return over(nightly, 'nightlyRates');
  const named = priceAt(record, TOTALS, currency);
  if (named) return over(named, 'inferred');
  const base = priceAt(record, NIGHT_PRICES, currency);
  if (base) {
    const amount = numberOf(multiply(decimalOf(base.amount), nights?.length ?? 1));
    return { perNight: base, total: nights && { amount, currency: base.currency }, basis: 'basePrice' };
  }
  const amount = priceAt(record, AMOUNTS_OF_STAY, currency);
  return amount ? over(amount, 'inferred') : { perNight: null, total: null, basis: null };
}

/** The total divided by the nights, in the currency's smallest unit. */
const perNightOf = ({ amount, currency }: Money, nights: number): Money => ({
  amount: numberOf(divide(decimalOf(amount), nights, currencyDigits(currency))),
  currency,
});

/** Adds up the nightly rates of a stay; `null` when a night has none. */
export function sumOfNightlyRates(
  record: Json,
  { checkIn, checkOut }: { checkIn: string; checkOut: string },
): Money | null {
  const nights = nightsOf(checkIn, checkOut);
  return nights && sumOfNights(record, nights, firstCurrency(record, ...CURRENCIES));
}

function sumOfNights(record: Json, nights: readonly string[], currency: string | null): Money | null {
  const rates = readPath(record, 'nightlyRates');
  const prices = isObject(rates) ? nights.map((night) => priceIn(rates, night)) : [null];
  return prices.every((price) => price !== null) ? { amount: sumAmounts(prices), currency } : null;
}

/** The price at the first path that has one, in the currency beside it, else in `currency`. */
function priceAt(record: Json, paths: readonly string[], currency: string | null): Money | null {
  for (const path of paths) {
    const amount = firstNumberIn(PRICES, record, path);
    if (amount === null) continue;
    const own = path.endsWith('.amount') ? firstCurrency(record, path.replace(/amount$/, 'currency')) : null;
    return { amount, currency: own ?? currency };
  }
  return null;
}

/** The price of one night in `nightlyRates`: a number, or an object that contains one. */
const priceIn = (rates: Json, night: string): number | null =>
  firstNumberIn(PRICES, rates, night, `${night}.price`, `${night}.amount`, `${night}.price.amount`);
