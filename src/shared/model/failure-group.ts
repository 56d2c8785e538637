/** The failures on record that failed alike, with the Doctor's diagnosis of the newest. */
import { z } from 'zod';
import { EpochMs } from './primitives.ts';
import { Refusal } from './refusal.ts';

/** Groups of one answer. */
export const MAX_FAILURE_GROUPS = 20;

/**
 * `key`: equal for groups of two answers that failed alike. `at`: of the newest failure, `firstAt` of the oldest that was counted. `status` is
 * null without an answer, whose reason is then `error`; a 2xx is one that a gateway's page or a dropped coupon hides.
 */
export const FailureGroup = Refusal.omit({ status: true }).extend({
  key: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  count: z.number().int().positive(),
  firstAt: EpochMs,
});
export type FailureGroup = z.infer<typeof FailureGroup>;

/** Newest first. `next` continues with older failures; null at the end of the journal. */
export const FailurePage = z.strictObject({
  groups: z.array(FailureGroup).max(MAX_FAILURE_GROUPS),
  next: z.number().int().nullable(),
});
export type FailurePage = z.infer<typeof FailurePage>;
