/** Token status as main pushes it: state, absolute times, quota and ledger. No access token is in here, only its generation number. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';

/** A token lives this long unless its answer says otherwise (spec.md, Limits): milliseconds. */
export const TOKEN_LIFETIME_MS = 86_400_000;
/** Window of the token quota (spec.md, Limits): milliseconds. */
export const QUOTA_WINDOW_MS = 86_400_000;

export const TokenState = z.enum(['none', 'valid', 'due', 'renewing', 'expired', 'blocked', 'unreachable', 'rejected']);
export type TokenState = z.infer<typeof TokenState>;

/** What caused an issuance. */
export const IssuanceCause = z.enum(['start', 'expiry', 'unauthorized', 'person', 'unknown']);
export type IssuanceCause = z.infer<typeof IssuanceCause>;

/** How a token request ended: `sent` while open, `lost` when its answer never came (it counts as spent), `refused` when the server issued none. */
export const IssuanceOutcome = z.enum(['sent', 'confirmed', 'lost', 'refused']);
export type IssuanceOutcome = z.infer<typeof IssuanceOutcome>;

/** One line of the ledger, settled. */
export const Issuance = z.strictObject({
  id: Id,
  at: EpochMs,
  cause: IssuanceCause,
  renewal: z.boolean(),
  outcome: IssuanceOutcome,
  settledAt: EpochMs.nullable(),
});
export type Issuance = z.infer<typeof Issuance>;

/** Which rule a countdown to the next slot rests on: our ledger with one of two windows, or a header of the server. */
export const QuotaBasis = z.enum(['rolling', 'utcMidnight', 'server']);
export type QuotaBasis = z.infer<typeof QuotaBasis>;

/** What the server's quota headers last said (spec.md, section 1). */
export const ServerQuota = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
});
export type ServerQuota = z.infer<typeof ServerQuota>;

/**
 * How much of the quota is left. Open API: 5 issuances per 24 h. Booking Engine: 3 renewals per 24 h, and a first issuance that
 * is none. `remaining` counts token requests that may still be sent now; `remainingRenewals` only differs for Booking Engine.
 */
export const TokenQuota = z.strictObject({
  unit: z.enum(['issuances', 'renewals']),
  limit: z.number().int(),
  used: z.number().int(),
  remaining: z.number().int(),
  mayIssue: z.boolean(),
  nextSlotAt: EpochMs.nullable(),
  basis: QuotaBasis,
  asOf: EpochMs,
});
export type TokenQuota = z.infer<typeof TokenQuota>;

export const TokenStatus = z.strictObject({
  credentialId: Id,
  api: Api,
  label: z.string(),
  state: TokenState,
  reason: z.string(),
  since: EpochMs,
  generation: z.number().int(),
  issuedAt: EpochMs.nullable(),
  dueAt: EpochMs.nullable(),
  expiresAt: EpochMs.nullable(),
  retryAt: EpochMs.nullable(),
  scope: z.string().nullable(),
  kept: z.enum(['encrypted', 'memory', 'nowhere']),
  quota: TokenQuota,
  server: ServerQuota.nullable(),
  issuances: z.array(Issuance),
  lastError: ErrorData.nullable(),
});
export type TokenStatus = z.infer<typeof TokenStatus>;

export const TokensSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  tokens: z.array(TokenStatus),
});
export type TokensSnapshot = z.infer<typeof TokensSnapshot>;
