/** Redacts `name=value`, `name: value`, `"name" => "value"` and `--name value` anywhere in a text: forms, header lines, log lines, commands. */
import { type FieldKind, kindOf, PLACEHOLDER, placeholderFor, type RedactionRules } from './field-kinds.ts';
import { nameList } from './name-list.ts';
import { REDACTED } from './redact-keys.ts';

const QUOTE = String.raw`(?:\\{0,8}["']|&quot;|&#3[49];)`;
/** Match a sign between a name and its value, the blank behind an option of a command, and the blank between a word and a quoted text. */
const SIGN = String.raw`${QUOTE}?[ \t]{0,3}(=>|:?=|:)[ \t]{0,3}`;
const AFTER_OPTION = String.raw`(?=[ \t])(?<=(?<![\w-])--?[a-z][\w-]{1,60})[ \t]{1,3}(?:\\\r?\n[ \t]{0,20})?`;
const BEFORE_QUOTE = String.raw`(?<=\w)[ \t]{1,3}(?=${QUOTE})`;
const SEPARATOR = new RegExp(`(?:${SIGN}|${AFTER_OPTION}|${BEFORE_QUOTE})(${QUOTE}?)`, 'gi');
/** Matches the word "token" in the message of a parser: "unexpected token '<'". */
const PARSED = /^tokens?$/i;
/** Matches the name at the end of a text. */
const NAME = /[^\s&?#;,"'<>=(){}:\\]{1,200}$/;
/** Matches a value without quotation marks, perhaps with the scheme of a credential. */
const BARE = new RegExp(
  String.raw`(?:(?:bearer|basic|digest|token)(?:\s|%(?:25)*20|\+)+)?(?:${PLACEHOLDER.source}|[^\s&#;"'<>])*`,
  'iy',
);
const REST_OF_LINE = /[^\r\n"]*/y;
/** Matches a value that is no value of its name alone: an object, a list, a block on the next lines. */
const STRUCTURE = /[[{]|(?:[|>][+-]?\d?)?[ \t]*\r?\n[ \t]+\S/y;
/** Match a scheme with several parts, and the names of header lines whose values may have several parts. */
const SCHEME_OF_PARTS = /^(?!bearer|basic)[\w-]+\s/i;
const LINE = /authori[sz]ation$|cookie$/i;
/** Matches the first word of a text about a field: "password: must be a text". */
const isAboutField = nameList(
  'string value field required invalid missing must expected too not should cannot is was has unknown expired incorrect wrong may',
);

/**
 * Redacts the values after sensitive names in a text, such as `password: …`. After the name of a secret, a whole object, list or block is redacted.
 */
export function redactPairs(text: string, rules: RedactionRules): string {
  let out = '';
  let from = 0;
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(text); match; match = SEPARATOR.exec(text)) {
    const name = NAME.exec(text.slice(Math.max(from, match.index - 200), match.index))?.[0] ?? '';
    const kind = kindOf(name);
    if (kind === 'plain' || kind === 'safe') continue;
    const [, sign, quote = ''] = match;
    if (sign === undefined && (kind !== 'secret' || (quote !== '' && PARSED.test(name)))) continue;
    const start = SEPARATOR.lastIndex;
    if (kind === 'secret' && quote === '' && lengthAt(STRUCTURE, text, start) > 0 && !isMark(text, start))
      return out + text.slice(from, start) + REDACTED;
    const value = text.slice(start, endOf(text, start, quote, sign !== ':', name, kind));
    const mark = isSaid(value, kind, sign === undefined || (quote === '' && sign === ':'))
      ? null
      : placeholderFor(kind, 'none', value, rules);
    if (mark === null) continue;
    out += text.slice(from, start) + mark;
    from = start + value.length;
    SEPARATOR.lastIndex = from;
  }
  return out + text.slice(from);
}

function endOf(text: string, start: number, quote: string, isPair: boolean, name: string, kind: FieldKind): number {
  if (quote !== '') {
    const end = text.indexOf(quote, start);
    // A mark behind a backslash, or written twice, may not end the value.
    const isUnsure = end === -1 || text[end - 1] === '\\' || text.startsWith(quote, end + quote.length);
    return isUnsure ? text.length : end;
  }
  if (isPair || (kind === 'secret' && !LINE.test(name))) return start + lengthAt(BARE, text, start);
  return (
    start + lengthAt(SCHEME_OF_PARTS.test(text.slice(start, start + 12)) ? /[^\r\n]*/y : REST_OF_LINE, text, start)
  );
}

/** Whether a text after a colon describes the field instead of being its value, or is recognised by its own form. */
function isSaid(value: string, kind: FieldKind, isOpen: boolean): boolean {
  if (value === '' || /^=+$/.test(value)) return true;
  const [first = ''] = /^[a-z]+(?!\w)/i.exec(value) ?? [];
  return isOpen && (isAboutField(first.toLowerCase()) || kind === 'mail' || kind === 'person');
}

const isMark = (text: string, at: number): boolean => lengthAt(PLACEHOLDER, text, at) > 0;

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
