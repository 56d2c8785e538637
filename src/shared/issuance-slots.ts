/** When the slot of an issuance comes back (spec.md, section 1, "until the used slot regenerates"; domain.md, "Unknown"). */
import type { QuotaReset } from './model/connection.ts';
import type { Api } from './model/primitives.ts';
import { type Issuance, QUOTA_WINDOW_MS } from './model/token.ts';

/** The endpoint may have issued a token this long after it was asked, when nothing told us earlier. */
const MAX_ANSWER_MS = 120_000;

/** True when an issuance took a slot, or may have: everything but what the server refused. */
export const isSpent = (issuance: Issuance): boolean => issuance.outcome !== 'refused';

/**
 * The latest instant at which the server can have issued it. The server's window starts there, not where the request left, so
 * that its slot is never believed to be back too early.
 */
export function latestAt(issuance: Issuance): number {
  const latest = issuance.at + MAX_ANSWER_MS;
  if (issuance.settledAt === null || issuance.settledAt < issuance.at) return latest;
  return Math.min(issuance.settledAt, latest);
}

/** When the window of an issuance starts, for our own count: see {@link latestAt}. */
export const spentAt = (issuance: Issuance): number => latestAt(issuance);

/** When its slot comes back; null when it took none: refused, or the first token of an application (spec.md, Authentication 5). */
export function slotReturnsAt(issuance: Issuance, api: Api, reset: QuotaReset): number | null {
  if (!isSpent(issuance) || (api === 'booking' && !issuance.renewal)) return null;
  const at = spentAt(issuance);
  return reset === 'rolling' ? at + QUOTA_WINDOW_MS : nextUtcMidnight(at);
}

/** The next 00:00 UTC after an instant. */
export const nextUtcMidnight = (at: number): number => (Math.floor(at / QUOTA_WINDOW_MS) + 1) * QUOTA_WINDOW_MS;
