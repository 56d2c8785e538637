/** Reads a quote, flat as documented or nested as observed (service.md §7.3): rate plans, coupons, dates, expiry. */
import { isPlainDate, type Json, type PlainDate } from '../../shared/model/primitives.ts';
import type { Party, QuoteCoupon, RatePlan } from '../../shared/model/quote.ts';
import {
  firstCurrency,
  firstDay,
  firstNumberIn,
  firstText,
  instantOf,
  isObject,
  type JsonObject,
  MAX_INSTANT,
  readPath,
} from './read-json.ts';
import { moneyAt } from './read-price-lines.ts';
import { readRatePlan } from './read-rate-plan.ts';

/** A quote as it was read from an answer; a missing field is `null`. Instants are in epoch ms. */
export interface ReadQuote {
  readonly id: string | null;
  /** All ids under which the quote may be known. */
  readonly ids: readonly string[];
  readonly listingId: string | null;
  readonly checkIn: PlainDate | null;
  readonly checkOut: PlainDate | null;
  readonly guests: number | null;
  readonly party: Party;
  readonly createdAt: number | null;
  readonly expiresAt: number | null;
  readonly ratePlans: RatePlan[];
  readonly coupons: QuoteCoupon[];
  /** The part of the answer that is the quote. */
  readonly source: JsonObject;
  /** False when the quote was found deep in an answer of unknown shape, whose other fields are not understood. */
  readonly isWhole: boolean;
}

export function readQuote(body: Json): ReadQuote {
  const { quote, isWhole } = quoteIn(body);
  const ratePlans = withOwnIds(plansOf(quote).flatMap((plan) => readRatePlan(plan) ?? []));
  const currency = ratePlans[0]?.total?.currency ?? firstCurrency(quote, 'currency', 'money.currency');
  const ids = ['_id', 'id', 'quoteId'].flatMap((name) => firstText(quote, name) ?? []);
  return {
    id: ids[0] ?? null,
    ids,
    listingId: firstText(quote, 'listingId', 'unitTypeId', 'listing._id', 'listing.id', 'unitId'),
    checkIn: dateAt(quote, 'checkInDateLocalized', 'checkIn', 'checkInDate', 'stay.checkInDateLocalized'),
    checkOut: dateAt(quote, 'checkOutDateLocalized', 'checkOut', 'checkOutDate', 'stay.checkOutDateLocalized'),
    guests: guestsOf(quote),
    party: partyOf(quote),
    createdAt: instantAt(quote, 'createdAt'),
    expiresAt: instantAt(quote, 'expiresAt', 'expirationDate', 'validUntil'),
    ratePlans,
    coupons: couponsOf(readPath(quote, 'coupons') ?? null, currency),
    source: quote,
    isWhole,
  };
}

const MAX_DEPTH = 6;

function quoteIn(body: Json): { readonly quote: JsonObject; readonly isWhole: boolean } {
  const named = namedQuote(body, MAX_DEPTH);
  if (hasPlans(named)) return { quote: named, isWhole: true };
  const [found, another] = quotesWithin(body, MAX_DEPTH);
  return found && !another ? { quote: found, isWhole: false } : { quote: named, isWhole: true };
}

const hasPlans = (object: JsonObject): boolean => Object.hasOwn(object, 'rates') || Object.hasOwn(object, 'ratePlans');

function namedQuote(body: Json, depth: number): JsonObject {
  if (!isObject(body)) return {};
  if (hasPlans(body) || depth === 0) return body;
  for (const key of ['quote', 'data', 'result', 'results']) {
    const inner = readPath(body, key);
    if (isObject(inner)) return namedQuote(inner, depth - 1);
  }
  return body;
}

/** Yields each object that has rate plans and lies in no other such object. */
function* quotesWithin(value: Json, depth: number): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value) && hasPlans(value)) yield value;
  else if (depth > 0) for (const inner of Object.values(value)) yield* quotesWithin(inner, depth - 1);
}

/** Clears the id of a plan that repeats an earlier plan's id, because only the first of them can be chosen. */
function withOwnIds(plans: readonly RatePlan[]): RatePlan[] {
  const seen = new Set<string | null>();
  return plans.map((plan) => {
    const id = seen.has(plan.id) ? null : plan.id;
    seen.add(id);
    return { ...plan, id };
  });
}

function plansOf(quote: JsonObject): Json[] {
  for (const path of ['rates.ratePlans', 'ratePlans', 'rates']) {
    const plans = readPath(quote, path);
    if (Array.isArray(plans)) return plans;
    // One plan, or an object of plans by name.
    if (isObject(plans) && path !== 'rates') return 'money' in plans ? [plans] : Object.values(plans);
  }
  return [];
}

function dateAt(quote: JsonObject, ...paths: string[]): PlainDate | null {
  const date = firstDay(quote, ...paths) ?? '';
  return isPlainDate(date) ? date : null;
}

const PEOPLE = { min: 0, max: 10_000 };

/** The number of guests, at least 1; `null` when the quote does not say. */
function guestsOf(quote: JsonObject): number | null {
  const count = firstNumberIn(PEOPLE, quote, 'guestsCount', 'numberOfGuests', 'guests', 'numberOfGuests.total');
  const { adults, children } = partyOf(quote);
  return Math.round(count ?? (adults ?? 0) + (children ?? 0)) || null;
}

function partyOf(quote: JsonObject): Party {
  const count = (...paths: string[]) => {
    const found = firstNumberIn(PEOPLE, quote, ...paths);
    return found === null ? null : Math.round(found);
  };
  return {
    adults: count('numberOfGuests.numberOfAdults', 'adults'),
    children: count('numberOfGuests.numberOfChildren', 'children'),
    infants: count('numberOfGuests.numberOfInfants', 'infants'),
  };
}

/** Matches texts that may be parsed as an instant: "2027-01-08…", "Fri, 08 Jan 2027…". Without this check `Date.parse` would take "7" for a month. */
const WRITTEN_INSTANT = /^(\d{4}-\d{2}-\d{2}|[a-z]{3,}\W)/i;

/** Reads an instant, written as text or as a number of seconds or milliseconds; in epoch ms. */
function instantAt(quote: JsonObject, ...paths: string[]): number | null {
  for (const path of paths) {
    const value = readPath(quote, path);
    const isWritten = typeof value === 'string' && WRITTEN_INSTANT.test(value.trim());
    const instant = isWritten ? Date.parse(value) : (instantOf(value) ?? 0);
    if (instant > 0 && instant <= MAX_INSTANT) return instant;
  }
  return null;
}

/** Reads coupons from a list of objects, a list of codes, or one comma-joined text. An adjustment in percent is not an amount. */
function couponsOf(value: Json, currency: string | null): QuoteCoupon[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list.flatMap((item): QuoteCoupon[] => {
    const code = typeof item === 'string' ? item.trim() : firstText(item, 'code', 'couponCode', 'name');
    if (code === null || code === '') return [];
    const inPercent = /percent/i.test(firstText(item, 'type', 'discountType') ?? '');
    const adjustment = inPercent ? null : moneyAt(item, currency, 'adjustment', 'adjustment.amount', 'amount');
    return [{ code, name: firstText(item, 'name', 'title'), adjustment }];
  });
}
