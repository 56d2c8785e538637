/** Decides whether a token request may spend a slot: only a person may spend the reserve, and the last slot needs a confirmation. */
import { type AppError, toAppError } from '../../shared/app-error.ts';
import type { Issuance, IssuanceCause, TokenQuota } from '../../shared/model/token.ts';
import { isSpent, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import { automaticSlotAt, onlyReserveLeft, personMayTry } from '../../shared/token/renewal-forecast.ts';

/** A request for a new token: its cause, and whether a person confirmed the use of the last slot. */
export interface IssuanceRequest {
  readonly cause: IssuanceCause;
  readonly confirmLastSlot: boolean;
}

/** Makes a request for a token that the console wants by itself, without a person. */
export const automaticRequest = (cause: Exclude<IssuanceCause, 'person'>): IssuanceRequest => ({
  cause,
  confirmLastSlot: false,
});

/**
 * Returns the error that forbids a token request, or `null`: `quotaExhausted`, `reserveKept` (automatic requests), `lastSlot` (a person's request).
 */
export function issuanceObjection(
  label: string,
  quota: TokenQuota,
  reserve: number,
  request: IssuanceRequest,
): AppError | null {
  const { limit, nextSlotAt, basis: assumption } = quota;
  if (request.cause === 'person' && personMayTry(quota) && !quota.mayIssue)
    return request.confirmLastSlot ? null : toAppError({ code: 'lastSlot', label, nextSlotAt, assumption });
  if (!quota.mayIssue) return toAppError({ code: 'quotaExhausted', label, limit, nextSlotAt, assumption });
  if (request.cause !== 'person')
    return onlyReserveLeft(quota, reserve)
      ? toAppError({ code: 'reserveKept', label, reserve, nextSlotAt: automaticSlotAt(quota, reserve), assumption })
      : null;
  if (quota.remaining === 1 && !request.confirmLastSlot)
    return toAppError({ code: 'lastSlot', label, nextSlotAt, assumption });
  return null;
}

interface ProgramRequest {
  /** Whether the service refused the credential's token with 401. */
  readonly isRefused: boolean;
  readonly quota: TokenQuota;
  readonly reserve: number;
  readonly issuances: readonly Issuance[];
  readonly now: number;
}

/**
 * Returns the error that forbids a program to cause an issuance, or `null`. A program may cause one a day for each credential, never from the last
 * slots, and never to replace a token that the service refused.
 */
export function programObjection(
  label: string,
  { isRefused, quota, reserve, issuances, now }: ProgramRequest,
): AppError | null {
  const withheld = (reason: string, retryAt: number | null) =>
    toAppError({ code: 'tokenWithheld', label, reason, retryAt });
  if (isRefused) return withheld('the service refused the last one, and programs replace no refused token', null);
  const last = issuances.findLast((it) => it.cause === 'program' && isSpent(it) && now - it.at < QUOTA_WINDOW_MS);
  if (last) return withheld('a program has already caused one within 24 hours', last.at + QUOTA_WINDOW_MS);
  const isKept = quota.remaining !== null && quota.remaining <= Math.max(reserve, 1);
  return isKept ? withheld('the slots that are left are kept for you', quota.nextSlotAt) : null;
}

/** Whether more than half of the quota is left, so that a token may be replaced on mere suspicion. */
export const isPlentiful = ({ remaining, limit }: TokenQuota): boolean =>
  remaining === null || limit === null || remaining * 2 > limit;
