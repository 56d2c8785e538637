/** How long a server asks to wait. */

/** No service asks to wait longer than 31 days; a larger number is an instant where seconds belong, or nonsense. */
const MAX_WAIT_MS = 31 * 86_400_000;

/**
 * Milliseconds that a server asks to wait: `Retry-After` in seconds or as a date (counted from the server's own `Date` where there
 * is one, so that a clock that is wrong here does no harm), else `ratelimit-reset` in seconds (domain.md, "Errors and headers").
 */
export function askedWaitMs(headers: Headers, now: number): number | null {
  const waitMs = askedMs(headers, now);
  return waitMs === null || waitMs > MAX_WAIT_MS ? null : waitMs;
}

/** The same as an instant. */
export function retryAt(headers: Headers, now: number): number | null {
  const waitMs = askedWaitMs(headers, now);
  return waitMs === null ? null : now + waitMs;
}

function askedMs(headers: Headers, now: number): number | null {
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  if (after !== '' && Number.isFinite(date)) return Math.max(0, date - serverNow(headers, now));
  const reset = headers.get('ratelimit-reset') ?? '';
  return /^\s*\d{1,15}\s*$/.test(reset) ? Number(reset) * 1_000 : null;
}

/** The server's time by its own `Date`, else ours. */
function serverNow(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isFinite(date) ? date : now;
}

/** Ms until a reset that is told in seconds from now, as an instant in seconds or ms, or as a date; `null` for nonsense. */
export function resetMs(text: string | null, headers: Headers, now: number): number | null {
  const reset = text?.trim() ?? '';
  const number = /^\d{1,15}(\.\d+)?$/.test(reset) ? Number(reset) : null;
  let waitMs: number;
  if (number === null) waitMs = Date.parse(reset) - serverNow(headers, now);
  else if (number * 1_000 <= MAX_WAIT_MS) waitMs = number * 1_000;
  else waitMs = (number < 100_000_000_000 ? number * 1_000 : number) - serverNow(headers, now);
  return waitMs >= 0 && waitMs <= MAX_WAIT_MS ? waitMs : null;
}
