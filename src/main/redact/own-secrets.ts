/** Finds the secrets of a request and removes them from its answer, because a service may repeat them, for example in an error message. */
import { encodedRuns, textsIn } from './encoded-runs.ts';
import { words } from './name-list.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { unescaped, unescapedOnce } from './unescape.ts';

/** The secrets of a request: the bearer token, the password of HTTP Basic, and the fields of a form or JSON body with names of secrets. */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const [, scheme = '', credential] = /^(Bearer|Basic) (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const type = headers.get('content-type') ?? '';
  const fields =
    body === null ? [] : type.startsWith('application/x-www-form-urlencoded') ? formFields(body) : jsonFields(body);
  const named = fields.filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [credential, ...(scheme.toLowerCase() === 'basic' ? [passwordOf(credential)] : []), ...named].filter(
    couldBeSecret,
  );
}

/** Whether a value is a text that is long enough to be a credential. */
export const couldBeSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= MIN_SECRET_LENGTH;

/** The password in the credential of HTTP Basic (RFC 7617, section 2). */
function passwordOf(credential = ''): string | undefined {
  return /:([\s\S]*)/.exec(Buffer.from(credential, 'base64').toString('utf8'))?.[1];
}

function formFields(body: string): [string, unknown][] {
  return [...new URLSearchParams(body)];
}

/** The fields of a JSON object and of the objects in it. */
function jsonFields(body: string): [string, unknown][] {
  const fields: [string, unknown][] = [];
  try {
    JSON.parse(body, (name, value: unknown) => {
      fields.push([name, value]);
      return value;
    });
  } catch {
    return [];
  }
  return fields;
}

/** Words of OAuth 2.0 (RFC 6749, RFC 6750): error codes, fields and the token type. */
const PROTOCOL_WORDS = words(`
  invalid_{request,client,grant,scope,token} insufficient_scope unauthorized_client unsupported_grant_type access_denied server_error
  temporarily_unavailable error_{description,uri} access_token refresh_token token_type expires_in grant_type client_{id,secret,credentials} Bearer`);

export const isProtocolWord = (text: string): boolean => PROTOCOL_WORDS.includes(text);

/**
 * The text with these secrets redacted; the same string when it has none. The usual forms of a secret are replaced: as it is, in JSON, in an
 * address, in base64 and in hex. Where the decoded text still has one, the quoted part around it goes whole, else the text. Protocol words stay,
 * because redacting a secret that is part of one, such as "client", would make answers unreadable.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // A mark may have been read as a secret from an answer that was redacted before.
  const all = secrets.filter((secret) => couldBeSecret(secret) && !REDACTED.includes(secret));
  if (all.length === 0 || text.length < MIN_SECRET_LENGTH) return text;
  const forms = all.filter((secret) => !isInProtocolWord(secret)).map(formsOf);
  const clean = forms.length === 0 ? text : withoutBeginnings(withoutHidden(withoutForms(text, forms), forms), forms);
  return all.filter(isInProtocolWord).reduce(withoutWord, clean);
}

const isInProtocolWord = (secret: string): boolean => PROTOCOL_WORDS.some((word) => word.includes(secret));

/** The text with the secret redacted, but not within a protocol word. */
function withoutWord(text: string, secret: string): string {
  return text
    .split(/([\w-]+)/)
    .map((piece) => (isProtocolWord(piece) ? piece : piece.replaceAll(secret, REDACTED)))
    .join('');
}

/** The text without the usual forms of the secrets. */
function withoutForms(text: string, forms: readonly SecretForms[]): string {
  let clean = text;
  for (const { exact } of forms) for (const form of exact) clean = clean.replaceAll(form, REDACTED);
  return clean;
}

/** The text without the beginnings of secrets, each with the letters that follow, and without one where a text was cut. */
function withoutBeginnings(text: string, forms: readonly SecretForms[]): string {
  let clean = text;
  for (const { beginning, secret } of forms) {
    for (let at = clean.indexOf(beginning); beginning !== '' && at !== -1; at = clean.indexOf(beginning, at)) {
      TOKEN.lastIndex = at;
      clean = clean.slice(0, at) + REDACTED + clean.slice(TOKEN.test(clean) ? TOKEN.lastIndex : at + beginning.length);
    }
    clean = withoutCutOff(clean, secret);
  }
  return clean;
}

const TOKEN = /[\w.~+/=-]+/y;

