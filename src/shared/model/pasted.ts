/** The result of reading a customer's text or file: masked failures, each with its diagnosis. */

import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Diagnosis } from './diagnosis.ts';
import { Body, Line, MAX_READ, MaskedFailure } from './failure.ts';
import { EpochMs, Id } from './primitives.ts';
import { RequestCheck } from './request-check.ts';
import { TokenPanel } from './token-panel.ts';

/** A command line. It may have 16 characters for each character of a body, because PowerShell needs an expression for each control character. */
const Command = z.string().max(16 * MAX_READ.text);

/** The corrected request as command lines without a secret, and how it differs from the request that was sent. `curl` is for bash. */
export const CorrectedRequest = z.strictObject({
  curl: Command,
  powershell: Command,
  cmd: Command,
  changes: z.array(Line).max(MAX_READ.words),
});
export type CorrectedRequest = z.infer<typeof CorrectedRequest>;

/**
 * A failure in the input. `where` is its line or entry. `marks` counts masked values. `check` is set for a request without an answer, `token` for a
 * request with a JWT. `corrected` is null without a known address.
 */
export const PastedCase = z.strictObject({
  where: Line,
  failure: MaskedFailure,
  marks: z.number().int(),
  diagnosis: Diagnosis,
  check: RequestCheck.nullable(),
  token: TokenPanel.nullable(),
  corrected: CorrectedRequest.nullable(),
  caseId: Id.nullable(),
});
export type PastedCase = z.infer<typeof PastedCase>;

/** The maximum number of exchanges on the timeline of one input. */
export const MAX_MOMENTS = MAX_ENTRIES.chosen;

/** An exchange of an input with its time. `address` is masked and has no query. `limits` are the limits that the answer reports. */
export const PastedMoment = z.strictObject({
  at: EpochMs,
  method: Line.nullable(),
  address: z.string().max(16_000).nullable(),
  status: z.number().int().nullable(),
  limits: Line,
});
export type PastedMoment = z.infer<typeof PastedMoment>;

/**
 * The report on an input with `exchanges` exchanges, of which `succeeded` did not fail. `cases` has at most 100 failures, or the exchanges when none
 * failed; `skipped` counts the others. `unread` lists the parts that could not be read, and where they are. `kind` is `refused` when nothing could be
 * read.
 */
export const PastedReport = z.strictObject({
  kind: z.enum(['har', 'text', 'refused']),
  exchanges: z.number().int(),
  succeeded: z.number().int(),
  skipped: z.number().int(),
  cases: z.array(PastedCase).max(MAX_READ.failures),
  unread: z.array(z.strictObject({ what: Line, where: Line })).max(MAX_READ.unread),
  /** The JWTs outside the Authorization headers of `cases`. */
  tokens: z.array(z.strictObject({ where: Line, panel: TokenPanel })).max(3),
  /** The dated exchanges with the service in the order of time, at most MAX_MOMENTS. */
  moments: z.array(PastedMoment).max(MAX_MOMENTS),
  /** A text that asks the customer for more, when the input has nothing technical; else null. */
  ask: Body.nullable(),
});
export type PastedReport = z.infer<typeof PastedReport>;
