/** What was read out of a text or a file that a customer sent: masked failures, each with its diagnosis. */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Api, EpochMs, Id } from './primitives.ts';
import { HeaderLines } from './traffic.ts';

/** The bounds of a report; main/doctor/read cuts what it reads to fewer. */
const MAX = { failures: 100, unread: 60, text: 70_000, line: 2_000, words: 40, fields: 60 } as const;

const Line = z.string().max(MAX.line);
const Body = z.string().max(MAX.text);

/** A failure as the rules judge it, see main/doctor/failure.ts; masked. */
export const PastedFailure = z.strictObject({
  origin: z.enum(['journal', 'paste']),
  exchangeId: Id.nullable(),
  api: Api.nullable(),
  operation: Line.nullable(),
  method: Line.nullable(),
  url: z.string().max(16_000).nullable(),
  requestHeaders: HeaderLines,
  requestHeadersKnown: z.boolean(),
  requestBody: z
    .strictObject({
      contentType: Line.nullable(),
      text: Body.nullable(),
      fields: z.record(Body, Body).nullable(),
    })
    .nullable(),
  status: z.number().int().nullable(),
  responseHeaders: HeaderLines,
  responseHeadersKnown: z.boolean(),
  responseBody: Body.nullable(),
  page: z.strictObject({ who: Line }).nullable().optional(),
  networkError: z.strictObject({ code: Line.nullable(), message: Line }).nullable(),
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
    scheme: Line.nullable(),
  }),
  tokenClaims: z
    .strictObject({
      expiresAt: EpochMs.nullable(),
      issuedAt: EpochMs.nullable(),
      notBefore: EpochMs.nullable(),
      scopes: z.array(Line).max(MAX.words),
      audience: z.array(Line).max(MAX.words),
      issuerHost: Line.nullable(),
    })
    .nullable(),
});
export type PastedFailure = z.infer<typeof PastedFailure>;

/** What the request should have looked like: a command line for bash without a secret, and how it differs from what was sent. */
export const CorrectedRequest = z.strictObject({ curl: Body, changes: z.array(Line).max(MAX.words) });
export type CorrectedRequest = z.infer<typeof CorrectedRequest>;

/** `where`: the line or the entry in what was pasted. `marks`: how many values were masked. `corrected`: null without an address. */
export const PastedCase = z.strictObject({
  where: Line,
  failure: PastedFailure,
  marks: z.number().int(),
  diagnosis: Diagnosis,
  corrected: CorrectedRequest.nullable(),
});
export type PastedCase = z.infer<typeof PastedCase>;

/**
 * `exchanges`: how many were found, of which `succeeded` did not fail. `cases`: the failures, or the exchanges where none failed, at most
 * 100; `skipped` counts the others. `unread`: what could not be read, and where. `kind`: `refused` when nothing of it was read.
 */
export const PastedReport = z.strictObject({
  kind: z.enum(['har', 'text', 'refused']),
  exchanges: z.number().int(),
  succeeded: z.number().int(),
  skipped: z.number().int(),
  cases: z.array(PastedCase).max(MAX.failures),
  unread: z.array(z.strictObject({ what: Line, where: Line })).max(MAX.unread),
});
export type PastedReport = z.infer<typeof PastedReport>;
