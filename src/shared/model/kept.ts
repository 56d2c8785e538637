/** How a record is really kept on this computer. */
import { z } from 'zod';

/**
 * Encrypted by the machine's key store; stored without protection, by the person's choice; in memory until the console quits; or stored with
 * the embedded sandbox, whose credentials open nothing else.
 */
export const Kept = z.enum(['encrypted', 'unprotected', 'memory', 'sandbox']);
export type Kept = z.infer<typeof Kept>;
