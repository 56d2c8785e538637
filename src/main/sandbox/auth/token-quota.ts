/** The token quotas (service.md §3.5, §3.6), as a pure function of the issued tokens. */
import type { Api } from '../../../shared/model/primitives.ts';
import { QUOTA_WINDOW_MS } from '../../../shared/token/issuance-slots.ts';
import type { IssuedToken } from '../memory.ts';

/** Tokens per 24 h per client ID of the Open API, and renewals per 24 h per application of the Booking Engine. */
const TOKEN_LIMIT: Record<Api, number> = { openApi: 5, booking: 3 };

export interface QuotaUse {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Whether a counted issuance lies in the 24 h, so that the next one is a renewal. Only the Booking Engine limits renewals. */
  readonly renewal: boolean;
  readonly mayIssue: boolean;
  /** The instant at which the oldest used slot regenerates; null while no slot is used. */
  readonly nextSlotAt: number | null;
}

/** Returns a client's quota in the 24 h before `now`: the Open API counts every issuance, the Booking Engine only renewals. */
export function quotaOf(api: Api, clientId: string, issued: readonly IssuedToken[], now: number): QuotaUse {
  const window = issued.filter(
    (token) => token.clientId === clientId && token.counted && token.at > now - QUOTA_WINDOW_MS,
  );
  const renewal = window.length > 0;
  const slots = api === 'openApi' ? window : window.filter((token) => token.renewal);
  const limit = TOKEN_LIMIT[api];
  const used = Math.min(limit, slots.length);
  const oldest = slots.reduce((earliest, token) => Math.min(earliest, token.at), Number.POSITIVE_INFINITY);
  return {
    limit,
    used,
    remaining: limit - used,
    renewal,
    mayIssue: used < limit,
    nextSlotAt: Number.isFinite(oldest) ? oldest + QUOTA_WINDOW_MS : null,
  };
}

/** Returns the seconds until an instant, rounded up, at least 1. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1_000));
}
