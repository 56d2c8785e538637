/** The countdown that a token shows, by the token's state. */
import type { TokenStatus } from '../../shared/model/token.ts';

/** Returns the end of a token's countdown and its label: expiry, next free slot or next attempt. `to` is null without a countdown. */
export function tokenHeadline(token: TokenStatus, now: number): { to: number | null; label: string } {
  const unexpired = token.expiresAt !== null && token.expiresAt > now;
  if ((token.state === 'valid' || token.state === 'due' || token.state === 'renewing') && unexpired)
    return { to: token.expiresAt, label: 'expires' };
  if (token.state === 'blocked' && token.quota.nextSlotAt !== null && token.quota.nextSlotAt > now)
    return { to: token.quota.nextSlotAt, label: 'next slot' };
  if (token.state === 'unreachable' && token.retryAt !== null && token.retryAt > now)
    return { to: token.retryAt, label: 'next attempt' };
  return { to: null, label: '' };
}

/** Writes a countdown in at most five characters: "23h14", below an hour "14m", below a minute "42s". */
export function shortCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds >= 3_600)
    return `${Math.floor(seconds / 3_600)}h${String(Math.floor((seconds % 3_600) / 60)).padStart(2, '0')}`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)}m` : `${seconds}s`;
}
