/** A case: one failure with its diagnosis, stored with notes and a state, so that a similar failure is recognised later. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { CauseId, Diagnosis } from './diagnosis.ts';
import { MaskedFailure } from './failure.ts';
import { EpochMs, Id } from './primitives.ts';

export const CaseState = z.enum(['open', 'solved']);
export type CaseState = z.infer<typeof CaseState>;

/** The labels by which the support desk finds a case again. Each is empty until a person enters it. */
export const CaseLabels = z.strictObject({
  customer: z.string().max(MAX_CHARACTERS.name),
  ticket: z.string().max(MAX_CHARACTERS.name),
  tags: z.array(z.string().max(MAX_CHARACTERS.label)).max(MAX_ENTRIES.few),
});
export type CaseLabels = z.infer<typeof CaseLabels>;

/**
 * A row of the list of cases. `number` is the case's own number in this console. The failure was diagnosed `times` times, first at `createdAt` and
 * last at `lastAt` (machine's clock). `causeTitle` is the title of the first verdict, null without a verdict. `host` is that of the failed request.
 */
export const CaseSummary = z.strictObject({
  id: Id,
  number: z.number().int(),
  title: z.string(),
  cause: CauseId,
  causeTitle: z.string().nullable(),
  state: CaseState,
  origin: MaskedFailure.shape.origin,
  connectionId: Id.nullable(),
  credentialId: Id.nullable(),
  host: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  createdAt: EpochMs,
  lastAt: EpochMs,
  times: z.number().int().positive(),
  hasNotes: z.boolean(),
  ...CaseLabels.shape,
});
export type CaseSummary = z.infer<typeof CaseSummary>;

/** A whole case. `seenBefore` lists earlier cases with the same cause and the same evidence, solved cases first. */
export const Case = CaseSummary.extend({
  notes: z.string().max(MAX_CHARACTERS.body),
  /** The failure, with its texts shortened to the limits of MAX_CHARACTERS. */
  failure: MaskedFailure,
  diagnosis: Diagnosis,
  seenBefore: z.array(CaseSummary),
});
export type Case = z.infer<typeof Case>;

/** A filter for cases. Every term of `search` must begin a word of the case. A `state` of null means open and solved cases. */
export const CaseFilter = z.strictObject({
  search: z.string().max(MAX_CHARACTERS.phrase),
  state: CaseState.nullable(),
});
export type CaseFilter = z.infer<typeof CaseFilter>;

/** A page of the cases that match a filter, newest first; it begins at the offset of the query. `total` counts all matches, `all` counts all cases. */
export const CaseRows = z.strictObject({
  revision: z.number().int(),
  total: z.number().int(),
  all: z.number().int(),
  rows: z.array(CaseSummary),
});
export type CaseRows = z.infer<typeof CaseRows>;

/** The number of cases that match a filter, for each cause and for each week in which they were last seen. `monday` is a plain date. */
export const CaseCounts = z.strictObject({
  causes: z.array(z.strictObject({ title: z.string().nullable(), count: z.number().int() })),
  weeks: z.array(z.strictObject({ monday: z.string(), count: z.number().int() })),
});
export type CaseCounts = z.infer<typeof CaseCounts>;
