/** Finds the secrets in the answer of a token endpoint, so that the journal and errors do not contain them. */

import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { couldBeSecret, MAX_SECRET_LENGTH, MAX_SECRETS } from '../redact/own-secrets.ts';
import { isSecretName } from '../redact/redact-keys.ts';

/** Fields that hold no token, in lower case without punctuation (RFC 6749, section 5, and common envelopes). */
const HARMLESS_FIELDS = new Set([
  ...['tokentype', 'expiresin', 'expiresat', 'extexpiresin', 'issuedat', 'createdat', 'scope', 'scopes', 'clientid'],
  ...['error', 'errordescription', 'erroruri', 'errorcode', 'code', 'status', 'requestid', 'correlationid', 'traceid'],
]);
/** Matches a run of at least 16 characters that a bearer token may have (RFC 6750, section 2.1). */
const COULD_BE_TOKEN = /[\w.~+/-]{16,}=*/g;
/** The depth to which texts within texts are searched; real answers are not nested deeper. */
const MAX_DEPTH = 24;

/** The parts of an answer that may contain tokens. `text`: `null` for a body that could not be read. */
export interface TokenAnswerParts {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | null;
}

/**
 * Finds the secrets in a token endpoint's answer: fields with secret names and, unless the answer is an error, other texts that look like tokens. In
 * an unreadable answer, it finds everything in the headers that looks like a token.
 */
export function issuedSecrets({ status, headers, text }: TokenAnswerParts): string[] {
  if (text === null) return distinct([...headers].flatMap(([, value]) => tokensIn(value)));
  const found: Found = { named: [], likely: [] };
  collectText(text, found, 0);
  return distinct(status >= 400 ? found.named : [...found.named, ...found.likely]);
}

interface Found {
  /** The values of fields whose names mark a secret, such as `access_token`. */
  readonly named: string[];
  readonly likely: string[];
}

/** Collects the secrets in a text that may be JSON or a form. */
function collectText(text: string, found: Found, depth: number): void {
  const json = depth < MAX_DEPTH && /^\s*[[{]/.test(text) ? (jsonOrNull(text) as object | null) : null;
  if (json !== null) collectJson(json, '', found, depth + 1);
  else if (/^[\w.~-]+=[^\s<>]*$/.test(text.trim()))
    for (const [name, value] of new URLSearchParams(text.trim())) collectValue(name, value, found, MAX_DEPTH);
  else found.likely.push(...tokensIn(text));
}

function collectJson(value: unknown, name: string, found: Found, depth: number): void {
  if (typeof value === 'string') collectValue(name, value, found, depth);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value))
    collectJson(inner, Array.isArray(value) ? name : key, found, depth + 1);
}

function collectValue(name: string, value: string, found: Found, depth: number): void {
  if (HARMLESS_FIELDS.has(name.toLowerCase().replace(/[^a-z0-9]/g, ''))) return;
  if (isSecretName(name)) found.named.push(value.trim().replace(/^bearer\s+/i, ''));
  else collectText(value, found, depth);
}

const tokensIn = (text: string): string[] => text.match(COULD_BE_TOKEN) ?? [];

const distinct = (texts: readonly string[]): string[] =>
  [...new Set(texts.filter(couldBeSecret).map((text) => text.slice(0, MAX_SECRET_LENGTH)))].slice(0, MAX_SECRETS);
