/** How a record is stored on this computer. */
import { z } from 'zod';

/** `unprotected`: a person chose to store without encryption. `memory`: until the console quits. `sandbox`: with the sandbox, which is no secret. */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
