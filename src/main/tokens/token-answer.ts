/** Reads and validates the body of a token answer. */

import { formatDuration } from '../../shared/time/format-duration.ts';
import { countText } from '../../shared/time/text-formats.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { issuedSecrets } from '../http/issued-secrets.ts';
import { withoutSecrets } from '../redact/own-secrets.ts';
import { redactText } from '../redact/redact.ts';
import { Secret } from '../vault/secret.ts';

/** A token from an answer. `notes`: sentences about missing or odd fields of the answer, and about the console's assumptions. */
export interface IssuedToken {
  readonly accessToken: Secret;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly lifetimeMs: number;
  /** False when the answer stated no credible lifetime, so that the lifetime is assumed. */
  readonly isLifetimeStated: boolean;
  readonly notes: readonly string[];
}

const MAX_ANSWER_CHARACTERS = 256 * 1024;
/** The maximum credible lifetime of a token, issued or pasted. */
export const MAX_LIFETIME_MS = 366 * 86_400_000;

type Read<Value> = { readonly value: Value } | { readonly problem: string };
/** A value that can be used; `note` describes anything odd about it. */
type Noted<Value> = { readonly value: Value; readonly note?: string };

/**
 * Reads the 200 of a token endpoint (service.md §3.3). A token with odd fields is used all the same, because its slot is spent and trying it costs
 * nothing. `problem` completes "The token endpoint's answer cannot be used: …" and never quotes the answer, which may contain a token.
 */
export function readTokenAnswer(
  text: string,
  contentType: string | null,
  expected: { readonly scope: string; readonly lifetimeMs: number },
): { token: IssuedToken } | { problem: string } {
  const body = readBody(text, contentType);
  if ('problem' in body) return body;
  const accessToken = readAccessToken(body.value.access_token);
  if ('problem' in accessToken) return accessToken;
  const { token_type, scope: granted, expires_in } = withoutIssued(body.value, text);
  const tokenType = readTokenType(token_type);
  const scope = readScope(granted, expected.scope);
  const lifetime = readLifetime(expires_in);
  const assumedMs = expected.lifetimeMs;
  return {
    token: {
      accessToken: new Secret(accessToken.value),
      tokenType: 'Bearer',
      scope: scope.value,
      lifetimeMs: lifetime.value ?? assumedMs,
      isLifetimeStated: lifetime.value !== null,
      notes: [
        tokenType,
        scope.note,
        lifetime.value === null ? `${lifetime.note}, so ${durationInWords(assumedMs)} are assumed.` : lifetime.note,
      ].filter((note) => note !== undefined),
    },
  };
}

/** Removes the issued tokens from the fields, because scope and remarks are shown and may repeat a token. */
function withoutIssued(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const secrets = issuedSecrets({ status: 200, headers: new Headers(), text });
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === 'string' ? redactText(withoutSecrets(value, secrets)) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, clean(value)]));
}

function readBody(text: string, contentType: string | null): Read<Record<string, unknown>> {
  if (text.length > MAX_ANSWER_CHARACTERS)
    return { problem: `it is larger than 256 KB (${Math.ceil(text.length / 1_024)} KB), which no token is` };
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'it is empty' };
  const looksLikeHtml = /^<(!doctype|html|\?xml|head|body|[a-z])/i.test(trimmed);
  if (looksLikeHtml) return { problem: 'it is a web page (HTML) instead of JSON' };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (type !== '' && !/[/+]json$/.test(type)) return { problem: `it is ${plain(type)} instead of JSON` };
    return { problem: 'it is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'it is JSON, but not an object' };
  return { value: { ...value } };
}

function readAccessToken(value: unknown): Read<string> {
  if (value === undefined || value === null || value === '') return { problem: 'it has no access_token' };
  if (typeof value !== 'string') return { problem: 'its access_token is not text' };
  const token = value.trim().replace(/^bearer\s+/i, '');
  // An Authorization header allows no other characters (RFC 6750, section 2.1).
  if (!/^[\x21-\x7e]+$/.test(token)) return { problem: 'its access_token has characters that no header can carry' };
  return { value: token };
}

/** A remark on a token type other than Bearer; the token is used as a bearer token all the same. */
function readTokenType(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'The answer did not name its token type, so Bearer is assumed.';
  if (typeof value !== 'string') return 'The answer’s token type is not text, so Bearer is assumed.';
  if (value.toLowerCase() !== 'bearer')
    return `The answer’s token type is “${plain(value)}”, not Bearer; the token is tried as a bearer token.`;
  return undefined;
}

function readScope(value: unknown, wanted: string): Noted<string | null> {
  if (value === undefined || value === null || value === '') return { value: null };
  const list = Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
  const text = typeof value === 'string' ? value : list.join(' ');
  if (text === '') return { value: null, note: 'The answer’s scope is not text and was left out.' };
  if (text.split(/\s+/).includes(wanted)) return { value: text };
  const note = `The answer’s scope is “${plain(text)}”, not ${wanted}; these may be credentials of the other API.`;
  return { value: text, note };
}

/** The lifetime in ms; null when it is not credible, with a note that gives the reason. */
function readLifetime(value: unknown): Noted<number | null> {
  const assumed = (note: string) => ({ value: null, note });
  if (value === undefined || value === null) return assumed('The answer did not say how long the token lives');
  const asText = typeof value === 'string';
  if (asText && !/^\s*-?\d+(\.\d+)?\s*$/.test(value))
    return assumed(`The answer’s expires_in is “${plain(value)}”, not a number of seconds`);
  const seconds = Number(value);
  if ((!asText && typeof value !== 'number') || !Number.isFinite(seconds))
    return assumed('The answer’s expires_in is not a number of seconds');
  if (seconds <= 0) return assumed(`The answer’s expires_in is ${seconds}`);
  // A mistake, such as a number of hours.
  if (seconds * 1_000 < MINUTE_MS)
    return assumed(`The answer’s expires_in of ${seconds} seconds is less than a minute`);
  if (seconds * 1_000 > MAX_LIFETIME_MS)
    return assumed(`The answer’s expires_in of ${countText(seconds)} seconds is more than a year`);
  const lifetime = Math.floor(seconds * 1_000);
  return asText
    ? { value: lifetime, note: 'The answer wrote the token’s lifetime as text; it was read as seconds.' }
    : { value: lifetime };
}

/** Writes a lifetime for a sentence: "24 hours", "1 h 30 min". */
export const durationInWords = (ms: number): string => {
  const hours = ms / 3_600_000;
  if (!Number.isInteger(hours)) return formatDuration(ms);
  return hours === 1 ? '1 hour' : `${hours} hours`;
};

/** Makes a text of the server fit for a sentence: printable and short. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
