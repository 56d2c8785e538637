/** The document of quotes that version 0.1.0 wrote. */
import { z } from 'zod';
import { Quote } from '../../shared/model/quote.ts';
import type { Log } from '../platform/ports.ts';
import type { StoredQuote } from './quote-database.ts';

export interface QuoteFile {
  readonly version: 1;
  readonly quotes: StoredQuote[];
}

const StoredQuoteSchema = z.object({ quote: Quote, pictureUrl: z.string().nullable() });

/** The quotes in the document. Quotes of an unknown form, which another version may have written, are skipped. */
export function quotesIn(file: QuoteFile | null, log: Log): StoredQuote[] {
  const stored: unknown[] = Array.isArray(file?.quotes) ? file.quotes : [];
  const quotes = stored.flatMap((one) => StoredQuoteSchema.safeParse(one).data ?? []).map(asUnconfirmed);
  if (quotes.length < stored.length)
    log.warn('stored quotes have an unknown form', { unknown: stored.length - quotes.length });
  return quotes;
}

/** Marks a booking that was in flight when the console ended as unconfirmed. */
export function asUnconfirmed(stored: StoredQuote): StoredQuote {
  return stored.quote.outcome === 'sending' ? { ...stored, quote: { ...stored.quote, outcome: 'unknown' } } : stored;
}
