/** Redacts plain text: by the names before values, by patterns, and the same inside percent-encoded pieces. */
import type { RedactionRules } from './field-kinds.ts';
import { redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';

/** Redacts the decoded content of a piece, which may be JSON. */
export type Inner = (decoded: string) => string;

/** A piece between the delimiters of addresses, forms and header lines. */
const PIECE = /[^\s&?#"<>=;]+/g;
/** An escape, or a plus where a number had a space. */
const ENCODED = /%[0-9a-f]{2}|\d\)?\+\(?\d/i;

/** The text without secrets, and without guests' data where the rules ask for it; the same string when it has none. */
export function redactPlain(text: string, rules: RedactionRules, inner: Inner): string {
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
    // Only what is plain ASCII can hold a name, a mail address or a number.
    const ascii = spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return ascii === spaced ? null : ascii;
  }
}
