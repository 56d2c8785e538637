/** Reads the form of an Authorization header and the harmless claims of its token, before the value is masked. */
import { jsonOf, recordOf } from './facts/record-of.ts';
import type { AuthorizationShape, TokenClaims } from './failure.ts';

const QUOTES = /^["'`‘’“”]|["'`‘’“”]$/;
/** Matches a placeholder that was sent in place of a token: a template variable that was not replaced, "your token", or `[object Object]`. */
const PLACEHOLDER = /^(?:\{\{.*\}\}|\$\{?\w{1,60}\}?|your[\s_-].{1,40}|\[object \w+\])$/i;
/** Matches the words “access token” or an empty value of JavaScript or Python, such as `undefined`, sent in place of a token. */
const EMPTY_VALUE = /^(?:(?:my[_-]?)?access[_-]?token|undefined|null|none|nan)$/i;
const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text) || EMPTY_VALUE.test(text);
/** Matches a variable of a Windows shell. The text then shows a command, not the header that the command sent. */
const VARIABLE = /^["']?(?:\$\{?env:\w{1,60}\}?|\$\([^()]{1,80}\)|%\w{1,60}%)["']?$/i;
/** Matches text in brackets, with which people and masking tools hide a token. */
const IN_BRACKETS = /^(?:<[^<>]{0,160}>|\([^()]{0,160}\)|\[(?!object )[^[\]]{0,160}\])$/;
/** Matches signs that hide a token wholly or in part: `xxxx`, `eyJh…`. */
const SIGNS = /^(?:[x*•●·.…_#█-]{2,}|\S{0,12}(?:\*{2,}|[•●]{2,}|█{1,}|…|\.{3,}|x{4,})\S{0,12})$/i;
/** Matches a JWT that has no prefix before it and of which a part is hidden. */
const CUT_TOKEN = /^eyJ[\w-]{3,}(?:…|\.{3}|\*{2}|[•●█[(<])/;
const HIDING_WORD = /^(?:redacted|masked|hidden|removed|filtered|secret|omitted|token|jwt)$/i;
const isMask = (text: string): boolean => IN_BRACKETS.test(text) || SIGNS.test(text) || HIDING_WORD.test(text);
const SCHEME = /^([A-Za-z][\w-]{0,19}):?\s+\S/;
/** Matches a remark after the token: `Bearer eyJ… (cached, issued 06:00)`. */
const REMARK = /(\S)\s{1,4}(?:\([^()\r\n]{3,120}\)|(?:#|\/\/|<--?)\s[^\r\n]{3,120})\s*$/;
const MAX_VALUE = 20_000;

/**
 * Finds the form of an Authorization header as it was sent or pasted. `value` is `undefined` for a request without the header.
 * @example authorizationShape('Bearer Bearer eyJ…') // { kind: 'doubledPrefix', scheme: 'Bearer' }
 */
export function authorizationShape(value: string | undefined): AuthorizationShape {
  if (value === undefined) return { kind: 'absent', scheme: null };
  const text = withoutRemark(value.slice(0, MAX_VALUE));
  if (text.trim() === '') return { kind: 'empty', scheme: null };
  if (VARIABLE.test(text.trim())) return { kind: 'unknown', scheme: null };
  if (QUOTES.test(text.trim())) return { kind: 'quoted', scheme: null };
  const [, prefix] = /^\s*(bearer)(?![\w-])/i.exec(text) ?? [];
  if (prefix !== undefined) return bearerShape(prefix, text.slice(text.indexOf(prefix) + prefix.length), text);
  if (/[\r\n]|\\[rn]/.test(text)) return { kind: 'lineBreak', scheme: null };
  // The prefix, if there was one, is hidden with the token.
  if (isMask(text.trim()) && !CUT_TOKEN.test(text.trim())) return { kind: 'unknown', scheme: null };
  if (isPlaceholder(text.trim())) return { kind: 'placeholder', scheme: null };
  if (/^bearer\S/i.test(text)) return { kind: 'spaces', scheme: 'Bearer' };
  const scheme = SCHEME.exec(text)?.[1];
  return scheme === undefined ? { kind: 'bareToken', scheme: null } : { kind: 'otherScheme', scheme };
}

/** Removes a remark from the value. Text in brackets directly after the prefix is kept, because it is the hidden token. */
function withoutRemark(value: string): string {
  const rest = value.replace(REMARK, '$1');
  return /^\s*bearer\s*$/i.test(rest) ? value : rest;
}

function bearerShape(scheme: string, rest: string, whole: string): AuthorizationShape {
  const token = rest.trim();
  if (token === '') return { kind: 'empty', scheme };
  if (/[\r\n]|\\[rn]/.test(rest)) return { kind: 'lineBreak', scheme };
  if (/^:?\s*bearer(?![\w-])/i.test(token)) return { kind: 'doubledPrefix', scheme };
  if (QUOTES.test(token)) return { kind: 'quoted', scheme };
  // A token that is cut or masked in part shows no blank of its own.
  if (isMask(token) || VARIABLE.test(token) || /^\S*(?:…|\.{3}|\*{2}|[•●█])|^eyJ[\w.-]*[(<[]/.test(token))
    return { kind: 'bearer', scheme };
  if (isPlaceholder(token)) return { kind: 'placeholder', scheme };
  if (rest.startsWith(':')) return { kind: 'otherScheme', scheme: `${scheme}:` };
  return /^ \S+$/.test(rest) && whole.startsWith(scheme) ? { kind: 'bearer', scheme } : { kind: 'spaces', scheme };
}

/** Matches a JWT anywhere in a text: three parts of base64url, the second an object. */
const JWT = /[\w-]{4,4096}\.(eyJ[\w-]{4,16384})\.[\w-]{0,4096}/;
/** A timestamp above this number is in milliseconds, not in seconds. */
const MAX_EPOCH_SECONDS = 100_000_000_000;
const MAX_WORDS = 20;

/** Reads the claims of the first JWT in a text, except those that identify a person or an account; null without a JWT. */
export function tokenClaims(text: string | undefined): TokenClaims | null {
  const payload = JWT.exec(text?.slice(0, MAX_VALUE) ?? '')?.[1];
  if (payload === undefined) return null;
  const claims = recordOf(jsonOf(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims && read(claims);
}

const read = (claims: Record<string, unknown>): TokenClaims => ({
  expiresAt: instant(claims.exp),
  issuedAt: instant(claims.iat),
  notBefore: instant(claims.nbf),
  scopes: words(claims.scope ?? claims.scp ?? claims.scopes),
  audience: words(claims.aud).map((word) => hostOf(word) ?? word),
  issuerHost: typeof claims.iss === 'string' ? hostOf(claims.iss) : null,
  clientId: clientIdOf(claims.cid ?? claims.client_id ?? claims.azp),
});

/** Returns a client ID in its usual form; null for any other text, such as a mail address, because it may identify a person. */
const clientIdOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9][\w-]{3,79}$/.test(value) ? value : null;

function instant(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  return value > MAX_EPOCH_SECONDS ? value : value * 1_000;
}

/** The words in a claim, such as `open-api`. A longer or unusual word is left out, because it may be an identifier. */
const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .flatMap((part) => (typeof part === 'string' ? part.split(/[\s,]+/) : []))
    .filter((word) => hostOf(word) !== null || /^[a-z][a-z:._/-]{1,40}$/i.test(word))
    .slice(0, MAX_WORDS);

function hostOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return null;
  return URL.canParse(text) ? new URL(text).hostname : null;
}
