/** A recorded 401 or 403 with the Doctor's diagnosis (domain.md, "What hurts people": at least five causes). */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';

export const Refusal = z.strictObject({
  exchangeId: Id,
  connectionId: Id,
  credentialId: Id.nullable(),
  api: Api,
  operation: z.string(),
  method: z.string(),
  url: z.string(),
  at: EpochMs,
  status: z.union([z.literal(401), z.literal(403)]),
  serverMessage: z.string().nullable(),
  serverCode: z.string().nullable(),
  requestId: z.string().nullable(),
  tokenGeneration: z.number().int().nullable(),
  /** True when a later request of the same operation succeeded. */
  settled: z.boolean(),
  diagnosis: Diagnosis,
});
export type Refusal = z.infer<typeof Refusal>;
