/** A group of similar failures in the journal, with the Doctor's diagnosis of the newest one (service.md §9.1). */

import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';

export const MAX_FAILURE_GROUPS = MAX_ENTRIES.few;

/**
 * A failure group. `key` is the same in every answer for the same kind of failure. `at` and `firstAt` are the times of the newest and of the oldest
 * counted failure. `status` is null when there was no answer; `error` then has the reason. A 2xx `status` is a failure too when the answer is a
 * gateway's page, or when the service dropped a coupon.
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
  /** The case of the newest failure; null when there is none. */
  caseId: Id.nullable(),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

/** A page of failure groups, newest first. `next` continues with older failures, null at the end. `readTo` is the time of the oldest failure read. */
export const FailurePage = z.strictObject({
  groups: z.array(FailureGroup).max(MAX_FAILURE_GROUPS),
  next: z.number().int().nullable(),
  readTo: EpochMs.nullable(),
});
export type FailurePage = z.infer<typeof FailurePage>;

/**
 * A query for failures. `before` is the `next` of the previous page; null for the first page. `only: 'refusals'` asks for the last 401 or 403 of each
 * operation and credential, ungrouped and on one page, so that a frequent failure hides no other.
 */
export const FailureQuestion = z.strictObject({
  connectionId: Id,
  before: z.number().int().nullable(),
  only: z.literal('refusals').nullable(),
});
export type FailureQuestion = z.infer<typeof FailureQuestion>;
