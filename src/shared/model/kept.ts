/** How a record is actually stored on this computer. */
import { z } from 'zod';

/**
 * The ways of storing: encrypted by the machine's key store; without protection, by the person's choice; in memory until the console quits; or
 * together with the embedded sandbox, whose credentials open nothing else.
 */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
