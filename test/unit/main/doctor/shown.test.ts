/** What a text shows beside its exchanges, or hides by a mask or a cut. Texts in, the first cause out. */
import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { BOOKING, causeIn, OPEN } from './cause-in.ts';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${base64url({ alg: 'RS256' })}.${base64url({ iat: 1_770_000_000, exp: 1_770_086_400, scp: ['open-api'] })}.${'c2lnbmF0dXJl'.repeat(4)}`;
const REFUSED = '{"message":"You don\'t have permission to access, please contact Guesty support"}';

describe('a header that is not shown whole', () => {
  it.each([
    [
      'a mask in an indented message',
      `  GET ${OPEN}/v1/listings\n  Authorization: *** (removed)\n  → 403\n  ${REFUSED}`,
    ],
    ['a mask with a remark', `GET ${OPEN}/v1/listings\nAuthorization: Bearer eyJ…(valid until noon)\n403 Forbidden`],
  ])('is not malformed: %s', (_what, text) => {
    expect(['headerMalformed', 'bearerMissing']).not.toContain(causeIn(text));
  });

  it('shows its beginning where it is cut at its end', () => {
    const dump = `  "uri" => "${OPEN}/v1/listings"\n  "Authorization" => "eyJraWQiOiJk…(1012 chars)"\nERROR: 403 ${REFUSED}`;
    expect(causeIn(dump)).toBe('bearerMissing');
  });

  it('stands below the expression in a console', () => {
    const console = `requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: ${OPEN}/v1/listings\n>>> r.headers['Date']\n'Thu, 12 Mar 2026 13:20:09 GMT'\n>>> r.request.headers['Authorization']\n'Bearer ${TOKEN}'`;
    expect(causeIn(console)).toBe('tokenExpired');
  });
});

describe('what stands around a failure', () => {
  const QUOTES = `${BOOKING}/api/reservations/quotes`;
  const days = (status: string, nights: number) =>
    [3, 4, 5].map((day) => `{"date":"2026-08-0${day}","minNights":${nights},"status":"${status}"}`).join('\n');

  it.each([
    ['calendarBlocked', `${days('unavailable', 2)}\nPOST ${QUOTES} -> 400 Bad Request`],
    ['minimumNights', `${days('available', 5)}\nPOST ${QUOTES} -> 400 Bad Request`],
    ['tokenExpired', `exp: 2026-03-02 08:00:00 UTC\nGET ${OPEN}/v1/listings -> 401\n2026-03-02 09:10:00 UTC done`],
    [
      'wrongEnvironment',
      `POST https://mock.example/oauth2/token -> 200\nGET ${BOOKING}/api/listings\nAuthorization: Bearer mock-token-of-a-test\n\nHTTP/1.1 401 Unauthorized\n`,
    ],
    ['nothingWrong', `summary = 242 in 00:01:10 = 3.5/s Avg: 297 Err: 0 (0.00%)\nIs this within your limits?`],
    ['rateLimit', `status_200: 2651\nstatus_429: 3349\ntarget: ${BOOKING}/api/listings`],
    ['noPermission', `GET ${OPEN}/v1/listings → 403 "Your account is inactive"\nAuthorization: Bearer xxxx`],
  ])('names the cause: %s', (cause, text) => {
    expect(causeIn(text)).toBe(cause);
  });

  it.each([
    [
      'another host failed',
      `ReadTimeout: HTTPSConnectionPool(host='api.cards.example', port=443): Read timed out.\nno booking in Guesty`,
    ],
    ['another host refused its certificate', 'GET https://api.cards.example/v1/pay\ncertificate has expired'],
    ['the address of a 429 is masked', '{"url":"[Filtered]","method":"POST","status_code":429}'],
  ])('cannot tell where %s', (_what, text) => {
    expect(causeIn(text)).toBe('notEnough');
  });
});

describe('the token endpoint before a failure', () => {
  it('leaves nothing of what its address holds besides', () => {
    const text = `POST https://me:PlantedWord@mock.example/oauth2/token/PlantedPart -> 200\nGET ${BOOKING}/api/listings -> 401`;
    const read = readPasted(text);
    expect(JSON.stringify(read.failures)).not.toContain('Planted');
    expect(JSON.stringify(read)).not.toContain('PlantedWord');
  });
});
