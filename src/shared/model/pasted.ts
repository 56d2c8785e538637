/** The result of reading a text or file from a customer: masked failures, each with its diagnosis. */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Body, Line, MAX_READ, MaskedFailure } from './failure.ts';
import { Id } from './primitives.ts';

/**
 * A command line. It may take 16 characters for each character of the request: a PowerShell expression for a control character between two
 * strings.
 */
const Command = z.string().max(16 * MAX_READ.text);

/** The corrected request: command lines without a secret, and the differences from the request that was sent. `curl` is for bash. */
export const CorrectedRequest = z.strictObject({
  curl: Command,
  powershell: Command,
  cmd: Command,
  changes: z.array(Line).max(MAX_READ.words),
});
export type CorrectedRequest = z.infer<typeof CorrectedRequest>;

/**
 * A failure found in the input. `where`: the line or entry. `marks`: the number of masked values. `corrected`: null without an address. `caseId`:
 * the case that was made from it; null when there is none.
 */
export const PastedCase = z.strictObject({
  where: Line,
  failure: MaskedFailure,
  marks: z.number().int(),
  diagnosis: Diagnosis,
  corrected: CorrectedRequest.nullable(),
  caseId: Id.nullable(),
});
export type PastedCase = z.infer<typeof PastedCase>;

/**
 * The report on an input. `exchanges`: the number found, of which `succeeded` did not fail. `cases`: the failures, or the exchanges if none
 * failed, at most 100; `skipped` counts the others. `unread`: the parts that could not be read, and where. `kind`: `refused` when nothing was
 * read.
 */
export const PastedReport = z.strictObject({
  kind: z.enum(['har', 'text', 'refused']),
  exchanges: z.number().int(),
  succeeded: z.number().int(),
  skipped: z.number().int(),
  cases: z.array(PastedCase).max(MAX_READ.failures),
  unread: z.array(z.strictObject({ what: Line, where: Line })).max(MAX_READ.unread),
  /** The question to the customer when nothing technical was found; null otherwise. */
  ask: Body.nullable(),
});
export type PastedReport = z.infer<typeof PastedReport>;
