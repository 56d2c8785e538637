/** The check of a pasted request that has no answer: what the service would refuse, and what a request alone cannot show. */

import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { CauseId } from './diagnosis.ts';
import { Line } from './failure.ts';

/**
 * A finding about a request. `refused`: the service would refuse the request, or do something that is not meant. `doubtful`: the documents do not
 * say.
 */
export const CheckFinding = z.strictObject({
  level: z.enum(['refused', 'doubtful']),
  cause: CauseId,
  text: Line,
  /** The way to correct the request. */
  right: Line,
  /** Sections of service.md. */
  source: Line,
});
export type CheckFinding = z.infer<typeof CheckFinding>;

/**
 * The check of a request. `operation` names the operation of the address; null when none is known. `unknown` lists what the request does not tell.
 */
export const RequestCheck = z.strictObject({
  operation: Line.nullable(),
  findings: z.array(CheckFinding).max(MAX_ENTRIES.fields),
  unknown: z.array(Line).max(MAX_ENTRIES.few),
});
export type RequestCheck = z.infer<typeof RequestCheck>;
