/** Redacts form bodies (`a=1&b=2`) pair by pair; each name with its equals sign stays. */
import { isPlaceholder, kindWithin, PLACEHOLDERS_IN_TEXT, placeholderFor } from './field-kinds.ts';
import { type Content, jsonOptions, redactContent } from './redact-content.ts';
import { redactJson } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { unescaped } from './unescape.ts';

const FORM = /^(?:[\w.~*!'()[\]%+$:-]{1,200}=[^\s&<>{}"]*(?:&|$))+$/;
const BASE64 = /^[A-Za-z0-9+/]{24,}={1,2}$/;

/** Whether a text is a form, `name=value&…`, without spaces. `claimsForm`: whether its type says so. Takes linear time. */
export function isForm(text: string, claimsForm: boolean): boolean {
  const form = text.trim().replace(PLACEHOLDERS_IN_TEXT, 'x');
  if (!claimsForm) return FORM.test(form) && /=[^&=]/.test(form) && !BASE64.test(form);
  return !/[\s<>]/.test(form) && /^[^&=]{1,200}=/.test(form);
}

/** Redacts a form. With `only`, all values are redacted except those of the names in it (lower case, no punctuation). */
export function redactForm(text: string, content: Content, only?: ReadonlySet<string>): string {
  return text
    .split('&')
    .map((pair) => redactPair(pair, content, only))
    .join('&');
}

function redactPair(pair: string, content: Content, only: ReadonlySet<string> | undefined): string {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals));
  const value = pair.slice(equals + 1);
  const { plain: decodedName, disguised } = unescaped(decoded(name, name));
  const nested = { ...content, depth: content.depth + 1 };
  const cleanName = written(name, decodedName, redactContent(decodedName, nested));
  const isKnown =
    disguised === 0 &&
    ![decodedName, cleanName].some(isPlaceholder) &&
    (!only || only.has(decodedName.toLowerCase().replace(/[^a-z]/g, '')));
  const kind = isKnown ? kindWithin(content.subject, decodedName) : 'secret';
  const inside = decoded(value, value);
  const json =
    kind === 'stay' || kind === 'conversation' ? redactJson(inside, jsonOptions({ ...nested, subject: kind })) : null;
  if (json !== null) return `${name}=${written(value, inside, json)}`;
  const placeholder = placeholderFor(kind, content.subject, inside, content.rules);
  const cleanValue =
    placeholder ?? written(value, inside, redactContent(inside, { ...nested, isOpaque: kind === 'safe' }));
  return equals === -1 ? cleanValue : `${cleanName}=${cleanValue}`;
}

/** The original part if nothing was redacted in it, else the redacted text encoded again. */
function written(part: string, before: string, clean: string): string {
  if (clean === before) return part;
  return isPlaceholder(clean) ? clean : clean === '' ? REDACTED : encodeURIComponent(clean.toWellFormed());
}

/** Decodes a part of a form; returns `otherwise` when it cannot be decoded. */
function decoded(part: string, otherwise: string): string {
  if (isPlaceholder(part)) return part;
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return otherwise;
  }
}
