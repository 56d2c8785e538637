/** How evidence is weighed: what is masked, not shown, stated by the service, recovered. Texts in, the first cause out. */
import { describe, expect, it } from 'vitest';
import { BOOKING, causeIn, OPEN } from './cause-in.ts';

const ID = '5f1e2d3c4b5a69788796a5b4';
const QUOTE = `${BOOKING}/api/reservations/quotes/${ID}`;

describe('a mask', () => {
  it.each(['***', '[REDACTED]', 'Bearer <token>', 'Bearer (removed)', 'Bearer [hidden]', 'Bearer eyJh…'])(
    'is not the value that was sent: %s',
    (mask) => {
      const text = `GET /v1/listings HTTP/1.1\nHost: open-api.guesty.com\nAuthorization: ${mask}\n\nHTTP/1.1 403 Forbidden\n\n{"message":"Forbidden"}`;
      expect(['bearerMissing', 'headerMalformed']).not.toContain(causeIn(text));
    },
  );
});

describe('what the service states about the request', () => {
  const stated = (body: string, path = '/instant', authorization = 'Token abcdefghijklmnop') =>
    `POST ${QUOTE}${path}\nAuthorization: ${authorization}\n\nHTTP/1.1 400 Bad Request\nContent-Type: application/json\n\n${body}`;

  it.each([
    ['quoteUsed', '{"message":"This inquiry has already been fulfilled"}'],
    ['minimumNights', '{"error":{"code":"MIN_NIGHT_MISMATCH","message":"No"}}'],
    ['calendarBlocked', '{"error_code":"CREATE_RESERVATION_ERROR","data":{"errors":["LISTING_CALENDAR_BLOCKED"]}}'],
    ['bookingOption', '{"message":"Instant bookings are disabled for this instance"}'],
    ['quoteExpired', '{"message":"The quote has expired"}'],
  ])('outweighs what its header shows: %s', (cause, body) => {
    expect(causeIn(stated(body))).toBe(cause);
  });

  it('is read where a page escaped the whole text', () => {
    const text = stated('{"message":"This inquiry has already been fulfilled"}').replaceAll('"', '&quot;');
    expect(causeIn(text)).toBe('quoteUsed');
    expect(causeIn(JSON.stringify(stated('{"error":{"code":"MIN_NIGHT_MISMATCH"}}')))).toBe('minimumNights');
  });
});

describe('a listing of the Open API', () => {
  it('is refused for its header where the header is shown', () => {
    expect(causeIn(`GET ${OPEN}/v1/listings\nAuthorization: abcdefghijklmnop1234\n\nHTTP/1.1 403 Forbidden`)).toBe(
      'bearerMissing',
    );
  });
});
