/** How a record is stored on this computer. */
import { z } from 'zod';

/**
 * `unprotected`: not encrypted, as the person chose. `memory`: until the console quits. `sandbox`: as part of the sandbox, which opens nothing else.
 */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
