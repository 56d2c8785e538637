/** Redaction of any content by what it is: JSON (also cut or broken), markup, multipart, a form, plain text, and each inside the other. */
import type { Rules, Scene } from './kinds.ts';
import { redactJson } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { couldBeMarkup, redactMarkup } from './redact-markup.ts';
import { couldBeMultipart, redactMultipart } from './redact-multipart.ts';
import { redactPlain } from './redact-text.ts';

/** Content in content in content: what is wrapped more often than any honest payload is blanked whole. */
const DEEPEST = 8;
/** A quoted name before a colon, or a list or object that begins with a quoted text. */
const HOLDS_JSON = /["'\\]\s*:|[[{]\s*"/;
/** A change can bring texts together that are now one more thing to blank. */
const MOST_TURNS = 4;

/** The content without secrets, and without what is a guest's where the rules want that; the very same text when it has none. */
export function redactContent(text: string, rules: Rules, scene: Scene = 'none', depth = 0): string {
  if (text.length < 6) return text;
  if (depth > DEEPEST) return REDACTED;
  const nested = (inner: string, where: Scene): string => redactContent(inner, rules, where, depth + 1);
  if (/^\s*[[{"]/.test(text) && isJson(text)) return redactJson(text, { rules, scene, nested });
  return settled(text, (start) => {
    let clean = start;
    if (HOLDS_JSON.test(clean)) clean = redactJson(clean, { rules, scene, nested });
    if (couldBeMarkup(clean)) clean = redactMarkup(clean, rules, scene);
    if (couldBeMultipart(clean)) clean = redactMultipart(clean, rules);
    return redactPlain(clean, rules, (inner) => nested(inner, 'none'));
  });
}

function settled(text: string, redact: (text: string) => string): string {
  let before = text;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const after = redact(before);
    if (after === before) break;
    before = after;
  }
  return before;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
