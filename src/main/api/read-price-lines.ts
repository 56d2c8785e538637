/** Reads the lines of a price. A line whose amount is not a number keeps the text that the answer has instead. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import type { Money } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { PriceLine, UnreadableLine } from '../../shared/model/quote.ts';
import { moneyOf } from '../../shared/money/money.ts';
import { AMOUNTS, firstCurrency, firstText, firstWritten, isObject, type JsonObject, readPath } from './read-json.ts';

export interface PriceLines {
  readonly lines: PriceLine[];
  readonly unreadable: UnreadableLine[];
}

/** The amounts that become price lines when an answer has no invoice items. `totalFees` includes the cleaning fee. */
export const FALLBACK_LINES = [
  { title: 'Accommodation', kind: 'ACCOMMODATION_FARE', paths: ['fareAccommodationAdjusted', 'fareAccommodation'] },
  { title: 'Fees', kind: 'FEE', paths: ['totalFees', 'fareCleaning'] },
  { title: 'Taxes', kind: 'TAX', paths: ['totalTaxes'] },
] as const;

const LINE_AMOUNTS = ['amount', 'baseAmount', 'price'];

export function priceLinesOf(money: JsonObject, currency: string | null): PriceLines {
  const items = itemsOf(money.invoiceItems);
  const { lines, unreadable } = sorted(items.map((item) => lineOf(item, currency)));
  if (lines.length > 0) return { lines, unreadable };
  const totals = FALLBACK_LINES.map(({ title, kind, paths }) => {
    const amount = moneyAt(money, currency, ...paths);
    if (amount !== null) return amount.amount === 0 ? null : { title, amount, kind };
    return isUnreadable(money, paths) ? { title, text: textAt(money, paths), kind } : null;
  });
  const fallback = sorted(totals);
  return { lines: fallback.lines, unreadable: [...unreadable, ...fallback.unreadable] };
}

/** Whether the paths have a value, but none that is a number. */
export const isUnreadable = (json: Json, paths: readonly string[]): boolean =>
  moneyAt(json, null, ...paths) === null && textAt(json, paths) !== '';

/** Returns the amount at the first path that has one, with its digits as the answer wrote them; `null` without one. */
export function moneyAt(json: Json, currency: string | null, ...paths: string[]): Money | null {
  const written = firstWritten(AMOUNTS, json, ...paths);
  return written === null ? null : moneyOf(written, currency);
}

/** Returns the first value at the paths as text of at most 200 characters; empty without one. */
export function textAt(json: Json, paths: readonly string[]): string {
  const found = paths.map((path) => readPath(json, path)).find((value) => !isNothing(value));
  return found === undefined ? '' : textOf(found);
}

/** The invoice items as a list. An answer may have a list, a single item, or an object of named items. */
function itemsOf(items: Json | undefined): Json[] {
  if (Array.isArray(items)) return items;
  if (items === undefined || isNothing(items)) return [];
  const isOne = !isObject(items) || LINE_AMOUNTS.some((name) => name in items) || !Object.values(items).some(isObject);
  return isOne ? [items] : Object.values(items);
}

function lineOf(item: Json, currency: string | null): PriceLine | UnreadableLine | null {
  if (isNothing(item)) return null;
  const title = firstText(item, 'title', 'name', 'description', 'type') ?? 'Other';
  const kind = firstText(item, 'type', 'normalType');
  const amount = moneyAt(item, firstCurrency(item, 'currency') ?? currency, ...LINE_AMOUNTS);
  if (amount !== null) return { title, amount, kind };
  return { title, text: isObject(item) ? textAt(item, LINE_AMOUNTS) : textOf(item), kind };
}

function sorted(read: readonly (PriceLine | UnreadableLine | null)[]): PriceLines {
  const found = read.filter((line) => line !== null);
  return { lines: found.filter((line) => 'amount' in line), unreadable: found.filter((line) => 'text' in line) };
}

const textOf = (value: Json): string =>
  (typeof value === 'string' ? value.trim() : JSON.stringify(value)).slice(0, MAX_CHARACTERS.name);

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
