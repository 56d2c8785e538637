/** Redacts any content: JSON (also cut or broken), markup, multipart, forms and plain text, each also inside the other. */
import type { RedactionRules, Subject } from './field-kinds.ts';
import { redactJson } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { couldBeMarkup, redactMarkup } from './redact-markup.ts';
import { couldBeMultipart, redactMultipart } from './redact-multipart.ts';
import { redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';

/** Content that is nested deeper is redacted whole; real payloads are not. */
const MAX_DEPTH = 8;
/** A quoted name before a colon, or a list or object whose first element is quoted. */
const EMBEDDED_JSON = /["'\\]\s*:|[[{]\s*"/;
/** A replacement can join texts into one that must be redacted too. */
const MAX_PASSES = 4;

/** The content without secrets, and without guests' data where the rules ask for it; the same string when it has none. */
export function redactContent(text: string, rules: RedactionRules, subject: Subject = 'none', depth = 0): string {
  if (text.length < 6) return text;
  if (depth > MAX_DEPTH) return REDACTED;
  const nested = (inner: string, innerSubject: Subject): string => redactContent(inner, rules, innerSubject, depth + 1);
  if (/^\s*[[{"]/.test(text) && isJson(text)) return redactJson(text, { rules, subject, nested });
  return untilStable(text, (start) => {
    let clean = start;
    if (EMBEDDED_JSON.test(clean)) clean = redactJson(clean, { rules, subject, nested });
    if (couldBeMarkup(clean)) clean = redactMarkup(clean, rules, subject);
    if (couldBeMultipart(clean)) clean = redactMultipart(clean, rules);
    return redactPlain(clean, rules, (inner) => nested(inner, 'none'));
  });
}

function untilStable(text: string, redact: (text: string) => string): string {
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
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

/** Redacts the decoded content of a piece, which may be JSON. */
type Inner = (decoded: string) => string;

/** A piece between the delimiters of addresses, forms and header lines. */
const PIECE = /[^\s&?#"<>=;]+/g;
/** An escape, or a plus where a number had a space. */
const ENCODED = /%[0-9a-f]{2}|\d\)?\+\(?\d/i;

/** The text without secrets, and without guests' data where the rules ask for it; the same string when it has none. */
function redactPlain(text: string, rules: RedactionRules, inner: Inner): string {
  let clean = withoutSecretForms(text);
  if (clean.includes('=') || clean.includes(':')) clean = redactPairs(clean, rules);
  if ((clean.includes('%') || clean.includes('+')) && ENCODED.test(clean))
    clean = clean.replace(PIECE, (piece) => (ENCODED.test(piece) ? redactEncoded(piece, inner) : piece));
  return withoutGuestForms(clean, rules);
}

/** Decodes a piece, redacts it and encodes it again. */
function redactEncoded(piece: string, inner: Inner): string {
  const decoded = decodedPiece(piece);
  if (decoded === null || decoded === piece) return piece;
  const clean = inner(decoded);
  return clean === decoded ? piece : encodeURIComponent(clean);
}

/** The decoded piece; escapes that are not valid UTF-8 stay encoded. `null` when nothing can be decoded. */
function decodedPiece(piece: string): string | null {
  const spaced = piece.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Field names, mail addresses and numbers are ASCII.
    const ascii = spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return ascii === spaced ? null : ascii;
  }
}
