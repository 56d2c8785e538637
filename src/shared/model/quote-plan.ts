/** What several quotes cost before they are asked for. */
import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Id } from './primitives.ts';

export const QuotesPlanQuery = z.strictObject({
  connectionId: Id,
  quotes: z.number().int().min(1).max(MAX_ENTRIES.quotesAtOnce),
});

/**
 * In ms of the connection's clock. `waitMs`: until the first request can be sent; `durationMs`: until the last quote is answered, when each is
 * asked for after the answer to the one before.
 */
export const QuotesPlan = z.strictObject({ requests: z.number().int(), waitMs: z.number(), durationMs: z.number() });
export type QuotesPlan = z.infer<typeof QuotesPlan>;
