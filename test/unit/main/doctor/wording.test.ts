/** A service may state its reason in any wording: what counts is that one sentence names both concepts of the cause. */
import { expect, it } from 'vitest';
import { sentencesOf } from '../../../../src/main/doctor/facts/concepts.ts';
import { statementOf } from '../../../../src/main/doctor/facts/statements.ts';
import type { CauseId } from '../../../../src/shared/model/diagnosis.ts';
import { BOOKING, causeIn } from './cause-in.ts';

const answered = (path: string, status: number, message: string) =>
  causeIn(
    `POST ${path} HTTP/1.1\nHost: ${new URL(BOOKING).host}\nAuthorization: Bearer abc.def.ghi\nContent-Type: application/json\n\n` +
      `HTTP/1.1 ${status} Refused\nContent-Type: application/json\n\n${JSON.stringify({ error: { code: 'REFUSED', message } })}`,
  );
const QUOTES = '/api/reservations/quotes';

it.each<[CauseId, string, number, string]>([
  ['minimumNights', QUOTES, 400, 'Two nights requested, minimum is three'],
  ['minimumNights', QUOTES, 400, 'staysBelowMin'],
  ['calendarBlocked', QUOTES, 400, 'Days in this calendar are occupied'],
  ['calendarBlocked', QUOTES, 422, 'DATES_NO_LONGER_AVAILABLE'],
  ['quoteExpired', `${QUOTES}/q1/instant`, 400, 'Expiry: this quote has lapsed'],
  ['quoteExpired', `${QUOTES}/q1/instant`, 400, 'quoteTooOld'],
  ['quoteUsed', `${QUOTES}/q1/instant`, 409, 'This quote was already consumed'],
  ['quoteUsed', `${QUOTES}/q1/instant`, 409, 'A quote is single-use'],
  ['bookingOption', `${QUOTES}/q1/instant`, 403, 'Instant reservations are turned off for this instance'],
  ['listingNotBookable', QUOTES, 403, 'UNPUBLISHED_PROPERTY'],
])('names %s for %s %i “%s”', (cause, path, status, message) => {
  expect(answered(path, status, message)).toBe(cause);
});

it.each([
  ['at most 30 nights per stay are allowed', 'stayTooShort'],
  ['The minimum number of guests is 1. Nights were read.', 'stayTooShort'],
  ['The coupon is unavailable. The dates were read.', 'datesBlocked'],
] as const)('does not join concepts of different sentences or of the opposite: “%s”', (message, meaning) => {
  expect(statementOf(sentencesOf(message), meaning)).toBeNull();
});

it('takes a 429 of the token endpoint for its quota, even as a page without a name', () => {
  const page = (html: string) =>
    causeIn(
      `POST /oauth2/token HTTP/1.1\nHost: open-api.guesty.com\nContent-Type: application/x-www-form-urlencoded\n\n` +
        `grant_type=client_credentials&scope=open-api\n\nHTTP/1.1 429 Too Many Requests\nContent-Type: text/html\n\n${html}`,
    );
  expect(page('<html><head><title>Slow down</title></head><body><h1>Slow down</h1></body></html>')).toBe('quotaUsedUp');
  expect(page('<html><head><title>Zscaler</title></head><body><h1>Zscaler blocked</h1></body></html>')).toBe(
    'intermediary',
  );
});
