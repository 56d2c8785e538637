/** A failed exchange without secrets, from the journal or from a customer, as it is shown, stored and exported. */
import { z } from 'zod';
import { Api, EpochMs, Id } from './primitives.ts';
import { HeaderLines } from './traffic.ts';

/**
 * The maximum numbers and lengths of what is read from a customer's text; `text` and `line` are in characters. The readers in main/doctor/read keep
 * less.
 */
export const MAX_READ = { failures: 100, unread: 60, text: 70_000, line: 2_000, words: 40, fields: 60 } as const;

export const Line = z.string().max(MAX_READ.line);
export const Body = z.string().max(MAX_READ.text);

/** A masked failure as the rules judge it; main/doctor/failure.ts explains its fields. */
export const MaskedFailure = z.strictObject({
  origin: z.enum(['journal', 'paste']),
  exchangeId: Id.nullable(),
  api: Api.nullable(),
  operation: Line.nullable(),
  method: Line.nullable(),
  url: z.string().max(16_000).nullable(),
  requestHeaders: HeaderLines,
  requestHeadersKnown: z.boolean(),
  requestBody: z
    .strictObject({ contentType: Line.nullable(), text: Body.nullable(), fields: z.record(Body, Body).nullable() })
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
      scopes: z.array(Line).max(MAX_READ.words),
      audience: z.array(Line).max(MAX_READ.words),
      issuerHost: Line.nullable(),
      clientId: Line.nullable().optional(),
    })
    .nullable(),
});
export type MaskedFailure = z.infer<typeof MaskedFailure>;
