/** A group of similar failures in the journal, with the Doctor's diagnosis of the newest (service.md §9.1). */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';

/** The number of groups in one answer. */
export const MAX_FAILURE_GROUPS = 20;

/**
 * A group. `key` is equal for similar failures in two answers. `at`: the time of the newest failure; `firstAt`: that of the oldest counted one.
 * `status` is null without an answer; `error` then has the reason. A 2xx is a failure that a gateway's page or a dropped coupon hides.
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
  /** The case that was made from the failure; null when there is none. */
  caseId: Id.nullable(),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

/**
 * A page of groups, newest first. `next` continues with older failures; null at the end of the journal. `readTo`: the time of the oldest failure
 * that was read.
 */
export const FailurePage = z.strictObject({
  groups: z.array(FailureGroup).max(MAX_FAILURE_GROUPS),
  next: z.number().int().nullable(),
  readTo: EpochMs.nullable(),
});
export type FailurePage = z.infer<typeof FailurePage>;

/**
 * The question for failures. `before`: the `next` of the previous page. `only: 'refusals'` asks instead for the last 401 or 403 of each operation
 * and credential, each by itself and all on one page, so that a frequent failure hides none of them.
 */
export const FailureQuestion = z.strictObject({
  connectionId: Id,
  before: z.number().int().nullable(),
  only: z.literal('refusals').nullable(),
});
export type FailureQuestion = z.infer<typeof FailureQuestion>;
