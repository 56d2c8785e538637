/**
 * The corpus: exchanges written from the specification and from what services of this kind are known to send, by somebody who
 * has not read the redactor. Four in five are ordinary exchanges of the two APIs. It is measured, never tuned to.
 */
import { Dice } from '../random.ts';
import { ExchangeDraft } from './draft.ts';
import { conversation, reviews } from './families/conversations.ts';
import { forms, keyedAddresses, keyedHeaders, otherTypes } from './families/elsewhere.ts';
import { echoingErrors, serviceErrors } from './families/errors.ts';
import { bookingSearch, calendar, listingWithCodes, openListings } from './families/listings.ts';
import { card, delivered, settings } from './families/payments.ts';
import { book, createQuote, readQuote } from './families/quotes.ts';
import { enveloped, queried, reservations, writeGuest } from './families/reservations.ts';
import { issued, refused } from './families/token.ts';
import type { CorpusMessage } from './message.ts';

export const CORPUS_SEED = 41_907;
export const CORPUS_COUNT = 3_000;

type Family = readonly [name: string, write: (draft: ExchangeDraft) => void];

const FAMILIES: readonly (readonly [weight: number, Family])[] = [
  [13, ['listings of the Open API', openListings]],
  [13, ['searches', bookingSearch]],
  [4, ['listings with codes', listingWithCodes]],
  [7, ['calendars', calendar]],
  [7, ['tokens', issued]],
  [4, ['refused tokens', refused]],
  [6, ['new quotes', createQuote]],
  [4, ['quotes', readQuote]],
  [5, ['bookings', book]],
  [6, ['reservations', reservations]],
  [2, ['written guests', writeGuest]],
  [9, ['errors', serviceErrors]],
  [2.5, ['conversations', conversation]],
  [1, ['reviews', reviews]],
  [2.5, ['envelopes', enveloped]],
  [1.5, ['queries', queried]],
  [1.5, ['cards', card]],
  [2, ['settings', settings]],
  [1.5, ['deliveries', delivered]],
  [2.5, ['echoing errors', echoingErrors]],
  [2, ['other types', otherTypes]],
  [1, ['keyed addresses', keyedAddresses]],
  [1, ['keyed headers', keyedHeaders]],
  [1, ['forms', forms]],
];

/** `count` exchanges of a seed, each with its planted values. */
export function corpusOf(seed: number = CORPUS_SEED, count: number = CORPUS_COUNT): CorpusMessage[] {
  const dice = new Dice(seed);
  const exchanges: CorpusMessage[] = [];
  while (exchanges.length < count) {
    const [family, write] = dice.weighted(FAMILIES);
    const draft = new ExchangeDraft(new Dice(dice.int(0, 0xffff_ffff)));
    write(draft);
    const exchange = draft.finish(`${seed}-${exchanges.length}`, family);
    if (exchange) exchanges.push(exchange);
  }
  return exchanges;
}
