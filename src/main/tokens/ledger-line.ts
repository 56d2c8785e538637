/** The lines of the issuance ledger. A field that a later version adds does not make a line unreadable. */
import { z } from 'zod';
import { Api, EpochMs, Id } from '../../shared/model/primitives.ts';
import { IssuanceCause, ServerQuota } from '../../shared/model/token.ts';

const Key = { api: Api, clientId: z.string(), tokenUrl: z.string() };

/** Written to disk before the request is sent. */
export const SentLine = z.object({
  kind: z.literal('sent'),
  id: Id,
  ...Key,
  at: EpochMs,
  cause: IssuanceCause.catch('unknown'),
  renewal: z.boolean(),
});
export type SentLine = z.infer<typeof SentLine>;

/** The outcome of a request. `rejected` names the identity whose credentials were rejected, so that a restart does not try them again. */
export const SettledLine = z.object({
  kind: z.enum(['confirmed', 'lost', 'refused']),
  id: Id,
  at: EpochMs,
  server: ServerQuota.nullable().catch(null),
  /** The lifetime that the answer stated for its token, in ms. */
  lifetimeMs: z.number().nullable().default(null).catch(null),
  /** The endpoint answered 429: no slot is left. */
  exhausted: z.boolean().default(false).catch(false),
  rejected: z
    .object({ identity: Id, status: z.number().int(), serverCode: z.string().nullable() })
    .nullable()
    .catch(null),
});
export type SettledLine = z.infer<typeof SettledLine>;

/** The sandbox's quota was reset: earlier lines of the key no longer count, except the requests that were `open`. */
const QuotaResetLine = z.object({
  kind: z.literal('forgiven'),
  ...Key,
  at: EpochMs,
  open: z.array(Id).default([]).catch([]),
});
export type QuotaResetLine = z.infer<typeof QuotaResetLine>;

/** The clock was wrong: the recorded instants of these requests move by `byMs`. */
const ClockCorrectedLine = z.object({
  kind: z.literal('moved'),
  ...Key,
  at: EpochMs,
  byMs: z.number(),
  ids: z.array(Id),
});
export type ClockCorrectedLine = z.infer<typeof ClockCorrectedLine>;

export const LedgerLine = z.discriminatedUnion('kind', [SentLine, SettledLine, QuotaResetLine, ClockCorrectedLine]);
export type LedgerLine = z.infer<typeof LedgerLine>;

/** Reads one line; `null` when its form is unknown to this version. */
export function readLedgerLine(text: string): LedgerLine | null {
  try {
    return LedgerLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
