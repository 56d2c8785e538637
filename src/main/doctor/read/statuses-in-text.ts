/** Finds every status that its context identifies: a reason phrase, a label in one of many languages, the list of codes that a loop prints. */
import { STATUS_CODES } from 'node:http';
import { digitsOf, folded } from './misread-signs.ts';
import { statusInWords } from './status-words.ts';

/** Matches a status before its reason phrase, even if OCR lost the blanks or took letters for digits. */
const WITH_REASON = /([1-5][\dOoIl|S]{2})[\s:,-]{0,3}([A-Za-z][A-Za-z1|' -]{2,40})/g;
const QUOTED = /["'“„«]([45]\d\d)(?:\s?[-–:]\s?|\s)\p{L}/gu;
/** Matches a status before the sentence of an answer: “403 You don't have …”. */
const BEFORE_SENTENCE = /(?<![\w.,:/#€$£-])(40[013459]|422|429|50[0234])\s["“„«]?(?=[A-Z][a-z]+[ '’])/g;
const LIST = /^[\s,;]{0,8}(?:[1-5]\d\d[\s,;]{1,4}){2,400}[1-5]\d\d[\s,;]{0,8}$/;
/** Matches a status that a load test counts: `status_429....: 3349`. */
const COUNTED = /\b(?:status|http|code)[_ -]([45]\d\d)[\s.:=]{1,60}[1-9]/gi;
/** Matches a status behind an arrow: `POST …/inquiry   → 200`. */
const BEHIND_ARROW = /(?:→|[-=]>|✔|✓)\s{0,3}([1-5]\d\d)(?=\s*(?:$|[|,;)(]))/g;
const MAX_LINE = 4_000;
const MAX_SENTENCE_LINES = 60;

const REASONS = new Map(Object.entries(STATUS_CODES).map(([code, reason]) => [code, folded(reason ?? '')]));

/**
 * Matches a status alone in a sentence, before a punctuation mark or a small word: “responden 401.”, “endet mit 403 und”. In “403 listings” it is
 * an amount.
 */
const ALONE =
  /(?<![\w.,:/#€$£-]|\d )(40[013459]|41[05]|422|429|50[0234])(?=\s{0,2}(?:$|[.,;:!?)\]"“”»’'\u0370-\uffef]|(?:since|until|from|on|for|when|and|every\w*|again|but|in|at|by|seit|bei|auf|und|für|von|wenn|trotz|sur|depuis|quand|et|pour|en|al|cuando|desde|y|para|su|quando|da|e|em|na|no|ao|de|as|because|although|with|to)(?!\p{L})))/giu;
/** Matches a status between words of a sentence: “kommt mit 429 zurück”. */
const BETWEEN_WORDS = /(\p{L}+)\s(40[013459]|41[05]|422|429|50[0234])(?=\s\p{Ll})/giu;
const SMALL_WORDS = new Set(
  'mit with avec con com met a an un een den die ein eine einen error status code http fehler erreur'.split(' '),
);
/** Matches words that show that a text is about an API. */
const ABOUT_API = (
  'api|http|token|rufen|promise|call|request|endpoint|err|fehler|aufruf|anfrage|antwort|requête|appel|répon|petici|llamad|respon|rispo|' +
  'chiamat|pedido|devolve|/instant|/inquiry|/listings|/oauth2'
).split('|');

/** The status that the sentences of a message name; null when they name none or several. */
export function statusInSentences(lines: readonly string[]): number | null {
  const text = lines
    .slice(0, MAX_SENTENCE_LINES)
    .map((line) => line.slice(0, MAX_LINE).replace(/(https?:)\/\/\S{1,2000}/g, ' $1 '));
  if (lines.length > MAX_SENTENCE_LINES || !text.some(isAboutApi)) return null;
  const codes = text.flatMap((line) => [
    ...line.matchAll(ALONE),
    ...[...line.matchAll(BETWEEN_WORDS)].flatMap(([, word = '', code]) =>
      SMALL_WORDS.has(word.toLowerCase()) ? [[word, code]] : [],
    ),
    ...line.matchAll(QUOTED),
    ...line.matchAll(BEFORE_SENTENCE),
  ]);
  const found = new Set(codes.map(([, code]) => Number(code)));
  const [only] = found;
  return found.size === 1 ? (only ?? null) : null;
}

const isAboutApi = (line: string): boolean => ABOUT_API.some((word) => line.toLowerCase().includes(word));

/** The statuses in a text. `isLoop`: the text prints the status of each request on its own line. */
export function statusesIn(text: string, isLoop: boolean): number[] {
  const line = text.slice(0, MAX_LINE);
  if (!/[1-5][\dOoIl|S]{2}/.test(line)) return [];
  const found = new Set<number>();
  const words = statusInWords(line);
  if (words !== null) found.add(words);
  for (const [, code = '', reason = ''] of line.matchAll(WITH_REASON)) {
    const digits = digitsOf(code);
    const expected = REASONS.get(digits);
    if (expected && expected.length > 3 && folded(reason).startsWith(expected)) found.add(Number(digits));
  }
  for (const [, code] of line.matchAll(COUNTED)) found.add(Number(code));
  for (const [, code] of line.matchAll(BEHIND_ARROW)) found.add(Number(code));
  const [, ofLoop] = isLoop ? (/^\s{0,8}\S{1,60}\s{1,8}([1-5]\d\d)\s{0,8}$/.exec(line) ?? []) : [];
  if (ofLoop !== undefined) found.add(Number(ofLoop));
  if (LIST.test(line) || (isLoop && /^\s{0,8}[1-5]\d\d\s{0,8}$/.test(line)))
    for (const code of line.match(/\d{3}/g) ?? []) found.add(Number(code));
  return [...found];
}
