/** The renewal forecast: whether a token can be renewed before it expires. Pure. The window and desktop notifications use it. */
import type { ErrorCode } from '../errors.ts';
import type { SecretPlace } from '../model/connection.ts';
import type { TokenQuota, TokenState, TokenStatus } from '../model/token.ts';

/** The block that prevents a usable token's renewal. `nextAt`: when a slot regenerates or the endpoint is asked again; null when unknown. */
export interface RenewalBlock {
  readonly why: 'rejected' | 'secret' | 'slots' | 'reserve' | 'unreachable';
  readonly expiresAt: number;
  readonly nextAt: number | null;
}

/** The minimum remaining lifetime of a token that counts as renewable when its endpoint has just failed (service.md §3.10). */
const FINAL_MINUTES_MS = 5 * 60_000;

const ENDPOINT_FAILED: readonly ErrorCode[] = [
  'tokenEndpointUnreachable',
  'tokenEndpointFailed',
  'tokenAnswerUnusable',
  'credentialsRejected',
];
const UNREADABLE: readonly ErrorCode[] = ['secretMissing', 'secretUnreadable'];

/** The states in which requests carry the token. */
const USABLE_STATES: readonly TokenState[] = ['valid', 'due', 'rejected'];

/** Returns the block that prevents the renewal of a usable token at `now` (epoch ms); null when there is no block or no usable token. */
export function renewalBlock(token: TokenStatus, secret: SecretPlace, now: number): RenewalBlock | null {
  const { expiresAt, quota, lastError } = token;
  if (expiresAt === null || expiresAt <= now || !USABLE_STATES.includes(token.state)) return null;
  const failed = (codes: readonly ErrorCode[]): boolean => lastError !== null && codes.includes(lastError.code);
  const late = (at: number | null): boolean => at === null || at >= expiresAt;
  if (token.state === 'rejected') return { why: 'rejected', expiresAt, nextAt: null };
  if (secret === 'missing' || failed(UNREADABLE)) return { why: 'secret', expiresAt, nextAt: null };
  if (!quota.mayIssue && late(quota.nextSlotAt)) return { why: 'slots', expiresAt, nextAt: quota.nextSlotAt };
  if (onlyReserveLeft(quota, token.reserve) && late(automaticSlotAt(quota, token.reserve)))
    return { why: 'reserve', expiresAt, nextAt: quota.nextSlotAt };
  if (failed(ENDPOINT_FAILED) && (late(token.retryAt) || expiresAt - now < FINAL_MINUTES_MS))
    return { why: 'unreachable', expiresAt, nextAt: token.retryAt };
  return null;
}

/** Whether a person may request a token: a slot is left, or would be left if the unconfirmed issuances did not count. */
export const personMayTry = ({ mayIssue, unconfirmed = 0 }: Pick<TokenQuota, 'mayIssue' | 'unconfirmed'>): boolean =>
  mayIssue || unconfirmed > 0;

/** True when all slots that are left belong to the reserve. */
export const onlyReserveLeft = (quota: TokenQuota, reserve: number): boolean =>
  quota.mayIssue && quota.remaining !== null && reserve > 0 && quota.remaining <= reserve;

/** Returns when (epoch ms) the console may next spend a slot without a person; null when more than one further slot is needed. */
export const automaticSlotAt = (quota: TokenQuota, reserve: number): number | null =>
  quota.remaining === null || quota.remaining + 1 > reserve ? quota.nextSlotAt : null;
