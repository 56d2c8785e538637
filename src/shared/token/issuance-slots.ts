/** Calculates when the slot of an issuance regenerates (service.md §3.8). */
import type { QuotaReset } from '../model/connection.ts';
import type { Api } from '../model/primitives.ts';
import type { Issuance } from '../model/token.ts';

/** The window of the token quota in milliseconds (service.md §3.5, §3.6). */
export const QUOTA_WINDOW_MS = 86_400_000;

/** The latest instant at which a slot regenerates by any rule, after a report of `receivedAt`; a later reset is not credible. */
export const latestSlotAt = (receivedAt: number): number => receivedAt + QUOTA_WINDOW_MS;

/** How long after the request the endpoint may issue a token, unless an answer arrives earlier. */
export const MAX_ANSWER_MS = 120_000;

/** True when an issuance used a slot or may have used one: for every outcome but a refusal. */
export const isSpent = (issuance: Issuance): boolean => issuance.outcome !== 'refused';

/**
 * The latest instant at which the server can have issued the token. The quota window counts from that instant, not from the sending of the
 * request, so that the console never counts a slot as free too early.
 */
export function latestAt(issuance: Issuance): number {
  const latest = issuance.at + MAX_ANSWER_MS;
  if (issuance.settledAt === null || issuance.settledAt < issuance.at) return latest;
  return Math.min(issuance.settledAt, latest);
}

/**
 * The instant at which the slot of an issuance regenerates; null when it used none, because it was refused or was the first of an application
 * (service.md §3.6).
 */
export function slotRegeneratesAt(issuance: Issuance, api: Api, reset: QuotaReset): number | null {
  if (!isSpent(issuance) || (api === 'booking' && !issuance.renewal)) return null;
  const at = latestAt(issuance);
  return reset === 'rolling' ? at + QUOTA_WINDOW_MS : nextUtcMidnight(at);
}

/** The next 00:00 UTC after an instant. */
export const nextUtcMidnight = (at: number): number => (Math.floor(at / QUOTA_WINDOW_MS) + 1) * QUOTA_WINDOW_MS;
