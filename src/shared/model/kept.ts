/** How a record is stored on this computer. */
import { z } from 'zod';

/**
 * `encrypted` by the machine's key store; `unprotected`, because the person chose so; in `memory` until the console quits; or with the embedded
 * `sandbox`, whose credentials open nothing else.
 */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
