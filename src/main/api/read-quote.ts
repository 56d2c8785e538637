/** Reads a quote, flat as documented or nested as observed (domain.md, "Quote flow"): rate plans, coupons, dates, expiry. */
import { isPlainDate, type Json, type PlainDate } from '../../shared/model/primitives.ts';
import type { QuoteCoupon, RatePlan } from '../../shared/model/quote.ts';
import { firstNumber, firstText, isObject, type JsonObject, readPath } from './read-json.ts';
import { readRatePlan } from './read-rate-plan.ts';

/** The fields of a quote; `null` when the answer does not have the field. Instants in epoch ms. */
export interface ReadQuote {
  readonly id: string | null;
  /** Every id that the quote has for itself. */
  readonly ids: readonly string[];
  readonly listingId: string | null;
  readonly checkIn: PlainDate | null;
  readonly checkOut: PlainDate | null;
  readonly guests: number | null;
  readonly createdAt: number | null;
  readonly expiresAt: number | null;
  readonly ratePlans: RatePlan[];
  readonly coupons: QuoteCoupon[];
}

export function readQuote(body: Json): ReadQuote {
  const quote = quoteIn(body);
  const ratePlans = plansOf(quote).flatMap((plan) => readRatePlan(plan) ?? []);
  const currency = ratePlans[0]?.total?.currency ?? firstText(quote, 'currency', 'money.currency');
  const ids = ['_id', 'id', 'quoteId'].flatMap((name) => firstText(quote, name) ?? []);
  return {
    id: ids[0] ?? null,
    ids,
    listingId: firstText(quote, 'listingId', 'unitTypeId', 'listing._id', 'listing.id', 'unitId'),
    checkIn: dateAt(quote, 'checkInDateLocalized', 'checkIn', 'checkInDate', 'stay.checkInDateLocalized'),
    checkOut: dateAt(quote, 'checkOutDateLocalized', 'checkOut', 'checkOutDate', 'stay.checkOutDateLocalized'),
    guests: guestsOf(quote),
    createdAt: instantAt(quote, 'createdAt'),
    expiresAt: instantAt(quote, 'expiresAt', 'expirationDate', 'validUntil'),
    ratePlans,
    coupons: couponsOf(readPath(quote, 'coupons') ?? null, currency),
  };
}

/** The quote, which an answer may wrap in another object. */
function quoteIn(body: Json): JsonObject {
  if (!isObject(body)) return {};
  if ('rates' in body || 'ratePlans' in body) return body;
  for (const key of ['quote', 'data', 'result', 'results']) {
    const inner = body[key];
    if (isObject(inner)) return quoteIn(inner);
  }
  return body;
}

function plansOf(quote: JsonObject): Json[] {
  for (const path of ['rates.ratePlans', 'ratePlans', 'rates']) {
    const plans = readPath(quote, path);
    if (Array.isArray(plans)) return plans;
  }
  return [];
}

function dateAt(quote: JsonObject, ...paths: string[]): PlainDate | null {
  const date = firstText(quote, ...paths)?.slice(0, 10) ?? '';
  return isPlainDate(date) ? date : null;
}

function guestsOf(quote: JsonObject): number | null {
  const count = firstNumber(quote, 'guestsCount', 'numberOfGuests', 'guests', 'numberOfGuests.total');
  if (count !== null) return Math.round(count);
  const adults = firstNumber(quote, 'numberOfGuests.numberOfAdults', 'adults');
  const children = firstNumber(quote, 'numberOfGuests.numberOfChildren', 'children');
  return adults === null && children === null ? null : Math.round((adults ?? 0) + (children ?? 0));
}

/** An instant as text or as a number of seconds or milliseconds. */
function instantAt(quote: JsonObject, ...paths: string[]): number | null {
  for (const path of paths) {
    const value = readPath(quote, path);
    if (typeof value === 'number' && value > 1e9) return value < 1e11 ? value * 1_000 : value;
    const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(parsed)) return parsed;
  }
  return null;
}

/** Coupons as a list of objects, a list of codes, or one comma-joined text. An adjustment in percent is no amount. */
function couponsOf(value: Json, currency: string | null): QuoteCoupon[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list.flatMap((item): QuoteCoupon[] => {
    const code = typeof item === 'string' ? item.trim() : firstText(item, 'code', 'couponCode', 'name');
    if (code === null || code === '') return [];
    const inPercent = /percent/i.test(firstText(item, 'type', 'discountType') ?? '');
    const amount = inPercent ? null : firstNumber(item, 'adjustment', 'adjustment.amount', 'amount');
    return [
      { code, name: firstText(item, 'name', 'title'), adjustment: amount === null ? null : { amount, currency } },
    ];
  });
}
