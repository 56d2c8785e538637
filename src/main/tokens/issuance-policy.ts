/** Decides whether a token request may spend a slot: only a person may spend the reserve, and the last slot needs a confirmation. */
import { type AppError, toAppError } from '../../shared/app-error.ts';
import type { IssuanceCause, TokenQuota } from '../../shared/model/token.ts';
import { automaticSlotAt, onlyReserveLeft, personMayTry } from '../../shared/token/renewal-forecast.ts';

/** A request for a new token: its cause, and whether a person confirmed the use of the last slot. */
export interface IssuanceRequest {
  readonly cause: IssuanceCause;
  readonly confirmLastSlot: boolean;
}

/** Makes a request that the console itself causes, not a person. */
export const automaticRequest = (cause: Exclude<IssuanceCause, 'person'>): IssuanceRequest => ({
  cause,
  confirmLastSlot: false,
});

/** The error that prevents a request, or `null`: `quotaExhausted`, `reserveKept` (automatic requests), `lastSlot` (a person's). */
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

/** Whether more than half of the quota is left, which is enough to replace a token on suspicion. */
export const isPlentiful = ({ remaining, limit }: TokenQuota): boolean =>
  remaining === null || limit === null || remaining * 2 > limit;
