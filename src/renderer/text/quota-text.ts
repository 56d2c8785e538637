/** Sentences about a token quota and the cost of another token (service.md §3.5, §3.6). */
import type { TokenQuota } from '../../shared/model/token.ts';
import { basisText } from '../../shared/text/error-text.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { nextUtcMidnight, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import { isLastSlot, leftOf } from '../../shared/token/quota-left.ts';
import { personMayTry } from '../../shared/token/renewal-forecast.ts';
import { formatCount, formatInstant, formatRelative } from './format.ts';

const leftAfterOne = (quota: TokenQuota): number => Math.max(0, (leftOf(quota) ?? 0) - 1);

/** Whether the next token is an application's first one, which is no renewal and uses no slot. */
const nextIsFree = (quota: TokenQuota): boolean =>
  quota.unit === 'renewals' && (quota.remaining ?? 0) > (leftOf(quota) ?? 0);

/** Writes the rest of the quota: "4 of 5 issuances left". */
export const quotaText = (quota: TokenQuota): string =>
  quota.limit === null ? 'no quota' : `${leftOf(quota)} of ${quota.limit} ${quota.unit} left`;

/** The instant of the next free slot if another token is issued at `now`. */
function nextSlotAfter(quota: TokenQuota, now: number): number {
  if (quota.nextSlotAt !== null && quota.nextSlotAt > now) return quota.nextSlotAt;
  return quota.basis === 'utcMidnight' ? nextUtcMidnight(now) : now + QUOTA_WINDOW_MS;
}

/** Writes the cost of another token: "Uses 1 of 5 issuances; 3 left after this; the next slot is free in 6 h 12 min." */
export function priceText(quota: TokenQuota, now: number): string {
  if (quota.limit === null)
    return quota.mayIssue
      ? 'The tokens of this service are not counted: no quota is known.'
      : 'The token endpoint issues no further token now.';
  const next = `the next slot is free in ${formatDuration(nextSlotAfter(quota, now) - now)}`;
  if (!quota.mayIssue && personMayTry(quota))
    return `All ${quota.limit} ${quota.unit} count as used, ${quota.unconfirmed} of them unconfirmed: the token endpoint may still issue one, and a refusal costs nothing.`;
  if (!quota.mayIssue)
    return `All ${quota.limit} ${quota.unit} are used, so no token can be issued now${quota.nextSlotAt === null ? '' : `; ${next}`}.`;
  if (nextIsFree(quota))
    return `The first token of an application is not a renewal: it uses none of ${quota.limit}; ${leftOf(quota)} left after this.`;
  return `Uses 1 of ${quota.limit} ${quota.unit}; ${leftAfterOne(quota)} left after this; ${next}.`;
}

/** Writes the slot that the next token uses: "a token, issuance 3 of 5", "the last token, renewal 3 of 3". */
export function slotText(quota: TokenQuota): string {
  const which = isLastSlot(quota) ? 'the last token' : 'a token';
  if (quota.limit === null || !quota.mayIssue) return which;
  if (nextIsFree(quota)) return `${which}, its first`;
  return `${which}, ${quota.unit === 'renewals' ? 'renewal' : 'issuance'} ${Math.min(quota.limit, quota.used + 1)} of ${quota.limit}`;
}

/** Writes a sentence on how another token affects the reserve; null when it does not. */
export function reserveText(quota: TokenQuota, reserve: number): string | null {
  if (reserve === 0 || !quota.mayIssue || quota.remaining === null) return null;
  const kept = formatCount(reserve, 'slot');
  if (quota.remaining <= reserve && reserve === 1)
    return 'It is the slot reserved for emergencies, which the app never uses automatically.';
  if (quota.remaining <= reserve)
    return `It uses one of the ${kept} reserved for emergencies. The app never uses those automatically.`;
  if (quota.remaining - 1 > reserve) return null;
  return `After this only the ${kept} reserved for emergencies ${reserve === 1 ? 'is' : 'are'} left: until another slot regenerates, the app renews nothing automatically.`;
}

/** Writes the next slot: "Next slot tomorrow 09:00, in 23 h (assuming a rolling 24 h window)." `showServerBasis`: false hides a reported basis. */
export function nextSlotText(
  { limit, used, nextSlotAt, basis }: TokenQuota,
  now: number,
  showServerBasis = true,
): string {
  if (limit === null && nextSlotAt === null) return `${formatCount(used, 'token')} in the last 24 hours.`;
  if (used === 0 || nextSlotAt === null) return 'All slots are free.';
  const basisNote = showServerBasis || basis !== 'server' ? ` (${basisText(basis)})` : '';
  return `Next slot ${formatInstant(nextSlotAt, { now })}, ${formatRelative(nextSlotAt, now)}${basisNote}.`;
}
