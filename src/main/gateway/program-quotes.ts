/** Makes the quotes of programs. A person gets to know of a quote whose answer was lost, also when the app was ended meanwhile. */
import type { Quote, QuoteInput } from '../../shared/model/quote.ts';
import { isUnconfirmed } from '../desk/quote-outcome.ts';
import type { QuotesDesk } from '../desk/quotes.ts';
import type { WantedQuotes } from '../desk/wanted-quotes.ts';
import type { ProgramApi } from './program-api.ts';
import type { Working } from './work.ts';

export interface ProgramQuotesDeps {
  /** Makes a quotes desk that sends its requests through `api`. */
  readonly quotesBy: (api: ProgramApi) => Pick<QuotesDesk, 'create'>;
  readonly wantedQuotes: Pick<WantedQuotes, 'begin'>;
  readonly titleOf: (connectionId: string, listingId: string) => string | null;
}

/** Makes a quote for a program. Throws as {@link QuotesDesk.create}. */
export type MakeQuote = (working: Pick<Working, 'program' | 'api'>, input: QuoteInput) => Promise<Quote>;

export const quoteMaker =
  ({ quotesBy, wantedQuotes, titleOf }: ProgramQuotesDeps): MakeQuote =>
  async ({ program, api }, input) => {
    const title = titleOf(input.connectionId, input.listingId) ?? input.listingId;
    // Stored before its request is sent.
    const end = await wantedQuotes.begin({ title, input, askedBy: program.name });
    try {
      const quote = await quotesBy(api).create(input);
      await end('known');
      return quote;
    } catch (error) {
      await end(isUnconfirmed(error) ? 'lost' : 'known');
      throw error;
    }
  };
