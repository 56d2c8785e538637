/** Redaction of any text: by the names before values, by the forms of values, and the same inside what is percent-encoded. */
import type { RedactionRules } from './field-kinds.ts';
import { redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';

/** Redacts what an encoded piece holds, which may be JSON. */
export type Inner = (decoded: string) => string;

/** What an address, a form or a header line puts between pieces. */
const PIECE = /[^\s&?#"<>=;]+/g;
/** An escape, or a plus where a number had a space. */
const ENCODED = /%[0-9a-f]{2}|\d\)?\+\(?\d/i;

/** The text without secrets, and without what is a guest's where the rules want that; the same text when it has none. */
export function redactPlain(text: string, rules: RedactionRules, inner: Inner): string {
  let clean = withoutSecretForms(text);
  if (clean.includes('=') || clean.includes(':')) clean = redactPairs(clean, rules);
  if ((clean.includes('%') || clean.includes('+')) && ENCODED.test(clean))
    clean = clean.replace(PIECE, (piece) => (ENCODED.test(piece) ? redactEncoded(piece, inner) : piece));
  return withoutGuestForms(clean, rules);
}

/** A percent-encoded piece: what it holds is redacted and encoded again. */
function redactEncoded(piece: string, inner: Inner): string {
  const decoded = decodedPiece(piece);
  if (decoded === null || decoded === piece) return piece;
  const clean = inner(decoded);
  return clean === decoded ? piece : encodeURIComponent(clean);
}

/** What the piece says; escapes that are no text are left out of it. `null` when nothing of it can be read. */
function decodedPiece(piece: string): string | null {
  const spaced = piece.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Only what is plain ASCII can hold a name, a mail address or a number.
    const ascii = spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return ascii === spaced ? null : ascii;
  }
}
