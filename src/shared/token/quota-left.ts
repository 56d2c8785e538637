/** The slots that are left of a token quota. Pure. The sentences are in quota-text.ts, which is not in the window's first file. */
import type { TokenQuota } from '../model/token.ts';
import { personMayTry } from './renewal-forecast.ts';

/** Returns the remaining issuances or renewals, at least 0; null without a quota. */
export const leftOf = ({ limit, used }: TokenQuota): number | null =>
  limit === null ? null : Math.max(0, limit - used);

/** Whether the next token uses the last slot. No further token can then be issued until a slot regenerates. */
export const isLastSlot = (quota: TokenQuota): boolean =>
  personMayTry(quota) && quota.remaining !== null && quota.remaining <= 1;
