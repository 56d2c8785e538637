/** Finds the secrets of a request and removes them from its answer, because a service may repeat them, for example in an error message. */
import { replaceRuns } from './encoded-runs.ts';
import { words } from './name-list.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { unescaped } from './unescape.ts';

/** Finds the secrets in a request: the bearer token, the password of HTTP Basic, and form or JSON fields with names of secrets. */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const [, scheme = '', credential] = /^(Bearer|Basic) (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const type = headers.get('content-type') ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const fields = body === null ? [] : isForm ? [...new URLSearchParams(body)] : jsonFields(body);
  const named = fields.filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [credential, ...(scheme.toLowerCase() === 'basic' ? [passwordOf(credential)] : []), ...named].filter(
    couldBeSecret,
  );
}

/** Whether a value is a text long enough to be a credential. */
export const couldBeSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= MIN_SECRET_LENGTH;

/** The password in the credential of HTTP Basic (RFC 7617, section 2). */
function passwordOf(credential = ''): string | undefined {
  return /:([\s\S]*)/.exec(Buffer.from(credential, 'base64').toString('utf8'))?.[1];
}

/** The fields of a JSON object and of the objects in it. */
function jsonFields(body: string): [string, unknown][] {
  const fields: [string, unknown][] = [];
  try {
    JSON.parse(body, (name, value: unknown) => void fields.push([name, value]));
  } catch {
    // It has no fields.
  }
  return fields;
}

/** Words of OAuth 2.0 (RFC 6749, RFC 6750): error codes, fields and the token type. */
const PROTOCOL_WORDS = words(`
  invalid_{request,client,grant,scope,token} insufficient_scope unauthorized_client unsupported_grant_type access_denied server_error
  temporarily_unavailable error_{description,uri} access_token refresh_token token_type expires_in grant_type client_{id,secret,credentials} Bearer`);

export const isProtocolWord = (text: string): boolean => PROTOCOL_WORDS.includes(text);

/**
 * Redacts the given secrets in a text, in plain and encoded forms (JSON, address, base64, hex). When escapes or spaces split a secret, the whole
 * quoted part around it is redacted. A secret that is part of a protocol word, such as "client", stays inside such words.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // A mark may have been read as a secret from an answer that was redacted before.
  const all = secrets.filter((secret) => couldBeSecret(secret) && !REDACTED.includes(secret));
  if (all.length === 0 || text.length < MIN_SECRET_LENGTH) return text;
  const known = all.filter((secret) => !isInProtocolWord(secret)).map(formsOf);
  const clean = known.reduce((part, { forms, any }) => {
    return any?.test(part) === false ? part : forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), part);
  }, text);
  return all.filter(isInProtocolWord).reduce(withoutWord, withoutHidden(clean, known));
}

const isInProtocolWord = (secret: string): boolean => PROTOCOL_WORDS.some((word) => word.includes(secret));

/** The text with the secret redacted, but not within a protocol word. */
function withoutWord(text: string, secret: string): string {
  return text
    .split(/([\w-]+)/)
    .map((piece) => (isProtocolWord(piece) ? piece : piece.replaceAll(secret, REDACTED)))
    .join('');
}

/** Matches the text between two quotation marks that are not escaped, or between two ampersands of a form. */
const PART = /(?:[^"\\&]|\\[\s\S]?|&(?![\w.%[\]-]{1,60}=))+/g;

/** Redacts the quoted parts of a text that hide a secret. If the text hides a secret elsewhere too, redacts the whole text. */
function withoutHidden(text: string, known: readonly Forms[]): string {
  if (known.length === 0) return text;
  const sought = known.flatMap(({ plain }) => plain);
  const shortest = Math.min(...sought.map(({ length }) => length));
  // A service may encode a text in which the secret is escaped, which makes it longer.
  const decoded = replaceRuns(text, (said) => isHidden(said, sought), REDACTED, shortest);
  if (!isHidden(decoded, sought)) return decoded;
  const clean = decoded.replace(PART, (part) => (isHidden(part, sought) ? REDACTED : part));
  return isHidden(clean, sought) ? REDACTED : clean;
}

function isHidden(text: string, sought: readonly string[]): boolean {
  if (text.length < MIN_SECRET_LENGTH || !/[\\%&\s\0]/.test(text)) return false;
  const { plain } = unescaped(text);
  const packed = withoutSpaces(plain);
  return sought.some(
    (form) => plain.includes(form) || (form.length >= MIN_PACKED && packed.includes(withoutSpaces(form))),
  );
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '').replaceAll('\0', '');

/** The maximum number of secrets that are remembered of a connection, or taken from one answer. */
export const MAX_SECRETS = 24;
/** The maximum length of a secret: no server accepts a longer header. */
export const MAX_SECRET_LENGTH = 16_384;

/** The minimum length of a credential; replacing shorter values would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** The minimum length of a form that is searched for in a text without spaces; a shorter one could occur by chance. */
const MIN_PACKED = 10;

/** The maximum length of a secret whose forms make a pattern: V8 throws for patterns of some megabytes. */
const MAX_PATTERN = 4_096;

/** How a service may write a secret. */
interface Forms {
  /** The longest first. */
  readonly forms: readonly string[];
  /** The forms without their escapes. */
  readonly plain: readonly string[];
  /** Matches a text that has any of the forms, because one search is fast; null for a secret too long for a pattern. */
  readonly any: RegExp | null;
}

/** The ways in which a service may write each recent secret, cached because thousands of answers are searched for the same token. */
const cachedForms = new Map<string, Forms>();

function formsOf(secret: string): Forms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const inJson = JSON.stringify(secret).slice(1, -1);
  // In the value of a header each byte is one character.
  const written = [secret, inJson, Buffer.from(secret).toString('latin1')];
  const inAddress = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [...written, encodeURIComponent(secret.toWellFormed()), inAddress, ...encodings(secret, inJson)]
    .filter((form) => form.length >= MIN_SECRET_LENGTH)
    .sort((one, other) => other.length - one.length);
  if (cachedForms.size >= MAX_SECRETS) cachedForms.clear();
  const plain = [...new Set(forms.map((form) => unescaped(form).plain))];
  const any = secret.length > MAX_PATTERN ? null : new RegExp(oneOf(forms));
  const made = { forms, plain, any };
  cachedForms.set(secret, made);
  return made;
}

/** Returns the source of a pattern that matches any of the texts. */
export const oneOf = (texts: readonly string[]): string => `(?:${texts.map((text) => RegExp.escape(text)).join('|')})`;

function encodings(...texts: readonly string[]): string[] {
  return [...new Set(texts)].flatMap((text) => {
    const hex = Buffer.from(text).toString('hex');
    return [hex, hex.toUpperCase(), ...inBase64(Buffer.from(text))];
  });
}

/** The characters of the secret's base64 that do not depend on the bytes around it, for each of the three alignments. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), secret])
      .toString('base64')
      .replace(/=+$/, '');
    const core = encoded.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + secret.length) * 8) / 6));
    return core.length < MIN_PACKED ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
