/** How the Authorization header of a recorded request looked. Redaction hides the token and keeps the scheme, so "Bearer " is still there to be seen. */
import type { Exchange } from '../../shared/model/traffic.ts';

/** `other` for any value that does not start with "Bearer ". */
export function authorizationOf({ requestHeaders }: Exchange): 'bearer' | 'other' | 'absent' {
  const value = requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (value === undefined) return 'absent';
  return /^Bearer \S/.test(value) ? 'bearer' : 'other';
}
