/**
 * Infers the status of an answer from its body, for texts that show no status (`curl` without -i). Codes come first, then the phrases that stand
 * for a status (service.md §8.3; RFC 6749 §5.2; RFC 9110 §15).
 */
import { STATUS_CODES } from 'node:http';

const BY_CODE: Readonly<Record<string, number>> = {
  ...{ invalid_client: 401, unauthorized_client: 400, invalid_scope: 400, invalid_request: 400, invalid_grant: 400 },
  ...{ unsupported_grant_type: 400, access_denied: 403, invalid_token: 401, insufficient_scope: 403 },
  ...{ unsupported_media_type: 415, unauthorized: 401, token_expired: 401, forbidden: 403, not_found: 404 },
  ...{ wrong_request_parameters: 400, listing_calendar_blocked: 400, min_night_mismatch: 400 },
  ...{ too_many_requests: 429, rate_limit_exceeded: 429, internal_server_error: 500, service_unavailable: 503 },
};
const BY_PHRASE: readonly (readonly [RegExp, number])[] = [
  [/^cannot (?:get|post|put|patch|delete) \//i, 404],
  [/you don['’]t have permission to access/i, 403],
  [
    /\b(?:token|jwt)\b.{0,40}\b(?:expired|revoked|unknown|not (?:known|found|valid|recogni[sz]ed))\b|^(?:unknown|invalid) (?:access )?token/i,
    401,
  ],
  [
    /too many (?:token )?requests|rate limit|(?:renewal|token|quota)s? (?:limit|quota)|quota (?:is )?(?:exceeded|used)/i,
    429,
  ],
  [
    /https (?:is )?required|must use https|not (?:allowed|permitted|enabled)|disabled|forbidden|inactive|outside (?:the )?(?:scope|booking)|booking engine['’]?s? scope|not (?:yet )?(?:active|activated|initiali[sz]ed)|not bookable/i,
    403,
  ],
  [/client (?:id|secret|credentials|authentication)/i, 401],
  [
    /fulfilled|\bquotes?\b.{0,40}(?:expired|used|no longer|converted)|expired quote|coupon|minimum (?:stay|nights)|min(?:imum)? nights|calendar|already (?:has|have|used)|applications? (?:limit|per account)|maximum of \d+ applications/i,
    400,
  ],
];
const BY_REASON = new Map(
  Object.entries(STATUS_CODES)
    .filter(([code]) => Number(code) >= 400)
    .map(([code, reason]) => [(reason ?? '').toLowerCase(), Number(code)]),
);
const MAX_TEXT = 400;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The status that a JSON body implies; null when it implies none. */
export function impliedStatus(json: unknown): number | null {
  const outer = fieldsOf(json);
  if (outer === null) return null;
  const inner = fieldsOf(outer.error) ?? {};
  for (const given of [outer.statusCode, outer.status, outer.status_code, inner.statusCode, inner.status, inner.code])
    if (typeof given === 'number' && given >= 400 && given <= 599) return given;
  for (const code of [outer.error_code, inner.code, outer.code, outer.error]) {
    const status = typeof code === 'string' ? (BY_CODE[code.toLowerCase()] ?? statusOfReason(code)) : null;
    if (status !== null) return status;
    if (typeof code === 'string' && /^COUPON_/.test(code)) return 400;
  }
  for (const text of [outer.message, inner.message, outer.error_description, outer.error, outer.title]) {
    const status = typeof text === 'string' ? statusOfPhrase(text) : null;
    if (status !== null) return status;
  }
  return isSuccessBody(outer) ? 200 : null;
}

/** The status whose reason phrase a code spells in another way, such as `BAD_REQUEST`. */
const statusOfReason = (text: string): number | null =>
  BY_REASON.get(text.toLowerCase().replaceAll('_', ' ').replace(/[.!]$/, '')) ?? null;

function statusOfPhrase(text: string): number | null {
  const phrase = text.slice(0, MAX_TEXT).trim();
  const found = BY_PHRASE.find(([pattern]) => pattern.test(phrase));
  return found?.[1] ?? statusOfReason(phrase);
}

/** Whether a body is that of a success: a token, a page of results, or a quote. */
export function isSuccessBody(fields: Fields): boolean {
  if ('error' in fields || 'error_code' in fields || 'errors' in fields) return false;
  if (typeof fields.access_token === 'string') return true;
  if (Array.isArray(fields.results)) return true;
  return '_id' in fields && ('rates' in fields || 'expiresAt' in fields || 'coupons' in fields || 'title' in fields);
}

/** The status in the title or heading of a page: “502 Bad Gateway”. */
export function statusOfPage(text: string): number | null {
  const [, digits = '', reason = ''] =
    /\b([45]\d\d)[\s:–-]{1,4}([A-Za-z][A-Za-z -]{4,40})/.exec(text.slice(0, MAX_TEXT)) ?? [];
  const expected = STATUS_CODES[digits]?.toLowerCase();
  if (expected !== undefined && reason.toLowerCase().startsWith(expected)) return Number(digits);
  return /cannot (?:get|post|put|patch|delete) \//i.test(text.slice(0, MAX_TEXT)) ? 404 : null;
}
