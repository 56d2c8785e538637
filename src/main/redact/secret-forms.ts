/** The forms in which a secret can occur in a text whose escapes are decoded. */
import { TextView, UNESCAPE } from './text-view.ts';

/** Shorter values are not credentials, and replacing them would mangle answers. */
export const MIN_SECRET_LENGTH = 6;
/** The shortest forms to search for: a shorter one could occur by chance in a text without spaces, or without punctuation. */
const MIN_SPACELESS = 10;
const MIN_ALPHANUMERIC = 12;
/** The number of first characters of a secret that do not occur by chance. */
const BEGINNING = 16;

export interface SecretForms {
  /** Forms that are compared with the text itself. */
  readonly exact: readonly string[];
  /** Forms in lower case that are compared with the text without spaces and line breaks. */
  readonly spaceless: readonly string[];
  /** Forms in lower case that are compared with the letters and digits of the text. */
  readonly alphanumeric: readonly string[];
  /** The beginnings of the secret, compared like `alphanumeric`, because services repeat the beginning of a long token. */
  readonly beginning: readonly string[];
  /** The index at which the text ends with a beginning of the secret; `null` when it does not. */
  readonly cutOff: (text: string) => number | null;
}

export function formsOf(secret: string): SecretForms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const plain = decoded(secret);
  const texts = [secret, plain, secret.replaceAll(' ', '+'), plain.replaceAll(' ', '+')];
  // In the value of a header each byte is one character.
  const written = new Set([...texts, ...texts.map((text) => Buffer.from(text).toString('latin1'))]);
  const encoded = encodings(secret);
  const alphanumeric = distinct([plain, secret, ...encoded], /[^A-Za-z0-9]+/g, MIN_ALPHANUMERIC);
  // Words without their punctuation could be part of any text: "client-secret".
  const isLikelyText = ![secret, plain].some((text) => /\d\D*\d/.test(text));
  const folded = isLikelyText ? [] : alphanumeric;
  const beginning = isLikelyText || secret.length < 2 * BEGINNING ? [] : [alphanumericOf(secret).slice(0, BEGINNING)];
  const forms: SecretForms = {
    exact: [...written, ...(secret.length < MIN_SPACELESS ? encoded : [])].filter(
      (form) => form.length >= MIN_SECRET_LENGTH,
    ),
    spaceless:
      isLikelyText || alphanumericOf(plain).length < MIN_ALPHANUMERIC
        ? distinct([...written, ...encoded], /\s+/g, MIN_SPACELESS)
        : [],
    alphanumeric: folded,
    beginning,
    cutOff: (text) => cutOff(text, secret),
  };
  if (cachedForms.size >= MAX_CACHED) cachedForms.clear();
  cachedForms.set(secret, forms);
  return forms;
}

/** The forms of recent secrets, cached because thousands of answers are searched for the same token. */
const cachedForms = new Map<string, SecretForms>();
const MAX_CACHED = 16;

function decoded(secret: string): string {
  let view = TextView.of(secret);
  for (let next = view.after(UNESCAPE); next !== view; next = view.after(UNESCAPE)) view = next;
  return view.text;
}

const distinct = (forms: readonly string[], without: RegExp, minLength: number): string[] =>
  [...new Set(forms.map((form) => form.replace(without, '').toLowerCase()))].filter((form) => form.length >= minLength);

const alphanumericOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

function encodings(secret: string): string[] {
  const texts = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
  const bytes = [...texts].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return bytes.flatMap((data) => [data.toString('hex'), ...inBase64(data)]);
}

/** The characters of the secret's base64 that do not depend on the bytes around it, for each of the three alignments. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), secret])
      .toString('base64')
      .replace(/=+$/, '');
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + secret.length) * 8) / 6);
    const core = encoded.slice(first, last);
    return core.length < MIN_SPACELESS ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The index at which a beginning of the secret ends the text. */
function cutOff(text: string, secret: string): number | null {
  if (secret.length < BEGINNING) return null;
  const tail = text.slice(-secret.length);
  const start = tail.lastIndexOf(secret.slice(0, 8));
  return start !== -1 && secret.startsWith(tail.slice(start)) ? text.length - tail.length + start : null;
}
