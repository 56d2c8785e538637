/** Gathers facts about one exchange from any of the lines; the text reader uses this last. */

import { impliedStatus } from '../facts/implied-status.ts';
import { bareAddress, isApiAddress } from './api-address.ts';
import { bodiesIn, type Tries } from './bodies-in-text.ts';
import { MAX_LINE } from './limits.ts';
import { isGuess } from './line-facts.ts';
import { methodOf } from './raw-failure.ts';
import type { Source } from './source.ts';
import { statusesIn } from './statuses.ts';

export interface Gathered {
  readonly requests: readonly { readonly method: string | null; readonly url: string }[];
  readonly statuses: readonly number[];
  readonly answers: readonly string[];
  readonly sent: readonly string[];
  readonly authorizations: readonly string[];
  /** HTML pages. */
  readonly pages: readonly string[];
  /** The service's messages, as sentences. */
  readonly messages: readonly string[];
  /** Documented error codes that stand alone in a sentence. */
  readonly codes: readonly string[];
}

const METHOD = '[A-Z]{3,7}';
const ADDRESS = new RegExp(
  String.raw`(?:(?<![A-Za-z])(${METHOD})(?:\s{1,3}(?:request\s)?(?:to|on|from|for)\s|["'\])|:,\s-]{0,6}))?(https?:\/\/[^\s"'<>()\x60,;|\\\]}{]{1,2000})`,
  'gi',
);
/** Matches an address without a scheme, as people write it: `booking.example.com/api/listings`. */
const BARE_ADDRESS = new RegExp(
  String.raw`(?<![\w./@-])(?:(${METHOD})\s{1,3})?((?:open-?api|booking(?:-api)?|api)\.[\w-]{1,60}\.[a-z]{2,10}(?:\.[a-z]{2,10})?/[^\s"'<>()\x60,;|\\\]}{]{1,2000})`,
  'gi',
);
/** Matches a sentence in quotation marks of any form, or in brackets behind a status. */
const QUOTED_SENTENCE =
  /["“”„«「'‘]([A-Z][^"“”„»{}<>「」]{9,300}?)["“”»」'’](?!\w)|["“„«]([a-z][^"“”„»{}<>]{9,300}?)["”“»]/g;
/** Matches a line of code, a header or an address, which quotes the request and not the answer. */
const OF_A_REQUEST = /https?:\/\/|\bBearer\b|^\s{0,8}[\w-]{2,40}:\s|\bcurl\b|-H\s/;
/** Error codes of the service (service.md §8.3) and of OAuth (RFC 6749 §5.2). */
const CODES = [
  ...['LISTING_CALENDAR_BLOCKED', 'MIN_NIGHT_MISMATCH', 'WRONG_REQUEST_PARAMETERS', 'QUOTE_EXPIRED', 'QUOTE_USED'],
  ...['invalid_client', 'invalid_scope', 'unsupported_grant_type', 'unauthorized_client'],
];
const CODE = /\b[A-Za-z]{2,40}_\w{3,40}/g;
/** The minimum length of a code of which the end is cut off. */
const MIN_CUT = 12;

/** Returns the documented code that a word spells, perhaps with its end cut off; null for another word. */
const codeOf = (word: string): string | null =>
  CODES.find((code) => code === word || (word.length >= MIN_CUT && /^[A-Z]/.test(word) && code.startsWith(word))) ??
  null;

export function gather(source: Source, from: number, end: number, tries: Tries): Gathered {
  const requests = new Map<string, { method: string | null; url: string }>();
  const statuses = new Set<number>();
  const authorizations = new Set<string>();
  const messages = new Set<string>();
  const codes = new Set<string>();
  const lines = source.lines.slice(from, end).map((line) => line.slice(0, MAX_LINE));
  for (const [at, line] of lines.entries()) {
    for (const [, verb, found = ''] of line.matchAll(ADDRESS)) addRequest(requests, verb, found);
    for (const [, verb, found = ''] of line.matchAll(BARE_ADDRESS)) addRequest(requests, verb, `https://${found}`);
    for (const status of statusesIn(line)) statuses.add(status);
    const credential = authorizationIn(line, lines[at + 1] ?? '');
    if (credential !== null) authorizations.add(credential);
    if (!OF_A_REQUEST.test(line) && !isGuess(line))
      for (const [, sentence, clause] of line.matchAll(QUOTED_SENTENCE)) {
        const saying = sentence ?? clause ?? '';
        if (isAnswer(saying)) messages.add(saying.trim());
      }
    for (const [code] of line.matchAll(CODE)) {
      const known = code.startsWith('COUPON_') ? code : codeOf(code);
      if (known !== null) codes.add(known);
    }
  }
  return {
    requests: [...requests.values()],
    statuses: [...statuses],
    ...bodiesIn(source, from, end, tries),
    authorizations: [...authorizations],
    pages: pagesIn(lines),
    messages: [...messages],
    codes: [...codes],
  };
}

/** Whether a sentence is a message of the service: it is no question and implies a status. */
const isAnswer = (message: string): boolean => !/\?\W*$/.test(message) && impliedStatus({ message }) !== null;

function addRequest(
  requests: Map<string, { method: string | null; url: string }>,
  verb: string | undefined,
  found: string,
): void {
  const url = found.replace(/[.:!?*]+$/, '');
  if (!isApiAddress(url)) return;
  const key = bareAddress(url);
  const known = requests.get(key);
  if (!known || known.method === null) requests.set(key, { method: methodOf(verb), url: known?.url ?? url });
}

const NAME = /(?<![\w-])(?:authori[sz]at[il1|]on|auth(?=["']?\s?[=:]\s?["']))(?![\w-])/i;
/** Matches a field that holds a whole header: `header="Bearer …"`. */
const NAMELESS = /\bheader(?=["']?\s?[=:]\s?["']bearer\s)/i;
const BEHIND_NAME = /^["'”\]]{0,2}\s{0,4}(?:=>|[:=|]|,\s{0,2}["']?value["']?\s{0,2}[:=])?\s{0,4}f?["'“`]?/i;
const SCHEME = /^(?:(?:bearer|basic|token|jwt|oauth)\b:?\s{0,4}){0,3}/i;
/** Matches a credential, a mask or a placeholder for one, or the words that people write instead. */
const CREDENTIAL =
  /^(?:[\w.~+/=-]{16,16000}|[\w.~+/=-]{0,40}(?:\.{3}|…|[xX*•●█]{2,60}|[[(<][^[\](){}<>\n]{2,40}[\])>])[\w.~+/=•●█*…-]{0,20}|\{\{?[\w. ]{1,60}\}?\}|\$\{?\w{1,60}\}?|undefined|null)(?=[\s"'”“`,;(})\]]|$)/;

/** The value of an Authorization header in a line, in any notation; null without one. */
function authorizationIn(line: string, next: string): string | null {
  const name = NAME.exec(line) ?? NAMELESS.exec(line);
  if (!name) return null;
  const rest = line.slice(name.index + name[0].length);
  // A console prints the value below the expression.
  const behind = /^["'”\])]{2,4}\s*$/.test(rest) ? next.trim() : rest;
  const value = behind.slice(BEHIND_NAME.exec(behind)?.[0].length ?? 0);
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  const credential = CREDENTIAL.exec(value.slice(scheme.length))?.[0];
  return credential === undefined ? null : `${scheme}${credential}`;
}

const MAX_PAGE_LINES = 60;
/** Matches the start of a page of HTML. */
const PAGE = /<(?:!doctype html|html\b)/i;

function pagesIn(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => PAGE.test(line));
  if (at === -1) return [];
  const page = lines.slice(at, at + MAX_PAGE_LINES).join('\n');
  const start = page.search(PAGE);
  const end = page.search(/<\/html>/i);
  return [page.slice(start, end === -1 ? undefined : end + 7)];
}
