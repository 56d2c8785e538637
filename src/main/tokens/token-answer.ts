/** Reads and validates the body of a token answer. */
import type { Api } from '../../shared/model/primitives.ts';
import { SCOPES, TOKEN_LIFETIME_MS } from '../../shared/model/token.ts';
import { Secret } from '../vault/secret.ts';

/** The issued token. `notes` are sentences about what the answer left open and what the console assumes. */
export interface IssuedToken {
  readonly accessToken: Secret;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly lifetimeMs: number;
  readonly notes: readonly string[];
}

/** A larger answer cannot be a token answer. */
const MAX_ANSWER_CHARACTERS = 256 * 1024;
/** A token answer or a pasted token with a longer lifetime is a mistake. */
export const MAX_LIFETIME_MS = 366 * 86_400_000;

type Read<Value> = { readonly value: Value; readonly note?: string } | { readonly problem: string };

/**
 * Reads the 200 of a token endpoint (spec.md, "Access token response"). `problem` completes "The token endpoint's answer
 * cannot be used: …" and never quotes the answer, which may hold a token.
 */
export function readTokenAnswer(
  api: Api,
  text: string,
  contentType: string | null,
): { token: IssuedToken } | { problem: string } {
  const body = readBody(text, contentType);
  if ('problem' in body) return body;
  const accessToken = readAccessToken(body.value.access_token);
  if ('problem' in accessToken) return accessToken;
  const tokenType = readTokenType(body.value.token_type);
  if ('problem' in tokenType) return tokenType;
  const scope = readScope(body.value.scope, SCOPES[api]);
  if ('problem' in scope) return scope;
  const lifetime = readLifetime(body.value.expires_in);
  if ('problem' in lifetime) return lifetime;
  return {
    token: {
      accessToken: new Secret(accessToken.value),
      tokenType: tokenType.value,
      scope: scope.value,
      lifetimeMs: lifetime.value,
      notes: [tokenType.note, lifetime.note].filter((note) => note !== undefined),
    },
  };
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
  // RFC 6750, section 2.1: an Authorization header holds nothing else.
  if (!/^[\x21-\x7e]+$/.test(value)) return { problem: 'its access_token has characters that no header can carry' };
  return { value };
}

function readTokenType(value: unknown): Read<string> {
  if (value === undefined || value === null)
    return { value: 'Bearer', note: 'The answer did not name its token type, so Bearer is assumed.' };
  if (typeof value !== 'string') return { problem: 'its token_type is not text' };
  if (value.toLowerCase() !== 'bearer') return { problem: `its token_type is “${plain(value)}”, not Bearer` };
  return { value: 'Bearer' };
}

function readScope(value: unknown, wanted: string): Read<string | null> {
  if (value === undefined || value === null || value === '') return { value: null };
  if (typeof value !== 'string') return { problem: 'its scope is not text' };
  if (!value.split(/\s+/).includes(wanted))
    return { problem: `its scope is “${plain(value)}”, not ${wanted}; these may be credentials of the other API` };
  return { value };
}

/** The lifetime in ms. A number that is written as text is accepted: the token is good, and issuing it spent a slot. */
function readLifetime(value: unknown): Read<number> {
  if (value === undefined || value === null)
    return {
      value: TOKEN_LIFETIME_MS,
      note: 'The answer did not say how long the token lives, so 24 hours are assumed.',
    };
  const asText = typeof value === 'string';
  if (asText && !/^\s*-?\d+(\.\d+)?\s*$/.test(value))
    return { problem: 'its expires_in is text, not a number of seconds' };
  const seconds = Number(value);
  if ((!asText && typeof value !== 'number') || !Number.isFinite(seconds))
    return { problem: 'its expires_in is not a number of seconds' };
  if (seconds === 0) return { problem: 'its expires_in is 0, so the token had expired when it arrived' };
  if (seconds < 0) return { problem: 'its expires_in is negative, so the token had expired when it arrived' };
  if (seconds * 1_000 > MAX_LIFETIME_MS)
    return {
      problem: `its expires_in of ${seconds.toLocaleString('en')} seconds is more than a year, which is not credible`,
    };
  const lifetime = Math.floor(seconds * 1_000);
  return asText
    ? { value: lifetime, note: 'The answer wrote the token’s lifetime as text; it was read as seconds.' }
    : { value: lifetime };
}

/** Server text for a sentence: printable and short. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
