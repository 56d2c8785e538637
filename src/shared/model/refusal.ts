/** What the Doctor concludes about a 401 or 403: possible causes with their evidence (domain.md, "What hurts people": at least five causes). */
import { z } from 'zod';
import { Api, EpochMs, Id } from './primitives.ts';

/** One checkable fact: it `supports` or `rulesOut` the cause that it belongs to, or neither. */
export const Evidence = z.strictObject({ text: z.string(), weight: z.enum(['supports', 'rulesOut', 'neutral']) });
export type Evidence = z.infer<typeof Evidence>;

/** `credentialsWrong` explains only a refused token request, `wrongApi` and `wrongEnvironment` explain either, the others only an API request. */
export const CauseId = z.enum([
  'bearerMissing',
  'tokenExpired',
  'tokenUnknown',
  'wrongApi',
  'wrongEnvironment',
  'noPermission',
  'activationSteps',
  'credentialsWrong',
]);
export type CauseId = z.infer<typeof CauseId>;

export const Cause = z.strictObject({
  id: CauseId,
  title: z.string(),
  status: z.enum(['likely', 'possible', 'ruledOut']),
  evidence: z.array(Evidence),
  next: z.string(),
});
export type Cause = z.infer<typeof Cause>;

export const Refusal = z.strictObject({
  exchangeId: Id,
  connectionId: Id,
  credentialId: Id.nullable(),
  api: Api,
  operation: z.string(),
  at: EpochMs,
  status: z.union([z.literal(401), z.literal(403)]),
  serverMessage: z.string().nullable(),
  serverCode: z.string().nullable(),
  requestId: z.string().nullable(),
  tokenGeneration: z.number().int().nullable(),
  /** True when a later request of the same operation succeeded. */
  settled: z.boolean(),
  causes: z.array(Cause),
});
export type Refusal = z.infer<typeof Refusal>;
