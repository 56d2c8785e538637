/** The claims of a token in a customer's text, for people. It has neither the token nor its signature. */

import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Line } from './failure.ts';
import { EpochMs } from './primitives.ts';

/** A claim of a token, with a name for people. `problem` is a sentence on what is wrong; null when nothing is wrong. */
export const ClaimRow = z.strictObject({ name: Line, value: Line, problem: Line.nullable() });
export type ClaimRow = z.infer<typeof ClaimRow>;

/** The claims of a token, judged at the time `at`: of the answer, of the request, or of the reading of the text (`by`). */
export const TokenPanel = z.strictObject({
  at: EpochMs,
  by: z.enum(['answer', 'request', 'reading']),
  claims: z.array(ClaimRow).max(MAX_ENTRIES.few),
});
export type TokenPanel = z.infer<typeof TokenPanel>;
