/** Finds the HTTP statuses in a line. Amounts, times, ids and parts of other numbers do not count. */
import { MAX_LINE } from './limits.ts';

/** Matches a three-digit number that is not part of an amount, a time, an address or another number. */
const STATUS =
  /(?<![^\W_]|\d[.,:/-]|[$€£#+-]\s?|[?&][\w.-]{1,40}=)([1-5]\d\d)(?!\w|[.:/-]\d|,\d{3}\b|\s?(?:ms|kb|mb|kib|bytes|b|eur|usd|€|%|results|listings|guests|nights|bookings|reservations|properties|items|records|rows|s|g)\b)/gi;
/** The statuses that services, proxies and gateways send; any other number does not count as a status. */
const STATUSES: ReadonlySet<number> = new Set([
  ...[200, 201, 204, 301, 302, 400, 401, 403, 404, 405, 407, 409, 410, 415, 422, 429, 500, 502, 503, 504],
]);

/** Finds the HTTP statuses in a line, in their order. */
export const statusesIn = (line: string): number[] =>
  [...line.slice(0, MAX_LINE).matchAll(STATUS)].map(([, digits]) => Number(digits)).filter((one) => STATUSES.has(one));

/** Returns the single failure status that the lines name, or else their single status; null when there is none or several. */
export const onlyStatus = (lines: readonly string[]): number | null =>
  onlyFailure(lines) ?? only(lines.flatMap(statusesIn));

/** Returns the single status from 400 on that the lines name; null when they name none or several. */
export const onlyFailure = (lines: readonly string[]): number | null =>
  only(lines.flatMap(statusesIn).filter((status) => status >= 400));

function only(statuses: readonly number[]): number | null {
  const [first = null, ...others] = new Set(statuses);
  return others.length === 0 ? first : null;
}
