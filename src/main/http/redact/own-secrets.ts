/** Finds the secrets of a request and removes them from its answer: a service may repeat them, for example in an error message. */
import { isSecretName, REDACTED } from './redact-keys.ts';

/** Shorter values are not credentials, and replacing them would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** A shorter base64 form could occur by chance. */
const MIN_ENCODED_LENGTH = 10;

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
const PROTOCOL_WORDS = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_token', 'insufficient_scope'],
  ...['unauthorized_client', 'unsupported_grant_type', 'access_denied', 'server_error', 'temporarily_unavailable'],
  ...['error_description', 'error_uri', 'access_token', 'refresh_token', 'token_type', 'expires_in', 'grant_type'],
  ...['client_id', 'client_secret', 'client_credentials', 'Bearer'],
];
const PROTOCOL_WORD = new RegExp(String.raw`(?<![\w-])(${PROTOCOL_WORDS.join('|')})(?![\w-])`);

export const isProtocolWord = (text: string): boolean => PROTOCOL_WORDS.includes(text);

/**
 * The text without these secrets, also where they are encoded as JSON, in an address, a form, markup or base64; the same string when there
 * are none. Protocol words stay, because a secret that is part of one, such as "client", would make answers unreadable.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    const forms = formsOf(secret);
    if (!forms.isInProtocolWord) clean = withoutForms(clean, forms);
    else
      clean = clean
        .split(PROTOCOL_WORD)
        .map((piece) => (isProtocolWord(piece) ? piece : withoutForms(piece, forms)))
        .join('');
  }
  return clean;
}

function withoutForms(text: string, { exact, escaped }: Forms): string {
  let clean = text;
  for (const form of exact) if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
  return escaped && clean.includes(escaped.anchor) ? clean.replace(escaped.pattern, REDACTED) : clean;
}

/** The forms in which a secret may occur in a text. */
interface Forms {
  /** The longest first: a shorter form may be part of a longer one. */
  readonly exact: readonly string[];
  readonly escaped: EscapedSecret | null;
  readonly isInProtocolWord: boolean;
}

function formsOf(secret: string): Forms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const json = inJson(secret);
  const address = encodeURIComponent(secret);
  const all = new Set([
    inJson(inJson(json)),
    inJson(json),
    json,
    encodeURIComponent(address),
    lowerEscapes(encodeURIComponent(address)),
    address,
    lowerEscapes(address),
    new URLSearchParams([['', secret]]).toString().slice(1),
    inMarkup(secret),
    ...inBase64(secret),
    secret,
  ]);
  const forms: Forms = {
    exact: [...all].filter(couldBeSecret).toSorted((one, other) => other.length - one.length),
    escaped: couldBeSecret(secret) ? escapedSecret(secret) : null,
    isInProtocolWord: PROTOCOL_WORDS.some((word) => word.includes(secret)),
  };
  if (cachedForms.size >= MAX_CACHED) cachedForms.clear();
  cachedForms.set(secret, forms);
  return forms;
}

/** The forms of recent secrets: thousands of answers are searched for the same token. */
const cachedForms = new Map<string, Forms>();
const MAX_CACHED = 16;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

function inMarkup(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** The base64 characters that do not depend on the bytes before and after the secret, for each of the three alignments. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = encoded.slice(first, last);
    return core.length < MIN_ENCODED_LENGTH ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const PLAIN = /[A-Za-z0-9]/;

interface EscapedSecret {
  /** A part of the secret that is never escaped: a text without it need not be searched with the pattern. */
  readonly anchor: string;
  readonly pattern: RegExp;
}

/** The pattern of a secret whose special characters are escaped one by one; `null` for a secret without special characters. */
function escapedSecret(secret: string): EscapedSecret | null {
  const units = secret.split('');
  if (units.every((unit) => PLAIN.test(unit))) return null;
  const pattern = new RegExp(units.map((unit) => (PLAIN.test(unit) ? unit : anyFormOf(unit))).join(''), 'g');
  const runs = secret.split(/[^A-Za-z0-9]+/);
  const anchor = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  return { anchor, pattern };
}

/** A pattern of one code unit, plain or in any escaped form. */
function anyFormOf(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = anyCase(code.toString(16));
  const short = JSON.stringify(unit).slice(1, -1);
  const forms = [
    literal(unit),
    ...(/^\\[bfnrt]$/.test(short) ? [`\\${short}`] : []),
    String.raw`\\[uU]${anyCase(code.toString(16).padStart(4, '0'))}`,
    `&(?:amp;)?#0{0,5}${code};`,
    `&(?:amp;)?#[xX]0{0,5}${hex};`,
  ];
  const name = NAMED[unit];
  if (name) forms.push(`&(?:amp;)?${name};`);
  if (code < 0x80) forms.push(`%(?:25){0,3}${anyCase(code.toString(16).padStart(2, '0'))}`);
  if (unit === ' ') forms.push(String.raw`\+`);
  // The longest forms first: a shorter form may be the beginning of a longer one. Nested JSON multiplies backslashes.
  return String.raw`\\{0,8}(?:${forms.reverse().join('|')})`;
}

const literal = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
