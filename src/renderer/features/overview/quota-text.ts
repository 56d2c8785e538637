/** What is left of a token quota and what one more token costs, in words (spec.md, Authentication 4 and 5). */
import type { TokenQuota } from '../../../shared/model/token.ts';

/** Issuances or renewals that are left, never below zero. */
export const leftOf = (quota: TokenQuota): number => Math.max(0, quota.limit - quota.used);

/** True when the next token is an application's first one, which is no renewal and costs none. */
const nextIsFree = (quota: TokenQuota): boolean => quota.unit === 'renewals' && quota.remaining > leftOf(quota);

/** "4 of 5 issuances left". */
export const quotaText = (quota: TokenQuota): string => `${leftOf(quota)} of ${quota.limit} ${quota.unit} left`;

/** The price of one more token: "Uses 1 of 5 issuances; 3 left after this." */
export function priceText(quota: TokenQuota): string {
  if (!quota.mayIssue) return `All ${quota.limit} ${quota.unit} are used, so no token can be asked for now.`;
  if (nextIsFree(quota))
    return `The first token of an application is no renewal: it uses none of ${quota.limit}; ${leftOf(quota)} left after this.`;
  return `Uses 1 of ${quota.limit} ${quota.unit}; ${Math.max(0, leftOf(quota) - 1)} left after this.`;
}
