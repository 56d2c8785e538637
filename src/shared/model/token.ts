/** Token status as main publishes it: state, absolute times, quota and ledger. It contains no access token, only the generation number. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { Kept } from './kept.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';
import { QuotaUnit } from './token-rules.ts';

/** The lifetime of the service's tokens in milliseconds (service.md §3.4). */
export const TOKEN_LIFETIME_MS = 86_400_000;
/** The scope for which each API's tokens are issued (service.md §3.1, §3.2). */
export const SCOPES: Record<Api, string> = { openApi: 'open-api', booking: 'booking_engine:api' };

export const TokenState = z.enum(['none', 'valid', 'due', 'renewing', 'expired', 'blocked', 'unreachable', 'rejected']);
export type TokenState = z.infer<typeof TokenState>;

/** The cause of an issuance. `diedEarly`: a token was refused on two operations that had worked with it. */
export const IssuanceCause = z.enum(['start', 'expiry', 'unauthorized', 'diedEarly', 'person', 'unknown']);
export type IssuanceCause = z.infer<typeof IssuanceCause>;

/** The outcome of a token request: `sent` while in flight, `lost` without an answer (it counts as spent), `refused` when no token was issued. */
export const IssuanceOutcome = z.enum(['sent', 'confirmed', 'lost', 'refused']);
export type IssuanceOutcome = z.infer<typeof IssuanceOutcome>;

/** One issuance of the ledger with its outcome. */
export const Issuance = z.strictObject({
  id: Id,
  at: EpochMs,
  cause: IssuanceCause,
  renewal: z.boolean(),
  outcome: IssuanceOutcome,
  settledAt: EpochMs.nullable(),
});
export type Issuance = z.infer<typeof Issuance>;

/** The basis of a countdown to the next slot: our ledger with one of two reset rules, or the server's headers. */
export const QuotaBasis = z.enum(['rolling', 'utcMidnight', 'server']);
export type QuotaBasis = z.infer<typeof QuotaBasis>;

/** The quota that the server's headers last reported (service.md §3.7). */
export const ServerQuota = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
});
export type ServerQuota = z.infer<typeof ServerQuota>;

/**
 * The rest of the quota: `limit` issuances per 24 h, or `limit` renewals and a first issuance that is not a renewal. `remaining` is the number of
 * token requests that may be sent now. Without a quota both are null.
 */
export const TokenQuota = z.strictObject({
  unit: QuotaUnit,
  limit: z.number().int().nullable(),
  used: z.number().int(),
  remaining: z.number().int().nullable(),
  mayIssue: z.boolean(),
  nextSlotAt: EpochMs.nullable(),
  basis: QuotaBasis,
  asOf: EpochMs,
  /** The number of unconfirmed issuances, set when only they leave no slot; a person may then still request a token. */
  unconfirmed: z.number().int().optional(),
  /** A sentence about a part of the reported quota that is not believed, and about what counts instead. */
  doubt: z.string().optional(),
});
export type TokenQuota = z.infer<typeof TokenQuota>;

/**
 * The use of this client ID by another client: the server's remaining count fell by `count` more than the ledger explains, between `since` (when
 * both last agreed) and `noticedAt`.
 */
export const ForeignUse = z.strictObject({
  count: z.number().int().positive(),
  since: EpochMs.nullable(),
  noticedAt: EpochMs,
});
export type ForeignUse = z.infer<typeof ForeignUse>;

/** A remembered 403. When the same operation is refused again with the same token, no new token is issued. */
export const RememberedRefusal = z.strictObject({
  operation: z.string(),
  generation: z.number().int(),
  firstAt: EpochMs,
  lastAt: EpochMs,
  times: z.number().int().positive(),
});
export type RememberedRefusal = z.infer<typeof RememberedRefusal>;

/** How far the server's clock is ahead of this machine's, by its Date header; negative when behind. */
export const Skew = z.strictObject({ offsetMs: z.number(), measuredAt: EpochMs });
export type Skew = z.infer<typeof Skew>;

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
  /** How the token is stored, if there is one. */
  storage: z.enum([...Kept.options, 'nowhere']),
  /** Whether this console issued the token or a person pasted it; null without a token. */
  origin: z.enum(['issued', 'adopted']).nullable(),
  quota: TokenQuota,
  server: ServerQuota.nullable(),
  issuances: z.array(Issuance),
  reserve: z.number().int(),
  foreignUse: ForeignUse.nullable(),
  refusals: z.array(RememberedRefusal),
  lastError: ErrorData.nullable(),
});
export type TokenStatus = z.infer<typeof TokenStatus>;

export const TokensSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  skew: Skew.nullable(),
  tokens: z.array(TokenStatus),
});
export type TokensSnapshot = z.infer<typeof TokensSnapshot>;
