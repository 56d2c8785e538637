/** A service that repeats our own credential in its answer (in an error message, say) must not make us show it. */
import { type EscapedSecret, escapedSecret } from './escaped-secret.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';

/** Shorter values are no credentials, and replacing them would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** A base64 form of fewer characters could stand there by chance. */
const MIN_ENCODED_LENGTH = 10;

/** The secret values that a request carries: its bearer token, a form's and a JSON body's fields of secret names (a card token). */
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

/** True for a text that is long enough to be a credential. */
export const isWorthHiding = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= MIN_SECRET_LENGTH;

/** What follows the colon in the credential of HTTP Basic (RFC 7617, section 2). */
function passwordOf(credential = ''): string | undefined {
  return /:([\s\S]*)/.exec(Buffer.from(credential, 'base64').toString('utf8'))?.[1];
}

function formFields(body: string): [string, unknown][] {
  return [...new URLSearchParams(body)];
}

/** The fields of a JSON object, those of inner objects too. */
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

/** The text without these values, also where JSON, an address, a form, markup or base64 has encoded them. The same text when they are not in it. */
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
  /** The longest come first: a shorter one may stand inside them. */
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

/** The forms of the newest secrets: one token is looked for in thousands of answers. */
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

/** What is the same in base64 whatever stands before and after the secret, for each of the three ways it can be aligned. */
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
