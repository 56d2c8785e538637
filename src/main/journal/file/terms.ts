/** What a word is for the search: a run of letters and digits, without case and accents. */
import type { RedactedExchange } from '../store/redact-raw.ts';

/** Longer words are known by their beginning. */
const WORD_CAP = 40;

const RUN = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The distinct words of a text. */
export function wordsOf(text: string, into: Set<string> = new Set()): Set<string> {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKD').replace(MARKS, '').toLowerCase() : text.toLowerCase();
  for (const word of plain.match(RUN) ?? []) into.add(word.length > WORD_CAP ? word.slice(0, WORD_CAP) : word);
  return into;
}

/** All words that an exchange can be found by. */
export function wordsOfExchange(exchange: RedactedExchange): Set<string> {
  const { method, host, url, operation, api, status, error, requestId } = exchange;
  const words = wordsOf([method, host, url, operation, api, status, error, requestId].join(' '));
  for (const lines of [exchange.requestHeaders, exchange.responseHeaders])
    for (const [name, value] of lines ?? []) wordsOf(`${name} ${value}`, words);
  for (const body of [exchange.requestBody, exchange.responseBody]) if (body) wordsOf(body.text, words);
  return words;
}

/** Whether every word of the search begins a word of the exchange. */
export function isFound(exchange: RedactedExchange, search: string): boolean {
  const words = [...wordsOfExchange(exchange)];
  return [...wordsOf(search)].every((sought) => words.some((word) => word.startsWith(sought)));
}
