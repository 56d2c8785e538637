/** What was read out of a text or a file that a customer sent: masked failures, each with its diagnosis. */
import { z } from 'zod';
import { Diagnosis } from './diagnosis.ts';
import { Body, Line, MAX_READ, MaskedFailure } from './failure.ts';
import { Id } from './primitives.ts';

/** A character of the request takes at most 16 in a command line: a PowerShell expression for a control character between two strings. */
const Command = z.string().max(16 * MAX_READ.text);

/** What the request should have looked like: command lines without a secret, and how it differs from what was sent. `curl` is for bash. */
export const CorrectedRequest = z.strictObject({
  curl: Command,
  powershell: Command,
  cmd: Command,
  changes: z.array(Line).max(MAX_READ.words),
});
export type CorrectedRequest = z.infer<typeof CorrectedRequest>;

/**
 * `where`: the line or the entry in what was pasted. `marks`: how many values were masked. `corrected`: null without an address. `caseId`:
 * the case that the console keeps of it; null where none is kept.
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
 * `exchanges`: how many were found, of which `succeeded` did not fail. `cases`: the failures, or the exchanges where none failed, at most
 * 100; `skipped` counts the others. `unread`: what could not be read, and where. `kind`: `refused` when nothing of it was read.
 */
export const PastedReport = z.strictObject({
  kind: z.enum(['har', 'text', 'refused']),
  exchanges: z.number().int(),
  succeeded: z.number().int(),
  skipped: z.number().int(),
  cases: z.array(PastedCase).max(MAX_READ.failures),
  unread: z.array(z.strictObject({ what: Line, where: Line })).max(MAX_READ.unread),
  /** What to ask the customer for, where nothing technical was found; null where something was. */
  ask: Body.nullable(),
});
export type PastedReport = z.infer<typeof PastedReport>;
