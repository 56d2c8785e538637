/** Notes that are not sealed. */
import type { Notes } from '../../src/main/desk/quotes.ts';

export const PLAIN_NOTES: Notes = { seal: async (_id, note) => note, open: async (_id, sealed) => sealed };
