/**
 * The second corpus: recorded messages as these APIs, their proxies, gateways and error reporters send them. It was written from the
 * description of the APIs alone, before its author had read the redactor, and is not fitted to what the redactor does. The same seed
 * gives the same messages.
 */
import { Dice } from '../random.ts';
import { Draft, type UnseenMessage } from './draft.ts';
import { multipart, page, table, text, xml } from './families/documents.ts';
import { addresses, echo, forms, oddHeads, oddJson, rewrittenOwnSecret } from './families/echoes.ts';
import { echoingError, plainError } from './families/errors.ts';
import { bookingSearch, calendar, openListings, reviews } from './families/listings.ts';
import { identity, settings, tokenAnswer, tokenError } from './families/oauth.ts';
import { bookQuote, conversation, createQuote, guests, payment, reservations } from './families/reservations.ts';

export const UNSEEN_SEED = 20_261_122;
export const UNSEEN_COUNT = 4_000;

const FAMILIES: readonly (readonly [weight: number, readonly [name: string, fill: (draft: Draft) => void]])[] = [
  [7, ['listings of the Open API', openListings]],
  [7, ['availability search', bookingSearch]],
  [4, ['calendar', calendar]],
  [3, ['reviews', reviews]],
  [5, ['quote', createQuote]],
  [6, ['booking', bookQuote]],
  [8, ['reservations', reservations]],
  [5, ['guests', guests]],
  [5, ['conversation', conversation]],
  [5, ['payment', payment]],
  [5, ['token answer', tokenAnswer]],
  [4, ['token error', tokenError]],
  [4, ['identity provider', identity]],
  [5, ['settings', settings]],
  [10, ['error', plainError]],
  [6, ['error that repeats the request', echoingError]],
  [4, ['rewritten own secret', rewrittenOwnSecret]],
  [3, ['echo', echo]],
  [5, ['odd JSON', oddJson]],
  [5, ['odd headers', oddHeads]],
  [4, ['address', addresses]],
  [3, ['form', forms]],
  [2, ['table', table]],
  [2, ['XML', xml]],
  [4, ['page', page]],
  [4, ['plain text', text]],
  [2, ['multipart', multipart]],
];

/** All messages of a corpus. */
export function unseenCorpus(seed: number = UNSEEN_SEED, count: number = UNSEEN_COUNT): UnseenMessage[] {
  const dice = new Dice(seed);
  const messages: UnseenMessage[] = [];
  while (messages.length < count) {
    const [family, fill] = dice.weighted(FAMILIES);
    const draft = new Draft(dice.int(0, 0xffff_ffff));
    fill(draft);
    const message = draft.finish(`${seed}-${messages.length}`, family);
    if (message) messages.push(message);
  }
  return messages;
}
