/** A customer's request without its answer, and answers that name the cause by themselves: texts in, the cause first. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { causeOf } from '../../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';

const causeIn = (text: string): string | null => {
  const report = reportOf(readPasted(text), knownServices(), Date.parse('2026-12-31T00:00:00Z'));
  const diagnosis = report.cases[0]?.diagnosis;
  return diagnosis ? causeOf(diagnosis) : null;
};
const OPEN = 'https://open-api.guesty.com';
const BOOKING = 'https://booking.guesty.com';
const TOKEN = 'a-made-up-token-of-the-tests-0123456789';

describe('a request whose answer is not shown', () => {
  it.each([
    ['bearerMissing', `curl ${OPEN}/v1/listings`],
    ['bearerMissing', `curl ${OPEN}/v1/listings -H 'Authorization: ${TOKEN}'`],
    ['headerMalformed', `curl ${BOOKING}/api/listings -H 'Authorization: Token ${TOKEN}'`],
    ['headerMalformed', `curl ${OPEN}/v1/listings -H 'Authorization: Bearer Bearer ${TOKEN}'`],
    [
      'wrongContentType',
      `curl ${BOOKING}/oauth2/token -H 'Content-Type: application/json' -d '{"scope":"booking_engine:api"}'`,
    ],
    ['notEnough', `curl ${OPEN}/v1/listings -H 'Authorization: Bearer ${TOKEN}'`],
    ['notEnough', `curl ${OPEN}/oauth2/token -H 'Content-Type: application/x-www-form-urlencoded' -d 'scope=open-api'`],
  ])('names %s only where the request itself is wrong: %s', (cause, text) => {
    expect(causeIn(text)).toBe(cause);
  });
});

describe('an answer', () => {
  it('that judges the parameters had accepted the token', () => {
    const text = `requests.exceptions.HTTPError: 400 Client Error: Bad Request for url: ${BOOKING}/api/listings?limit=500
session.get("${BOOKING}/api/listings", params={"limit": 500})
{"error":{"code":"WRONG_REQUEST_PARAMETERS","message":"limit must be less than or equal to 100"}}`;
    expect(causeIn(text)).toBe('wrongParameters');
  });

  it.each([301, 308])(
    '%d that leads to the same address with https tells that the request went over http',
    (status) => {
      const answer = (location: string) => `GET /v1/listings HTTP/1.1
Host: open-api.guesty.com
Authorization: Bearer ${TOKEN}

HTTP/1.1 ${status} Moved Permanently
Content-Type: text/html
Location: ${location}

<html><head><title>${status} Moved Permanently</title></head><body></body></html>`;
      expect(causeIn(answer(`${OPEN}/v1/listings`))).toBe('notHttps');
      expect(causeIn(answer('https://proxy.example/sign-in'))).not.toBe('notHttps');
    },
  );

  it('that a route is not known is no failure of the network, also on one line with its address', () => {
    const text = `fetch('${OPEN}/v1/v1/listings', { headers: { authorization: \`Bearer \${token}\` } });

404 ${OPEN}/v1/v1/listings {"message":"no Route matched with those values"}`;
    expect(causeIn(text)).toBe('wrongBasePath');
  });

  it('that puts a listing out of the booking engine’s scope names the listing', () => {
    const text = `POST ${BOOKING}/api/reservations/quotes
Authorization: Bearer ${TOKEN}

HTTP/1.1 403 Forbidden
Content-Type: application/json

{"error":{"code":"FORBIDDEN","message":"Listing 61d2 is out of the booking engine's scope"}}`;
    expect(causeIn(text)).toBe('listingNotBookable');
  });
});
