/** Reads recorded header lines. */
import type { Exchange, HeaderLines } from '../../shared/model/traffic.ts';

/** The first value of a header, by its name in any case. */
export function headerOf(lines: HeaderLines | null, name: string): string | null {
  return lines?.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** How the Authorization header looked. Redaction hides the token and keeps the scheme, so "Bearer " is still there to be seen. */
export function authorizationOf(exchange: Exchange): 'bearer' | 'other' | 'absent' | 'unknown' {
  if (exchange.requestHeaders.length === 0) return 'unknown';
  const value = headerOf(exchange.requestHeaders, 'authorization');
  if (value === null) return 'absent';
  return /^Bearer \S/.test(value) ? 'bearer' : 'other';
}
