/** What a server says about its limits in headers: Retry-After, and the use of its windows. */
import type { ServerRate } from '../../../shared/model/rates.ts';
import { windowLength } from '../../../shared/window-name.ts';

const WINDOWS = ['second', 'minute', 'hour'];
/** No service asks to wait longer than 31 days; a larger number is an instant where seconds belong, or nonsense. */
const LONGEST_WAIT_MS = 31 * 86_400_000;

/**
 * The instant a server asks to wait for: `Retry-After` in seconds or as a date (counted from the server's own `Date` where there
 * is one, so that a clock that is wrong here does no harm), else `ratelimit-reset` in seconds (domain.md, "Errors and headers").
 */
export function retryAt(headers: Headers, now: number): number | null {
  const waitMs = askedMs(headers, now);
  return waitMs === null || waitMs > LONGEST_WAIT_MS ? null : now + waitMs;
}

function askedMs(headers: Headers, now: number): number | null {
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  if (after !== '' && Number.isFinite(date)) {
    const serverNow = Date.parse(headers.get('date') ?? '');
    return Math.max(0, date - (Number.isFinite(serverNow) ? serverNow : now));
  }
  const reset = wholeNumber(headers.get('ratelimit-reset'));
  return reset === null ? null : reset * 1_000;
}

/** `X-ratelimit-{limit,remaining}-{second,minute,hour}` (domain.md); windows that no header names are left out. */
export function serverRates(headers: Headers, now: number): Map<number, ServerRate> {
  const rates = new Map<number, ServerRate>();
  for (const window of WINDOWS) {
    const limit = wholeNumber(headers.get(`x-ratelimit-limit-${window}`));
    const remaining = wholeNumber(headers.get(`x-ratelimit-remaining-${window}`));
    const windowMs = windowLength(window);
    if (windowMs === null || (limit === null && remaining === null)) continue;
    rates.set(windowMs, {
      limit,
      remaining,
      resetAt: null,
      receivedAt: now,
      header: `x-ratelimit-remaining-${window}`,
    });
  }
  return rates;
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}
