/** Handlers of the quote flow. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const quotesHandlers = ({ quotes }: Services): Handlers['quotes'] => ({
  list: ({ connectionId }) => quotes.list(connectionId),
  create: (input) => quotes.create(input),
  fetch: (input) => quotes.fetch(input),
  applyCoupons: (input) => quotes.applyCoupons(input),
  request: (input) => quotes.request(input),
  book: (input) => quotes.book(input),
  dismiss: async (input) => {
    await quotes.dismiss(input);
    return null;
  },
});
