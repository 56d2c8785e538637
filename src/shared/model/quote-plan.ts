/** The plan for several quotes before they are requested: what they would cost. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Id } from './primitives.ts';
import { QuoteInput } from './quote.ts';

/**
 * A quote to request. `title` is the listing's title, for the screen. `askedBy` names a program that already requested the quote and got no answer,
 * so that the quote may exist.
 */
export const WantedQuote = z.strictObject({
  title: z.string().max(MAX_CHARACTERS.text),
  input: QuoteInput,
  askedBy: z.string().max(MAX_CHARACTERS.name).optional(),
});
export type WantedQuote = z.infer<typeof WantedQuote>;

export const QuotesPlanQuery = z.strictObject({
  connectionId: Id,
  quotes: z.number().int().min(1).max(MAX_ENTRIES.quotesAtOnce),
});

/**
 * The plan for several quotes. `waitMs` is the time until the first request is sent, `durationMs` until the last answer, both on the connection's
 * clock.
 */
export const QuotesPlan = z.strictObject({ requests: z.number().int(), waitMs: z.number(), durationMs: z.number() });
export type QuotesPlan = z.infer<typeof QuotesPlan>;
