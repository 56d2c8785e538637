/** Redacts `name=value`, `name: value` and `"name":"value"` anywhere in a text: forms, queries, header lines, log lines. */
import { type FieldKind, kindOf, PLACEHOLDER, placeholderFor, type RedactionRules } from './field-kinds.ts';
import { endOfBracket } from './json-text.ts';
import { nameList } from './name-list.ts';

const SEPARATOR = /[=:]/g;
/** Matches a character that ends a name. */
const NOT_IN_NAME = /[\s&?#;,"'<>=(){}:\\]/;
const MAX_NAME_LENGTH = 200;
const CLOSING_QUOTE = /(?:\\*["']|&quot;|&#3[49];)$/;
const OPENING_QUOTE = /\\*["']|&quot;|&#3[49];/y;
const SPACE = /[ \t]{0,3}/y;
const BARE = new RegExp(
  String.raw`(?:(?:bearer|basic|digest|token)(?:\s|%(?:25)*20|\+)+)?(?:${PLACEHOLDER.source}|[^\s&#;"'<>])*`,
  'iy',
);
/** Matches a value on the indented lines below its name: a block of YAML, or wrapped text. */
const BLOCK = /(?:[|>][+-]?\d?)?[ \t]*\r?\n(?:[ \t]+[^\r\n]*(?:\r?\n|$))+/y;
/** Matches the schemes whose credential is one word. A credential of another scheme may have several parts: `Digest username="x", response="…"`. */
const KNOWN_SCHEME = /^(?:bearer|basic)\s/i;
const WHOLE_LINE = /[^\r\n]*/y;
const REST_OF_LINE = /[^\r\n"]*/y;
/** Matches a word that begins an error about a secret: "password: must be a text". */
const isAboutField = nameList(
  'string value field required invalid missing must expected too not should cannot is was has unknown expired incorrect wrong may',
);
const PERSON_NAME = /\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3}/uy;
const SENTENCE = /\p{Lu}[^\r\n"]*/uy;
const FIRST_WORD = /[A-Za-z]*/y;
const DOCUMENT_NUMBER = /(?=[\w./-]{0,40}\d)[\w./-]{4,40}/y;
const PHONE_RUN = /[+(]?\d(?:[ ()./-]{0,2}\d){3,17}/y;
const PLACEHOLDER_ENDS = /[\s&#;"'<>,.)}\]\\]|$/y;

/** The text with the values of sensitive fields redacted. */
export function redactPairs(text: string, rules: RedactionRules): string {
  let out = '';
  let from = 0;
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(text); match; match = SEPARATOR.exec(text)) {
    const name = nameBefore(text, match.index, from);
    if (name === '') continue;
    const kind = kindOf(decoded(name));
    if (kind === 'plain' || kind === 'safe') continue;
    const found = valueAfter(text, match.index, kind, name, rules);
    if (!found) continue;
    out += text.slice(from, found.start) + found.placeholder;
    from = found.end;
    SEPARATOR.lastIndex = from;
  }
  return out + text.slice(from);
}

/** The name that ends at `end`, without surrounding quotes and spaces. */
function nameBefore(text: string, end: number, earliest: number): string {
  let last = end;
  while (last > earliest && end - last < 3 && (text[last - 1] === ' ' || text[last - 1] === '\t')) last -= 1;
  const before = text.slice(Math.max(earliest, last - 8), last);
  last -= CLOSING_QUOTE.exec(before)?.[0].length ?? 0;
  let first = last;
  while (first > earliest && last - first < MAX_NAME_LENGTH && !NOT_IN_NAME.test(text[first - 1] ?? '')) first -= 1;
  return text.slice(first, last);
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** The value after the separator and its placeholder; `null` when the value stays. */
function valueAfter(
  text: string,
  separator: number,
  kind: FieldKind,
  name: string,
  rules: RedactionRules,
): Found | null {
  const isPair = text[separator] === '=';
  const gap = lengthAt(SPACE, text, separator + 1);
  const begin = separator + 1 + gap;
  const placeholderLength = lengthAt(PLACEHOLDER, text, begin);
  if (placeholderLength > 0 && isDelimited(text, begin + placeholderLength)) return null;
  const quote = lengthAt(OPENING_QUOTE, text, begin);
  const start = begin + quote;
  const end =
    quote > 0 ? endOfQuoted(text, start, text.slice(begin, start)) : endOfBare(text, start, kind, name, isPair);
  if (end <= start) return null;
  const value = text.slice(start, end);
  // The padding of base64.
  if (isPair && /^=+$/.test(value)) return null;
  if (kind === 'secret' && !isPair && quote === 0 && isAboutField(value.toLowerCase())) return null;
  if (quote === 0 && !isPair && kind === 'person') return null;
  const placeholder = placeholderFor(kind, 'none', value, rules);
  return placeholder === null ? null : { start, end, placeholder };
}

function endOfQuoted(text: string, start: number, quote: string): number {
  const at = text.indexOf(quote, start);
  if (at !== -1) return at;
  return quote === "'" ? start + lengthAt(REST_OF_LINE, text, start) : text.length;
}

function endOfBare(text: string, start: number, kind: FieldKind, name: string, isPair: boolean): number {
  const opening = text[start];
  if (kind === 'secret') {
    if (opening === '{' || opening === '[') return endOfBracket(text, start);
    const block = isPair ? 0 : lengthAt(BLOCK, text, start);
    if (block > 0) return start + block;
    const isCredential =
      /authori[sz]ation$/i.test(name) && !isPair && !KNOWN_SCHEME.test(text.slice(start, start + 20));
    if (isCredential)
      return start + lengthAt(isQuotedBefore(text, start, name) ? REST_OF_LINE : WHOLE_LINE, text, start);
    return start + lengthAt(/cookie$/i.test(name) ? REST_OF_LINE : BARE, text, start);
  }
  if (isPair) return start + lengthAt(BARE, text, start);
  // "firstName: Required" does not contain the field's value.
  FIRST_WORD.lastIndex = start;
  if ((kind === 'guestName' || kind === 'guestNote') && isAboutField((FIRST_WORD.exec(text)?.[0] ?? '').toLowerCase()))
    return start;
  switch (kind) {
    case 'phone':
      return start + lengthAt(PHONE_RUN, text, start);
    case 'guestName':
      return start + lengthAt(PERSON_NAME, text, start);
    case 'guestData':
      return start + lengthAt(DOCUMENT_NUMBER, text, start);
    case 'guestNote':
      return start + lengthAt(SENTENCE, text, start);
    default:
      return start;
  }
}

/** Whether a quotation mark opens before the name: `-H "Authorization: Token x"`. */
function isQuotedBefore(text: string, start: number, name: string): boolean {
  const at = text.lastIndexOf(name, start - 1);
  return text[at - 1] === '"' || text[at - 1] === "'";
}

function isDelimited(text: string, at: number): boolean {
  PLACEHOLDER_ENDS.lastIndex = at;
  return PLACEHOLDER_ENDS.test(text);
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Matches a percent sign without an escape. A decoder that throws takes a hundred times as long as this search. */
export const LONE_PERCENT = /%(?![0-9a-f]{2})/i;

/** The percent-decoded name; a name may be encoded several times. */
function decoded(name: string): string {
  if (!name.includes('%')) return name;
  let text = name.replaceAll('+', ' ');
  for (let pass = 0; pass < 6 && text.includes('%') && !LONE_PERCENT.test(text); pass += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}
