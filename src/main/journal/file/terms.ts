/** Search terms: runs of letters and digits in lower case without accents. */
import type { RedactedExchange } from '../../http/redact-exchange.ts';

/** The length to which terms are truncated. */
const MAX_TERM_LENGTH = 40;

const RUN = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Adds the distinct terms of a text to `into` and returns that set. */
export function termsOf(text: string, into: Set<string> = new Set()): Set<string> {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKD').replace(MARKS, '').toLowerCase() : text.toLowerCase();
  for (const term of plain.match(RUN) ?? []) into.add(term.slice(0, MAX_TERM_LENGTH));
  return into;
}

/** Returns all terms by which a search finds an exchange. */
export function termsOfExchange(exchange: RedactedExchange): Set<string> {
  const { method, host, url, operation, api, status, error, requestId } = exchange;
  const terms = termsOf([method, host, url, operation, api, status, error, requestId].join(' '));
  for (const lines of [exchange.requestHeaders, exchange.responseHeaders])
    for (const [name, value] of lines ?? []) termsOf(`${name} ${value}`, terms);
  for (const body of [exchange.requestBody, exchange.responseBody]) if (body) termsOf(body.text, terms);
  return terms;
}
