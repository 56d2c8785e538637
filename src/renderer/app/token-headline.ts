/** The countdown of a token, by the token's state. */
import type { TokenStatus } from '../../shared/model/token.ts';

/** The instant of the countdown and its name: the expiry while the token is valid, otherwise the next attempt or the next free slot. */
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

/** A countdown in at most five characters: "23h" for "23:14h", "14m" below an hour, "42s" below a minute. */
export function shortCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds >= 3_600)
    return `${Math.floor(seconds / 3_600)}h${String(Math.floor((seconds % 3_600) / 60)).padStart(2, '0')}`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)}m` : `${seconds}s`;
}
