/** The status of tokens as main publishes it: state, times, quota and ledger. It has no access token, only the token's generation. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { Kept } from './kept.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';
import { QuotaUnit } from './token-rules.ts';

/** The lifetime of the service's tokens in milliseconds (service.md §3.4). */
export const TOKEN_LIFETIME_MS = 86_400_000;
/** The OAuth scope of each API's tokens (service.md §3.1, §3.2). */
export const SCOPES: Record<Api, string> = { openApi: 'open-api', booking: 'booking_engine:api' };

export const TokenState = z.enum(['none', 'valid', 'due', 'renewing', 'expired', 'blocked', 'unreachable', 'rejected']);
export type TokenState = z.infer<typeof TokenState>;

/** The reasons for a token request. `diedEarly`: the token was dead, because two operations that had worked with it were refused. */
export const IssuanceCause = z.enum(['start', 'expiry', 'unauthorized', 'diedEarly', 'person', 'program', 'unknown']);
export type IssuanceCause = z.infer<typeof IssuanceCause>;

/** The outcome of a token request. `sent`: it is in flight. `lost`: no answer came, so it counts as a used slot. `refused`: no token was issued. */
export const IssuanceOutcome = z.enum(['sent', 'confirmed', 'lost', 'refused']);
export type IssuanceOutcome = z.infer<typeof IssuanceOutcome>;

export const Issuance = z.strictObject({
  id: Id,
  at: EpochMs,
  cause: IssuanceCause,
  renewal: z.boolean(),
  outcome: IssuanceOutcome,
  settledAt: EpochMs.nullable(),
});
export type Issuance = z.infer<typeof Issuance>;

/** The basis for the time of the next slot: our ledger with one of two reset rules, or the service's quota headers. */
export const QuotaBasis = z.enum(['rolling', 'utcMidnight', 'server']);
export type QuotaBasis = z.infer<typeof QuotaBasis>;

/** The quota that the service last reported in headers (service.md §3.7). */
export const ServerQuota = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
});
export type ServerQuota = z.infer<typeof ServerQuota>;

/** The use of a quota. `limit` is per 24 hours, `remaining` is how many token requests may be sent now; both are null without a quota. */
export const TokenQuota = z.strictObject({
  unit: QuotaUnit,
  limit: z.number().int().nullable(),
  used: z.number().int(),
  remaining: z.number().int().nullable(),
  mayIssue: z.boolean(),
  nextSlotAt: EpochMs.nullable(),
  basis: QuotaBasis,
  asOf: EpochMs,
  /** The number of unconfirmed issuances, set only when slots would be left without them. A person may then still request a token. */
  unconfirmed: z.number().int().optional(),
  /** A sentence: which part of the reported quota the console does not believe, and which number it uses instead. */
  doubt: z.string().optional(),
});
export type TokenQuota = z.infer<typeof TokenQuota>;

/**
 * A number of foreign issuances: between `since` (null when unknown) and `noticedAt`, the remaining count fell by `count` more than the ledger
 * explains.
 */
export const ForeignUse = z.strictObject({
  count: z.number().int().positive(),
  since: EpochMs.nullable(),
  noticedAt: EpochMs,
});
export type ForeignUse = z.infer<typeof ForeignUse>;

/** A remembered 403. While the same operation is refused with the same token (`generation`), no new token is issued. */
export const RememberedRefusal = z.strictObject({
  operation: z.string(),
  generation: z.number().int(),
  firstAt: EpochMs,
  lastAt: EpochMs,
  times: z.number().int().positive(),
});
export type RememberedRefusal = z.infer<typeof RememberedRefusal>;

/** The clock skew by the Date header: how far the service's clock is ahead of the machine's; negative when it is behind. */
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
  /** How the token is stored; `nowhere` without a token. */
  storage: z.enum([...Kept.options, 'nowhere']),
  /** `issued` by this console or `adopted` by a person; null without a token. */
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
