/** The lines of the issuance ledger. A field that a later version adds does not make a line unreadable. */
import { z } from 'zod';
import { Api, EpochMs, Id } from '../../shared/model/primitives.ts';
import { IssuanceCause, ServerQuota } from '../../shared/model/token.ts';

const Key = { api: Api, clientId: z.string(), tokenUrl: z.string() };

/** Written, and on the disk, before the request goes out. */
export const SentLine = z.object({
  kind: z.literal('sent'),
  id: Id,
  ...Key,
  at: EpochMs,
  cause: IssuanceCause.catch('unknown'),
  renewal: z.boolean(),
});
export type SentLine = z.infer<typeof SentLine>;

/** How it ended. `rejected` names the identity whose credentials were refused, so that a restart does not try them again. */
export const SettledLine = z.object({
  kind: z.enum(['confirmed', 'lost', 'refused']),
  id: Id,
  at: EpochMs,
  server: ServerQuota.nullable().catch(null),
  /** The endpoint refused it because no slot is left (429). */
  exhausted: z.boolean().default(false).catch(false),
  rejected: z
    .object({ identity: Id, status: z.number().int(), serverCode: z.string().nullable() })
    .nullable()
    .catch(null),
});
export type SettledLine = z.infer<typeof SettledLine>;

/** The service forgot what was issued (the sandbox's quota was reset): earlier lines of the key count no more, but for requests that were `open`. */
const QuotaResetLine = z.object({
  kind: z.literal('forgiven'),
  ...Key,
  at: EpochMs,
  open: z.array(Id).default([]).catch([]),
});
export type QuotaResetLine = z.infer<typeof QuotaResetLine>;

/** The clock turned out to be wrong: the instants of these requests were noted wrong by so much. */
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

/** Reads one line; `null` when it is none that this version knows. */
export function readLedgerLine(text: string): LedgerLine | null {
  try {
    return LedgerLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
