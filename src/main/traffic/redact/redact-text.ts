/** Redaction of any text by patterns: `name=value` and `name: value` of secret names, bearer credentials, signed tokens. */
import { isSecretName, REDACTED } from './redact-keys.ts';

const BEARER = /\b(bearer)((?:\s|%(?:25)*20|\+)+)[^\s"',;&<>]{8,}/gi;
const JWT = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)*/g;
/** A name and what leads to its value. A name starts where a word, a parameter or a quoted key can start, so that the search is linear. */
const NAME = /(?<![^\s&?#;,"'<>=(){}])([^\s&?#;,"'<>=(){}:]{1,200})["']?(?:=|:[ \t]*)["']?/g;
const VALUE = /(?:(?:bearer|basic|digest)(?:\s|%(?:25)*20|\+)+)?[^\s&#;"'<>]*/iy;
const REST_OF_LINE = /[^\r\n"]*/y;

/** The text without secrets; the same text when it has none. */
export function redactText(text: string): string {
  const plain = text.length < 6 ? text : text.replace(BEARER, `$1$2${REDACTED}`).replace(JWT, REDACTED);
  return /[=:]/.test(plain) ? redactPairs(plain) : plain;
}

function redactPairs(text: string): string {
  let out = '';
  let from = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const name = decoded(match[1] ?? '');
    if (!isSecretName(name)) continue;
    const start = match.index + match[0].length;
    const value = /cookie$/i.test(name) ? REST_OF_LINE : VALUE;
    value.lastIndex = start;
    const length = value.exec(text)?.[0].length ?? 0;
    if (length === 0) continue;
    out += text.slice(from, start) + REDACTED;
    from = start + length;
    NAME.lastIndex = from;
  }
  return out + text.slice(from);
}

/** The name with its escapes undone, as often as they may be nested. */
function decoded(name: string): string {
  let text = name.replaceAll('+', ' ');
  for (let turn = 0; turn < 3 && text.includes('%'); turn += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}
