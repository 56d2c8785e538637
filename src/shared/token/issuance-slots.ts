/** Calculates when the slot that an issuance used regenerates (service.md §3.8). */
import type { QuotaReset } from '../model/connection.ts';
import type { Api } from '../model/primitives.ts';
import type { Issuance } from '../model/token.ts';

/** The time over which the quota of tokens counts, in ms (service.md §3.5, §3.6). */
export const QUOTA_WINDOW_MS = 86_400_000;

/**
 * Returns the latest instant at which a slot can regenerate, whichever of the two reset rules applies, if the quota was reported at `receivedAt`.
 * When the service names an even later reset, the console ignores it.
 */
export const latestRegenerationAt = (receivedAt: number): number => receivedAt + QUOTA_WINDOW_MS;

/** The time after a token request without an answer in which the service may still issue the token. */
export const MAX_ANSWER_MS = 120_000;

/** True for an issuance that used a slot or may have used one. */
export const isSpent = (issuance: Issuance): boolean => issuance.outcome !== 'refused';

/**
 * Returns the latest instant (epoch ms) at which the service can have issued the token. The slot counts from then, so that it is never counted as
 * free too early.
 */
export function latestAt(issuance: Issuance): number {
  const latest = issuance.at + MAX_ANSWER_MS;
  if (issuance.settledAt === null || issuance.settledAt < issuance.at) return latest;
  return Math.min(issuance.settledAt, latest);
}

/** Returns the instant (epoch ms) at which an issuance's slot regenerates; null for a refused one and an application's first (service.md §3.6). */
export function slotRegeneratesAt(issuance: Issuance, api: Api, reset: QuotaReset): number | null {
  if (!isSpent(issuance) || (api === 'booking' && !issuance.renewal)) return null;
  const at = latestAt(issuance);
  return reset === 'rolling' ? at + QUOTA_WINDOW_MS : nextUtcMidnight(at);
}

export const nextUtcMidnight = (at: number): number => (Math.floor(at / QUOTA_WINDOW_MS) + 1) * QUOTA_WINDOW_MS;
