/**
 * Infers the status of an answer from its body, for texts that show no status (`curl` without -i). Codes come first, then the phrases that stand
 * for a status (service.md §8.3; RFC 6749 §5.2; RFC 9110 §15).
 */
import { STATUS_CODES } from 'node:http';
import { sentencesOf } from './concepts.ts';
import { recordOf } from './record-of.ts';
import { type Meaning, statementOf } from './statements.ts';

const BY_CODE: Readonly<Record<string, number>> = {
  ...{ invalid_client: 401, unauthorized_client: 400, invalid_scope: 400, invalid_request: 400, invalid_grant: 400 },
  ...{ unsupported_grant_type: 400, access_denied: 403, invalid_token: 401, insufficient_scope: 403 },
  ...{ unsupported_media_type: 415, unauthorized: 401, token_expired: 401, forbidden: 403, not_found: 404 },
  ...{ wrong_request_parameters: 400, listing_calendar_blocked: 400, min_night_mismatch: 400 },
  ...{ too_many_requests: 429, rate_limit_exceeded: 429, internal_server_error: 500, service_unavailable: 503 },
};
/** The status that goes with a statement, the more exact ones first. */
const BY_MEANING: readonly (readonly [number, readonly Meaning[]])[] = [
  [404, ['noRoute']],
  [401, ['tokenExpired', 'tokenUnknown']],
  [429, ['tooMany', 'renewalLimit', 'tokenQuota']],
  [400, ['quoteUsed', 'quoteExpired', 'couponRefused', 'stayTooShort', 'datesBlocked']],
  [401, ['badCredentials']],
  [403, ['httpsRequired', 'outsideEngine', 'bookingForbidden', 'accountInactive', 'notActivated', 'anyRefusal']],
  [400, ['tooManyApplications', 'badParameter']],
];
const BY_REASON = new Map(
  Object.entries(STATUS_CODES)
    .filter(([code]) => Number(code) >= 400)
    .map(([code, reason]) => [(reason ?? '').toLowerCase(), Number(code)]),
);
const MAX_TEXT = 400;

type Fields = Readonly<Record<string, unknown>>;
/** Returns the HTTP status that a JSON body implies by its fields; null when it implies none. */
export function impliedStatus(json: unknown): number | null {
  const outer = recordOf(json);
  if (outer === null) return null;
  const inner = recordOf(outer.error) ?? {};
  for (const given of [outer.statusCode, outer.status, outer.status_code, inner.statusCode, inner.status, inner.code])
    if (typeof given === 'number' && given >= 400 && given <= 599) return given;
  for (const code of [outer.error_code, inner.code, outer.code, outer.error]) {
    const status = typeof code === 'string' ? (BY_CODE[code.toLowerCase()] ?? statusOfReason(code)) : null;
    if (status !== null) return status;
    if (typeof code === 'string' && /^COUPON_/.test(code)) return 400;
  }
  const { errors } = recordOf(outer.data) ?? {};
  for (const code of Array.isArray(errors) ? errors : []) {
    const status = typeof code === 'string' ? BY_CODE[code.toLowerCase()] : undefined;
    if (status !== undefined) return status;
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
  const sentences = sentencesOf(phrase);
  const found = BY_MEANING.find(([, meanings]) => meanings.some((one) => statementOf(sentences, one) !== null));
  return found?.[0] ?? statusOfReason(phrase);
}

/** Whether a body is a token, a page of results or a quote, which the service sends only on success. */
export function isSuccessBody(fields: Fields): boolean {
  if ('error' in fields || 'error_code' in fields || 'errors' in fields) return false;
  if (typeof fields.access_token === 'string') return true;
  if (Array.isArray(fields.results)) return true;
  return '_id' in fields && Object.keys(fields).length > 1;
}
