/** Who may use which slot: the reserve is for persons, and the last slot is for whoever confirms it. */
import { type AppError, toAppError } from '../../shared/errors.ts';
import type { IssuanceCause, TokenQuota } from '../../shared/model/token.ts';
import { automaticSlotAt, onlyReserveLeft } from '../../shared/renewal-forecast.ts';

/** Why a token is asked for, and whether the person agreed to spend the last slot. */
export interface IssuanceRequest {
  readonly cause: IssuanceCause;
  readonly confirmLastSlot: boolean;
}

/** A wish of the console's own. */
export const automaticRequest = (cause: Exclude<IssuanceCause, 'person'>): IssuanceRequest => ({
  cause,
  confirmLastSlot: false,
});

/** Why this wish may not spend a slot: `quotaExhausted`, `reserveKept` (the console's own wishes), `lastSlot` (a person's). */
export function issuanceObjection(
  label: string,
  quota: TokenQuota,
  reserve: number,
  wish: IssuanceRequest,
): AppError | null {
  const { limit, nextSlotAt, basis: assumption } = quota;
  if (!quota.mayIssue) return toAppError({ code: 'quotaExhausted', label, limit, nextSlotAt, assumption });
  if (wish.cause !== 'person')
    return onlyReserveLeft(quota, reserve)
      ? toAppError({ code: 'reserveKept', label, reserve, nextSlotAt: automaticSlotAt(quota, reserve), assumption })
      : null;
  if (quota.remaining === 1 && !wish.confirmLastSlot)
    return toAppError({ code: 'lastSlot', label, nextSlotAt, assumption });
  return null;
}
