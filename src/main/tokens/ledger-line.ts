/** The lines of the issuance ledger. A field that a later version adds does not make a line unreadable. */
import { z } from 'zod';
import { Api, EpochMs, Id } from '../../shared/model/primitives.ts';
import { IssuanceCause, IssuanceOutcome, ServerQuota } from '../../shared/model/token.ts';

const Key = { api: Api, clientId: z.string(), tokenUrl: z.string() };

/** The ledger's line of a token request, written to disk before the request is sent. */
export const SentLine = z.object({
  kind: z.literal('sent'),
  id: Id,
  ...Key,
  at: EpochMs,
  cause: IssuanceCause.catch('unknown'),
  renewal: z.boolean(),
});
export type SentLine = z.infer<typeof SentLine>;

/**
 * The ledger's line of a token request's outcome. `rejected`: the identity whose credentials were rejected, so that a restart does not try them
 * again.
 */
export const SettledLine = z.object({
  kind: z.enum(['confirmed', 'lost', 'refused']),
  id: Id,
  at: EpochMs,
  server: ServerQuota.nullable().catch(null),
  /** The token lifetime that the answer stated, in ms. */
  lifetimeMs: z.number().nullish().catch(null),
  /** Whether the endpoint answered 429 because of the quota, so that no slot is left. */
  exhausted: z.boolean().default(false).catch(false),
  rejected: z
    .object({ identity: Id, status: z.number().int(), serverCode: z.string().nullable() })
    .nullable()
    .catch(null),
});
export type SettledLine = z.infer<typeof SettledLine>;

/** The ledger's line of a colleague's issuance: a new one, or a later outcome of a known one. */
const ColleagueLine = z.object({
  kind: z.literal('colleague'),
  id: Id,
  ...Key,
  at: EpochMs,
  cause: IssuanceCause.catch('unknown'),
  renewal: z.boolean(),
  outcome: IssuanceOutcome,
  settledAt: EpochMs.nullable(),
});
export type ColleagueLine = z.infer<typeof ColleagueLine>;

/** A reset of the sandbox's quota. Earlier lines of the key no longer count, except those of the requests in `open`, which were in flight. */
const QuotaResetLine = z.object({
  kind: z.literal('forgiven'),
  ...Key,
  at: EpochMs,
  open: z.array(Id).default([]).catch([]),
});
export type QuotaResetLine = z.infer<typeof QuotaResetLine>;

/**
 * A correction of the clock: adds `byMs` to the instants of the requests `ids`. With `guess`, the instants lay in the future and either clock may be
 * wrong; a later line may restore them.
 */
const ClockCorrectedLine = z.object({
  kind: z.literal('moved'),
  ...Key,
  at: EpochMs,
  byMs: z.number(),
  ids: z.array(Id),
  guess: z.boolean().optional(),
});
export type ClockCorrectedLine = z.infer<typeof ClockCorrectedLine>;

/** The number of lines of the file that were found unreadable at `at`, by the machine's clock. */
const DamagedLine = z.object({ kind: z.literal('damaged'), at: EpochMs, lines: z.number().int().positive() });
export type DamagedLine = z.infer<typeof DamagedLine>;

export const LedgerLine = z.discriminatedUnion('kind', [
  SentLine,
  SettledLine,
  ColleagueLine,
  QuotaResetLine,
  ClockCorrectedLine,
  DamagedLine,
]);
export type LedgerLine = z.infer<typeof LedgerLine>;

/** Parses one line of the ledger. Returns `later` for a line of a newer version, and `damaged` for any other unknown text. */
export function readLedgerLine(text: string): LedgerLine | 'later' | 'damaged' {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainSent(value) || isPlainSettled(value)) return value;
    return LedgerLine.safeParse(value).data ?? (isOfLaterVersion(value) ? 'later' : 'damaged');
  } catch {
    return 'damaged';
  }
}

const KINDS: ReadonlySet<unknown> = new Set([
  ...['sent', 'confirmed', 'lost', 'refused', 'colleague', 'forgiven', 'moved', 'damaged'],
]);

/** Whether a later version wrote the line. A line of unknown kind that names a client does not count: it may be a request whose kind is damaged. */
const isOfLaterVersion = (value: unknown): boolean =>
  isRecord(value) && typeof value.kind === 'string' && !KINDS.has(value.kind) && !('clientId' in value);

// These checks replace the schemas for the usual lines, and accept less than the schemas: so a ledger of years is read in a tenth of the time.

const CAUSES: ReadonlySet<unknown> = new Set(IssuanceCause.options);
const OUTCOMES: ReadonlySet<unknown> = new Set(SettledLine.shape.kind.options);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isId = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 100;
const isInteger = (value: unknown): boolean => value === null || Number.isSafeInteger(value);

function isPlainSent(value: unknown): value is SentLine {
  if (!isRecord(value) || value.kind !== 'sent' || !isId(value.id)) return false;
  const isKey = Api.options.some((api) => api === value.api) && typeof value.clientId === 'string';
  const isRest = typeof value.tokenUrl === 'string' && Number.isFinite(value.at) && typeof value.renewal === 'boolean';
  return isKey && isRest && CAUSES.has(value.cause);
}

function isPlainSettled(value: unknown): value is SettledLine {
  if (!isRecord(value) || !OUTCOMES.has(value.kind) || !isId(value.id) || !Number.isFinite(value.at)) return false;
  const { server, exhausted, rejected, lifetimeMs } = value;
  if (typeof exhausted !== 'boolean' || rejected !== null || !isInteger(lifetimeMs ?? null)) return false;
  if (server === null) return true;
  if (!isRecord(server) || Object.keys(server).length !== 4) return false;
  const { limit, remaining, resetAt, receivedAt } = server;
  return (
    [limit, remaining].every(isInteger) && (resetAt === null || Number.isFinite(resetAt)) && Number.isFinite(receivedAt)
  );
}
