/** Texts about token states and about blocks of a renewal, for the window, the tray and notifications. */
import { assertNever } from '../app-error.ts';
import type { TokenState, TokenStatus } from '../model/token.ts';
import type { RenewalBlock } from '../token/renewal-forecast.ts';

export const TOKEN_STATE_TITLES: Record<TokenState, string> = {
  none: 'No token yet',
  valid: 'Valid',
  due: 'Due for renewal',
  renewing: 'Renewing',
  expired: 'Expired',
  blocked: 'No slot left',
  unreachable: 'Unreachable',
  rejected: 'Rejected',
};

/** Whether the service refuses a token before its expiry. The token's remaining lifetime then means nothing. */
export function isRefusedEarly(
  { state, dueAt, expiresAt }: Pick<TokenStatus, 'state' | 'dueAt' | 'expiresAt'>,
  now: number,
): boolean {
  if (expiresAt === null || expiresAt <= now) return false;
  return state === 'due' ? dueAt !== null && now < dueAt : ['expired', 'blocked', 'unreachable'].includes(state);
}

/** Writes a sentence on why a token cannot be renewed before it expires. `formatInstant` writes an instant (epoch ms) on the reader's clock. */
export function renewalBlockText(block: RenewalBlock, formatInstant: (at: number) => string): string {
  const { why, nextAt } = block;
  switch (why) {
    case 'rejected':
      return 'The token endpoint rejected the credentials; no token is requested until they change.';
    case 'secret':
      return 'Its Client Secret is missing or cannot be read.';
    case 'slots':
      return nextAt === null
        ? 'Every token slot is used.'
        : `Every token slot is used; the next one is free ${formatInstant(nextAt)}.`;
    case 'reserve':
      return nextAt === null
        ? 'Only the slots reserved for emergencies are left, and only you can use them.'
        : `Only the slots reserved for emergencies are left, and only you can use them; the next slot is free ${formatInstant(nextAt)}.`;
    case 'unreachable':
      return nextAt === null
        ? 'The token endpoint does not answer.'
        : `The token endpoint does not answer; the next attempt is ${formatInstant(nextAt)}.`;
    default:
      return assertNever(why);
  }
}
