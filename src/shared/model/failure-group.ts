/** The failures on record that failed alike, with the Doctor's diagnosis of the newest (service.md §9.1). */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';

/** Groups of one answer. */
export const MAX_FAILURE_GROUPS = 20;

/**
 * `key`: equal for groups of two answers that failed alike. `at`: of the newest failure, `firstAt` of the oldest that was counted. `status` is
 * null without an answer, whose reason is then `error`; a 2xx is one that a gateway's page or a dropped coupon hides.
 */
export const FailureGroup = z.strictObject({
  key: z.string(),
  exchangeId: Id,
  connectionId: Id,
  credentialId: Id.nullable(),
  api: Api,
  operation: z.string(),
  method: z.string(),
  url: z.string(),
  at: EpochMs,
  firstAt: EpochMs,
  count: z.number().int().positive(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  serverMessage: z.string().nullable(),
  serverCode: z.string().nullable(),
  requestId: z.string().nullable(),
  tokenGeneration: z.number().int().nullable(),
  /** True when a later request of the same operation succeeded. */
  settled: z.boolean(),
  diagnosis: Diagnosis,
  /** The case that is kept of it; null where none is kept. */
  caseId: Id.nullable(),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

/** Newest first. `next` continues with older failures; null at the end of the journal. `readTo`: the oldest failure that was read. */
export const FailurePage = z.strictObject({
  groups: z.array(FailureGroup).max(MAX_FAILURE_GROUPS),
  next: z.number().int().nullable(),
  readTo: EpochMs.nullable(),
});
export type FailurePage = z.infer<typeof FailurePage>;

/**
 * `before`: the `next` of the page before. `only: 'refusals'` asks for the last 401 or 403 of each operation and credential instead, each by
 * itself and all on one page, so that a storm of one failure hides none of them.
 */
export const FailureQuestion = z.strictObject({
  connectionId: Id,
  before: z.number().int().nullable(),
  only: z.literal('refusals').nullable(),
});
export type FailureQuestion = z.infer<typeof FailureQuestion>;
