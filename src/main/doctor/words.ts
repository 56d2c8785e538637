/** Words for evidence: lengths of time, names of APIs and operations. Evidence speaks in lengths, because only the window knows the reader's clock. */
import type { Api } from '../../shared/model/primitives.ts';

const UNITS: readonly [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** A length of time in at most two units: "23 h 40 min", "12 s", "less than a second". The sign is dropped. */
export function lengthOf(ms: number): string {
  let left = Math.abs(ms);
  if (left < 1_000) return 'less than a second';
  const first = UNITS.findIndex(([, size]) => left >= size);
  const parts: string[] = [];
  for (const [name, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.join(' ');
}

/** How an API is called in a sentence. */
export const apiName = (api: Api): string => (api === 'openApi' ? 'Open API' : 'Booking Engine API');

/** The scope a token of an API is issued with (spec.md, sections 1 and 3). */
export const scopeOf = (api: Api): string => (api === 'openApi' ? 'open-api' : 'booking_engine:api');

const OPERATIONS: Readonly<Record<string, string>> = {
  listListings: 'listing the listings',
  search: 'the search',
  calendar: 'a calendar',
  quoteCreate: 'creating a quote',
  quoteGet: 'reading a quote',
  quoteCoupons: 'adding a coupon',
  quoteInstant: 'instant booking',
  quoteRequest: 'a request to book',
  token: 'a token request',
};

/** How an operation is called in a sentence; the id itself when it is not known. */
export const operationName = (operation: string): string => OPERATIONS[operation] ?? operation;
