/** Decides when and why the token manager issues a token by itself. Pure functions. */

import type { Issuance } from '../../shared/model/token.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time/units.ts';
import { isSpent, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import type { CurrentToken } from './current-token.ts';
import type { Block } from './token-state.ts';

/** Returns why a token is needed now: for the first time, after a 401 or after an expiry. */
export function issuanceCause({ token, refused, expired }: CurrentToken): 'start' | 'unauthorized' | 'expiry' {
  if (!token) return 'start';
  return refused && !expired ? 'unauthorized' : 'expiry';
}

/** Returns why the console renews the token by itself, or `null`. An attempt that may have spent a slot is not repeated automatically. */
export function automaticCause(
  current: CurrentToken,
  block: Block | null,
  marginMs: number,
): 'start' | 'unauthorized' | 'expiry' | null {
  if (block && !block.freeToRetry) return null;
  if (current.usable) return current.isDue(marginMs) ? 'expiry' : null;
  return block?.state === 'unreachable' ? issuanceCause(current) : null;
}

/** Whether a token is too new to rely on: it was issued within the last hour, after a 401. */
export function isUnproven(token: StoredToken, issuances: readonly Issuance[], now: number): boolean {
  const last = issuances.findLast(({ outcome }) => outcome === 'confirmed');
  const isLast = last !== undefined && Math.abs(token.issuedAt - last.at) < MINUTE_MS;
  return isLast && last.cause === 'unauthorized' && now - token.issuedAt < HOUR_MS;
}

/** Whether a token that was refused with 401 was replaced in the last 24 h, or may have been. */
export const wasReplacedLately = (issuances: readonly Issuance[], now: number): boolean =>
  issuances.some((it) => it.cause === 'unauthorized' && isSpent(it) && now - it.at < QUOTA_WINDOW_MS);

/** Returns the earliest of the instants after `now`; `null` without one. */
export function earliestAfter(now: number, instants: readonly (number | null | undefined)[]): number | null {
  const future = instants.filter((at): at is number => typeof at === 'number' && at > now);
  return future.length === 0 ? null : Math.min(...future);
}