/** The text without a beginning of the secret at its end. */
function withoutCutOff(text: string, secret: string): string {
  if (secret.length < BEGINNING) return text;
  const tail = text.slice(-secret.length);
  const start = tail.lastIndexOf(secret.slice(0, 8));
  return start !== -1 && secret.startsWith(tail.slice(start))
    ? text.slice(0, text.length - tail.length + start) + REDACTED
    : text;
}

/** Matches the text between two quotation marks that are not escaped, or between two ampersands of a form. */
const PART = /(?:[^"\\&]|\\[\s\S]?|&(?![\w.%[\]-]{1,60}=))+/g;

/** The text without the quoted parts that hide a secret; if the text hides one elsewhere, nothing of it stays. */
function withoutHidden(text: string, forms: readonly SecretForms[]): string {
  const search = new HiddenSearch(forms, text.length);
  if (!search.finds(text)) return text;
  const clean = text.replace(PART, (part) =>
    part.length >= MIN_SECRET_LENGTH && new HiddenSearch(forms, part.length, 1).finds(part) ? REDACTED : part,
  );
  return new HiddenSearch(forms, clean.length).finds(clean) ? REDACTED : clean;
}

/** How deep encodings are undone within one another. */
const MAX_ENCODINGS = 3;
/** How many characters may be decoded for each character of the text; a text that needs more counts as hiding a secret. */
const MAX_DECODED = 40;
const MIN_DECODED = 20_000;
/** Matches the readable stretches of decoded bytes. */
const STRETCH = /[\t\n\r -~]{8,}/g;
/** Matches an escape or a run that white space may break. */
const BROKEN = /[\\%&#][\w#\\]{0,7}[\t +]{0,16}\s|[A-Za-z0-9+/_-]{4}[\t ]{0,8}[\r\n]|[a-z0-9]{8}\s+[A-Za-z0-9]{8}/i;
/** White space, and the plus signs that a form writes for the spaces around a line break; those before it may belong to base64. */
const SPACES = [/[\t ]*[\r\n][\s+]*|\s+/g, /[\t +]*[\r\n][\s+]*|\s+/g];

/** Looks for secrets in the text without its escapes, in lower case, without punctuation, and in what its encoded runs say. */
class HiddenSearch {
  readonly #forms: readonly SecretForms[];
  readonly #maxDisguised: number;
  readonly #seen = new Set<string>();
  #left: number;

  /** A text with `maxDisguised` escaped letters and digits counts as hiding a secret, whatever it says. */
  constructor(forms: readonly SecretForms[], length: number, maxDisguised = MANY_DISGUISED) {
    this.#forms = forms;
    this.#maxDisguised = maxDisguised;
    this.#left = MIN_DECODED + MAX_DECODED * length;
  }

  finds(text: string, encodings = 0): boolean {
    let reading = text;
    let disguised = 0;
    for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
      if (this.#isIn(reading, encodings)) return true;
      if (BROKEN.test(reading)) {
        const joined = SPACES.map((spaces) => reading.replace(spaces, ''));
        if (joined.some((one) => this.#isIn(one, encodings) || this.#isIn(unescaped(one).plain, encodings)))
          return true;
      }
      if (reading.includes('+') && reading.includes('%') && this.#isIn(reading.replaceAll('+', ' '), encodings))
        return true;
      const next = unescapedOnce(reading);
      disguised += next.disguised;
      // The layers may have been undone in another order than they were made, so that the secret is still not readable.
      if (disguised >= this.#maxDisguised || (disguised > 0 && this.#isPartIn(next.plain))) return true;
      if (next.plain === reading) return false;
      reading = next.plain;
    }
    return true;
  }

  /** Whether the text has a few letters and digits of a secret in a row, as it has if the others are disguised. */
  #isPartIn(text: string): boolean {
    const folded = lettersAndDigits(text);
    return this.#forms.some(({ letters }) => letters.some((one) => hasPartOf(folded, one)));
  }

  #isIn(text: string, encodings: number): boolean {
    if (text.length < MIN_SECRET_LENGTH || this.#seen.has(text)) return false;
    this.#seen.add(text);
    this.#left -= text.length;
    if (this.#left < 0) return true;
    const folded = lettersAndDigits(text);
    const isKnown = ({ secret, alphanumeric }: SecretForms): boolean =>
      text.includes(secret) || alphanumeric.some((one) => folded.includes(one));
    if (this.#forms.some(isKnown)) return true;
    if (this.#forms.some(({ spaceless }) => spaceless.length > 0)) {
      const joined = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '').toLowerCase();
      if (this.#forms.some((form) => form.spaceless.some((one) => joined.includes(one)))) return true;
    }
    if (encodings === MAX_ENCODINGS) return false;
    return encodedRuns(text).some(([start, end]) => {
      const said = textsIn(text.slice(start, end)).map((decoded) => decoded.match(STRETCH)?.join('\n') ?? '');
      return said.some((decoded) => decoded !== '' && this.finds(decoded, encodings + 1));
    });
  }
}

/** So many escaped letters and digits could hide a secret whose other letters and digits nowhere stand {@link PART_LENGTH} in a row. */
const MANY_DISGUISED = 3;
/** With fewer escaped, so many of a secret's letters and digits stand in a row; of a short secret, fewer. */
const PART_LENGTH = 4;
const SHORT_PART_LENGTH = 2;

/** The number of layers of escapes that are undone; a text with more of them counts as hiding a secret. */
const MAX_LAYERS = 8;

/** The letters and digits of a text in lower case. A loop takes a quarter of the time of a pattern. */
function lettersAndDigits(text: string): string {
  const kept = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const lower = code < 128 ? (LETTER_OR_DIGIT[code] ?? 0) : 0;
    kept[length] = lower;
    if (lower !== 0) length += 1;
  }
  return kept.toString('latin1', 0, length);
}

/** For each ASCII code, its letter in lower case or its digit; else 0. */
const LETTER_OR_DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Shorter values are not credentials, and replacing them would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** The shortest forms to search for: a shorter one could occur by chance in a text without spaces, or without punctuation. */
const MIN_SPACELESS = 10;
const MIN_ALPHANUMERIC = 12;
/** The number of first characters of a secret that do not occur by chance. */
const BEGINNING = 16;

interface SecretForms {
  readonly secret: string;
  /** Forms that are compared with the text itself. */
  readonly exact: readonly string[];
  /** Forms in lower case that are compared with the text without spaces and line breaks. */
  readonly spaceless: readonly string[];
  /** Forms in lower case that are compared with the letters and digits of the text. */
  readonly alphanumeric: readonly string[];
  /** The letters and digits of the secret and of its encodings, in lower case. */
  readonly letters: readonly string[];
  /** The beginning of the secret, because services repeat the beginning of a long token; empty for a text. */
  readonly beginning: string;
}

function formsOf(secret: string): SecretForms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const { plain } = unescaped(secret);
  const texts = [secret, plain, secret.replaceAll(' ', '+'), plain.replaceAll(' ', '+')];
  // In the value of a header each byte is one character.
  const written = [...texts, ...texts.map((text) => Buffer.from(text).toString('latin1'))];
  const encoded = encodings(secret);
  const exact = [...written, JSON.stringify(secret).slice(1, -1), ...inAddress(secret.toWellFormed()), ...encoded];
  const alphanumeric = distinct([plain, secret, ...encoded], /[^A-Za-z0-9]+/g, MIN_ALPHANUMERIC);
  // Words without their punctuation could be part of any text: "client-secret".
  const isLikelyText = ![secret, plain].some((text) => /\d\D*\d/.test(text));
  const isShort = alphanumericOf(plain).length < MIN_ALPHANUMERIC;
  const forms: SecretForms = {
    secret,
    exact: [...new Set(exact)]
      .filter((form) => form.length >= MIN_SECRET_LENGTH)
      .sort((one, other) => other.length - one.length),
    spaceless: isLikelyText || isShort ? distinct([...written, ...encoded], /\s+/g, MIN_SPACELESS) : [],
    alphanumeric: isLikelyText ? [] : alphanumeric,
    letters: [plain, ...encoded].map(alphanumericOf),
    beginning: isLikelyText || secret.length < 2 * BEGINNING ? '' : secret.slice(0, BEGINNING),
  };
  if (cachedForms.size >= MAX_CACHED) cachedForms.clear();
  cachedForms.set(secret, forms);
  return forms;
}

/** Whether a text has so many of these letters and digits in a row. */
function hasPartOf(text: string, letters: string): boolean {
  const length = letters.length < MIN_ALPHANUMERIC ? SHORT_PART_LENGTH : PART_LENGTH;
  for (let at = 0; at + length <= letters.length; at += 1)
    if (text.includes(letters.slice(at, at + length))) return true;
  return false;
}

/** The secret as addresses and forms have it. */
const inAddress = (secret: string): string[] => [
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
];

/** The forms of recent secrets, cached because thousands of answers are searched for the same token. */
const cachedForms = new Map<string, SecretForms>();
const MAX_CACHED = 16;

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
