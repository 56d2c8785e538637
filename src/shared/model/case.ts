/** A case: one failure with its diagnosis, kept with notes and a state, so that the next one like it is known. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { CauseId, Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';

const { caseText, caseBody, caseNotes } = MAX_CHARACTERS;
const shortText = z.string().max(caseText);
const Headers = z.array(z.tuple([shortText, shortText])).max(MAX_ENTRIES.caseHeaders);

/** The masked failure of a case: what src/main/doctor/failure.ts describes, cut to bounds. */
export const CaseFailure = z.strictObject({
  origin: z.enum(['journal', 'paste']),
  exchangeId: Id.nullable(),
  api: Api.nullable(),
  operation: shortText.nullable(),
  method: shortText.nullable(),
  url: shortText.nullable(),
  requestHeaders: Headers,
  requestHeadersKnown: z.boolean(),
  requestBody: z
    .strictObject({
      contentType: shortText.nullable(),
      text: z.string().max(caseBody).nullable(),
      fields: z.record(shortText, shortText).nullable(),
    })
    .nullable(),
  status: z.number().int().nullable(),
  responseHeaders: Headers,
  responseHeadersKnown: z.boolean(),
  responseBody: z.string().max(caseBody).nullable(),
  networkError: z.strictObject({ code: shortText.nullable(), message: shortText }).nullable(),
  sentAt: EpochMs.nullable(),
  authorization: z.strictObject({
    kind: z.enum([
      'unknown',
      'absent',
      'empty',
      'bearer',
      'bareToken',
      'otherScheme',
      'doubledPrefix',
      'quoted',
      'lineBreak',
      'spaces',
      'placeholder',
    ]),
    scheme: shortText.nullable(),
  }),
  tokenClaims: z
    .strictObject({
      expiresAt: EpochMs.nullable(),
      issuedAt: EpochMs.nullable(),
      notBefore: EpochMs.nullable(),
      scopes: z.array(shortText).max(MAX_ENTRIES.caseClaims),
      audience: z.array(shortText).max(MAX_ENTRIES.caseClaims),
      issuerHost: shortText.nullable(),
    })
    .nullable(),
});
export type CaseFailure = z.infer<typeof CaseFailure>;

export const CaseState = z.enum(['open', 'solved']);
export type CaseState = z.infer<typeof CaseState>;

/**
 * A line of the list. `createdAt` and `lastAt` (machine time): when the failure was first and last diagnosed, `times` how often. `causeTitle`
 * is that of the first verdict, null without one. `host` is that of the failing request.
 */
export const CaseSummary = z.strictObject({
  id: Id,
  title: z.string(),
  cause: CauseId,
  causeTitle: z.string().nullable(),
  state: CaseState,
  origin: CaseFailure.shape.origin,
  connectionId: Id.nullable(),
  credentialId: Id.nullable(),
  host: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  createdAt: EpochMs,
  lastAt: EpochMs,
  times: z.number().int().positive(),
  hasNotes: z.boolean(),
});
export type CaseSummary = z.infer<typeof CaseSummary>;

/** `seenBefore`: earlier cases with the same cause and the same evidence, solved ones first. */
export const Case = CaseSummary.extend({
  notes: z.string().max(caseNotes),
  failure: CaseFailure,
  diagnosis: Diagnosis,
  seenBefore: z.array(CaseSummary),
});
export type Case = z.infer<typeof Case>;

/** Selects cases: every term of `search` must begin a word of the case; null for any state. */
export const CaseFilter = z.strictObject({
  search: z.string().max(MAX_CHARACTERS.search),
  state: CaseState.nullable(),
});
export type CaseFilter = z.infer<typeof CaseFilter>;

/** Matching cases from `offset` on, the latest first; `total` counts all that match, `all` every case. */
export const CaseRows = z.strictObject({
  revision: z.number().int(),
  total: z.number().int(),
  all: z.number().int(),
  rows: z.array(CaseSummary),
});
export type CaseRows = z.infer<typeof CaseRows>;
