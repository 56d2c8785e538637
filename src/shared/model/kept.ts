/** How a record is stored on this computer. */
import { z } from 'zod';

/**
 * The way in which a secret is stored. `unprotected`: not encrypted, as the person chose. `memory`: until the console quits. `sandbox`: with the
 * sandbox's key, which protects nothing.
 */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
