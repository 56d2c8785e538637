/** Finds the secrets of a request and removes them from its answer: a service may repeat them, for example in an error message. */
import { isSecretName, REDACTED } from './redact-keys.ts';

/** Shorter values are not credentials, and replacing them would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** A shorter base64 form could occur by chance. */
const MIN_ENCODED_LENGTH = 10;

/** The secrets that a request carries: its bearer token, and the fields of a form or a JSON body whose names are those of secrets. */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const [, scheme = '', credential] = /^(Bearer|Basic) (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const type = headers.get('content-type') ?? '';
  const fields =
    body === null ? [] : type.startsWith('application/x-www-form-urlencoded') ? formFields(body) : jsonFields(body);
  const named = fields.filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [credential, ...(scheme.toLowerCase() === 'basic' ? [passwordOf(credential)] : []), ...named].filter(
    isWorthHiding,
  );
}

/** Whether a value is a text that is long enough to be a credential. */
export const isWorthHiding = (value: unknown): value is string =>
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

/** The text without these secrets, also where they are encoded as JSON, in an address, a form, markup or base64; the same string when there are none. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    const { whole, escapeJson: one } = formsOf(secret);
    for (const form of whole) if (clean.includes(form)) clean = clean.replaceAll(form, REDACTED);
    if (one && clean.includes(one.anchor)) clean = clean.replace(one.pattern, REDACTED);
  }
  return clean;
}

interface Forms {
  /** The longest first: a shorter form may be part of a longer one. */
  readonly whole: readonly string[];
  readonly escapeJson: EscapedSecret | null;
}

function formsOf(secret: string): Forms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const json = escaped(secret);
  const address = encodeURIComponent(secret);
  const made = new Set([
    escaped(escaped(json)),
    escaped(json),
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
  const whole = [...made].filter(isWorthHiding).toSorted((one, other) => other.length - one.length);
  const all: Forms = { whole, escapeJson: isWorthHiding(secret) ? escapedSecret(secret) : null };
  if (cachedForms.size >= MAX_CACHED) cachedForms.clear();
  cachedForms.set(secret, all);
  return all;
}

/** The forms of recent secrets: thousands of answers are searched for the same token. */
const cachedForms = new Map<string, Forms>();
const MAX_CACHED = 16;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
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

/** The base64 characters that do not depend on what stands before and after the secret, for each of the three alignments. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = whole.slice(first, last);
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
  const pattern = new RegExp(units.map((unit) => (PLAIN.test(unit) ? unit : anyWay(unit))).join(''), 'g');
  const runs = secret.split(/[^A-Za-z0-9]+/);
  const anchor = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  return { anchor, pattern };
}

/** One code unit, plain and in each escaped form. */
function anyWay(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = anyCase(code.toString(16));
  const short = JSON.stringify(unit).slice(1, -1);
  const ways = [
    literal(unit),
    ...(/^\\[bfnrt]$/.test(short) ? [`\\${short}`] : []),
    String.raw`\\[uU]${anyCase(code.toString(16).padStart(4, '0'))}`,
    `&(?:amp;)?#0{0,5}${code};`,
    `&(?:amp;)?#[xX]0{0,5}${hex};`,
  ];
  const name = NAMED[unit];
  if (name) ways.push(`&(?:amp;)?${name};`);
  if (code < 0x80) ways.push(`%(?:25){0,3}${anyCase(code.toString(16).padStart(2, '0'))}`);
  if (unit === ' ') ways.push(String.raw`\+`);
  // The longest forms first: a shorter form may be the beginning of a longer one. Nested JSON multiplies backslashes.
  return String.raw`\\{0,8}(?:${ways.reverse().join('|')})`;
}

const literal = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
