/** Signs that all is well, texts that cannot tell, and evidence beside an exchange. Texts of many tools in, the first cause out. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { BOOKING, causeIn, OPEN } from './cause-in.ts';

const LISTINGS = `${BOOKING}/api/listings`;
const QUOTES = `${BOOKING}/api/reservations/quotes`;
const FORBIDDEN = '{"message":"You don\'t have permission to access, please contact Guesty support"}';

describe('a text in which all is well', () => {
  it.each([
    [
      'a load test whose counts look like statuses',
      'Type  Name           # reqs   # fails\nGET   /api/listings     503   0(0.00%)\nGET   /api/listings/[id]  401   0(0.00%)',
    ],
    [
      'tests about a failure that pass',
      'tests/prefix_403_spec.rb\n  403 without the prefix\n    ok\n7 passed, 7 total',
    ],
    [
      'the older message of a mail was refused, the newer answers',
      `Hat geklappt!\nGET ${OPEN}/v1/listings?limit=2\nHTTP/1.1 200 OK\n{"results":[],"count":0}\n\n> Am 3. Mai schrieb Ute:\n> GET ${OPEN}/v1/listings\n> Authorization: eyJhbGciOi…\n> HTTP/1.1 403 Forbidden\n> ${FORBIDDEN}`,
    ],
    [
      'the program needed a second start for its own database',
      `{"msg":"db down","err":"dial tcp 10.0.0.7:5432: connect: connection refused"}\nexit code 1\nGET ${LISTINGS} 200\nexit code 0`,
    ],
    [
      'a console prints data, and counts its errors',
      `PS> irm ${OPEN}/v1/listings -Headers $h\nresults : {@{_id=1; nickname=Hut}}\ncount : 1\nskip : 0\n\nPS> $Error.Count\n0`,
    ],
    [
      'a blocker stopped a request of the page to somebody else',
      `GET https://stats.example/collect net::ERR_BLOCKED_BY_CLIENT\nGET ${LISTINGS} 200 OK`,
    ],
    [
      'a probe prints nothing but successes',
      `$ for i in 1 2; do curl -so /dev/null -w '%{http_code} %{time_total}\\n' ${LISTINGS}?limit=1; done\n200 0.28\n200 0.26`,
    ],
  ])('is no failure: %s', (_what, text) => {
    expect(causeIn(text)).toBe('nothingWrong');
  });

  it('is one where it works again until the next time', () => {
    const text = `Every morning GET ${OPEN}/v1/listings answers 401 with a token of yesterday. After a restart it works again with 200.`;
    expect(causeIn(text)).not.toBe('nothingWrong');
  });

  it('is not one where other parameters of the request were refused', () => {
    const refused = '{"error":{"code":"WRONG_REQUEST_PARAMETERS","message":"\\"checkIn\\" is not allowed"}}';
    expect(causeIn(`GET ${LISTINGS}/6a?checkIn=2026-05-01\n400 ${refused}\nGET ${LISTINGS}/6a 200`)).toBe(
      'wrongParameters',
    );
  });
});

describe('a text that cannot tell', () => {
  it.each([
    ['a 429 of nobody knows what', 'Job "prices" stopped.\nRateLimitError: [429] Too Many Requests\nurl: {{2.url}}'],
    [
      'the application of the sender failed',
      '10.0.0.9 - - [18/Feb/2026:12:44:01 +0100] "GET /rest/search?a=1 HTTP/1.1" 500 143',
    ],
    [
      'no answer came, and the reason is cut',
      `{"log":{"entries":[{"startedDateTime":"2026-05-04T10:00:00Z","request":{"method":"GET","url":"${LISTINGS}","headers":[]},"response":{"status":0,"_error":"…"}}]}}`,
    ],
    [
      'the log of another program names an expired token',
      '2026-05-02 09:00:01 WARN [http-8] c.acme.LoginFilter - token expired, rejecting /owner/home\n2026-05-02 09:00:05 INFO [timer] c.acme.Sync - next run at 10:00',
    ],
    ['the path is hidden', `curl ${OPEN}/[...] -> 404 Not Found`],
    ['the header is filtered', `status 401\nurl ${LISTINGS}\nheaders { "Authorization": "[Filtered]" }`],
  ])('names no cause: %s', (_what, text) => {
    expect(causeIn(text)).toBe('notEnough');
  });
});

describe('a request that is shown without its Authorization header', () => {
  const answer = (body: string) => `HTTP/1.1 400 Bad Request\nContent-Type: application/json\n\n${body}`;
  const WRONG = '{"error":{"code":"WRONG_REQUEST_PARAMETERS","message":"Bad request"}}';
  const CODE_ALONE = '{"error_code":"WRONG_REQUEST_PARAMETERS"}';

  it.each([
    ['a message', `curl -i '${LISTINGS}?checkIn=2026-05-01'\n${answer(WRONG)}`],
    [
      'raw HTTP',
      `GET /v1/listings?limit=x HTTP/1.1\nHost: open-api.guesty.com\nAccept: application/json\n\n${answer(WRONG)}`,
    ],
    ['the code alone', `curl -i -H 'Accept: application/json' '${OPEN}/v1/listings?limit=x'\n${answer(CODE_ALONE)}`],
  ])('had a token where the service read its parameters: %s', (_what, text) => {
    expect(causeIn(text)).toBe('wrongParameters');
  });

  it.each(['abcdefghijklmnop1234', 'Token abcdefghijklmnop1234', 'Bearer Bearer abcdefghijklmnop1234'])(
    'nor is its header the cause where it is shown: %s',
    (header) => {
      const text = `curl -i -H 'Authorization: ${header}' '${OPEN}/v1/listings?limit=x'\n${answer(CODE_ALONE)}`;
      expect(causeIn(text)).toBe('wrongParameters');
    },
  );

  it('had a token where the service began to create the reservation', () => {
    const text = `curl -i -X POST ${QUOTES}/6a1b2c3d4e5f60718293a4b5/instant -d '{}'\n${answer('{"error_code":"CREATE_RESERVATION_ERROR"}')}`;
    expect(causeIn(text)).not.toBe('bearerMissing');
  });

  it('had none where only the status tells', () => {
    expect(causeIn(`curl -i ${LISTINGS}\n${answer('{}')}`)).toBe('bearerMissing');
  });
});

describe('a 429 of a token endpoint', () => {
  const refused = (waitSeconds: number, body: string) =>
    `curl -i -X POST ${OPEN}/oauth2/token -d 'grant_type=client_credentials&scope=open-api&client_id=a&client_secret=b'\nHTTP/1.1 429 Too Many Requests\nRetry-After: ${waitSeconds}\n\n${body}`;

  it('is a rate limit where the wait is short, and the words are those of a rate', () => {
    expect(causeIn(refused(5, '{"message":"Too many requests"}'))).toBe('rateLimit');
  });

  it('is the quota where the wait is long, or the words are those of a quota', () => {
    expect(causeIn(refused(50_000, '{"message":"Too many requests"}'))).toBe('quotaUsedUp');
    expect(causeIn(refused(5, '{"message":"Too many requests: 5 tokens per 24 hours exceeded"}'))).toBe('quotaUsedUp');
  });
});

describe('a 401 of the deprecated endpoint', () => {
  it('has its status against it, not the path that speaks for it', () => {
    const text = `POST ${BOOKING}/api/reservations\nAuthorization: Bearer abcdefghijklmnop1234\n\nHTTP/1.1 401 Unauthorized\nDeprecation: true\n\n{}`;
    const [one] = reportOf(readPasted(text), knownServices(), Date.parse('2026-12-31T00:00:00Z')).cases;
    const verdict = one?.diagnosis.verdicts.find(({ cause }) => cause === 'deprecatedEndpoint');
    const against = verdict?.evidence.filter(({ weight }) => weight === 'against');
    expect(against?.map(({ text: sentence }) => sentence)).toEqual(['A 401 is an answer about the token.']);
  });
});

describe('evidence beside an exchange', () => {
  it.each([
    [
      'couponDropped',
      'sent in one sentence, gone in another',
      'We send coupons: "HERBST26", answer 201.\nIn the quote: "coupons": []',
    ],
    [
      'couponDropped',
      'two quotes are compared',
      `POST ${QUOTES}\n{"listingId":"a","coupons":"WINTER25"}\n--- without (200)\n+++ with (200)\n "coupons": [],\n "rates": {"ratePlans": [{"money": {"subTotalPrice": 90}}]}`,
    ],
    [
      'browserRefused',
      'a report of a policy',
      `{"type":"csp-violation","body":{"blockedURL":"${LISTINGS}","statusCode":200}}`,
    ],
    [
      'browserRefused',
      'in German',
      `Die Seite hat das Laden (connect-src) von ${LISTINGS} blockiert, da sie gegen "connect-src 'self'" verstößt.`,
    ],
    ['browserRefused', 'in Safari', `Fetch API cannot load ${LISTINGS} due to access control checks.`],
    ['calendarBlocked', 'the code is cut', 'POST …/quotes/{id}/inquiry : 400, errors: ["LISTING_CALENDAR_…"'],
    [
      'activationSteps',
      'a quoted sentence begins small',
      'new account, quotes → 403 "source \'Booking Engine\' has not been initialised"',
    ],
    [
      'headerMalformed',
      'a doubled prefix before a mask',
      `GET ${LISTINGS}?limit=1   401 Unauthorized\n  Authorization: Bearer Bearer ey●●●●●●`,
    ],
    [
      'bearerMissing',
      'a log prints the beginning of the token',
      `headers: {"authorization":"eyJraWQiOiJ...masked"}\nstatus=403 url=${OPEN}/v1/listings`,
    ],
    [
      'wrongBasePath',
      'code joins a base and a path',
      `BaseAddress = new Uri("${BOOKING}/")\nGetAsync("/listings?minOccupancy=3")\n→ StatusCode: 404, body Cannot GET /listings`,
    ],
    [
      'wrongEnvironment',
      'a mock answers under the path',
      'GET https://9f3.mock.pstmn.io/v1/listings 404\n{"error":{"name":"mockRequestNotFoundError"}}',
    ],
    [
      'wrongEnvironment',
      'another host of the service resolves',
      'getaddrinfo ENOTFOUND booking-api.guesty.com\nGET https://booking-api.guesty.com/v1/search\nPOST https://booking.guesty.com/oauth2/token -> 200',
    ],
    [
      'tokenExpired',
      'the log tells when it was minted',
      `2026-05-01T00:00:03Z minted token ttl=86400\n2026-05-04T00:00:03Z GET ${OPEN}/v1/listings -> 401`,
    ],
    [
      'clockWrong',
      'a log prints the header Date',
      `time=2026-09-01T10:14:07+02:00 level=WARN msg=response status=401 url=${LISTINGS} header.Date="Thu, 03 Sep 2026 08:14:07 GMT"`,
    ],
    [
      'browserRefused',
      'a policy names other hosts',
      `Refused to connect because it violates the following Content Security Policy directive: "connect-src 'self' https://cdn.example.net"\n${LISTINGS}`,
    ],
    [
      'tokenExpired',
      'a table has the claims',
      `exp | 2026-04-02T06:00:00Z\nat 2026-04-02T07:15:00Z: GET ${LISTINGS} 403 {"error":{"code":"FORBIDDEN","message":"Forbidden"}}`,
    ],
    [
      'noPermission',
      'the token is new',
      `Token is 3 minutes old, Authorization: Bearer eyJ... is sent. GET ${OPEN}/v1/listings → 403 ${FORBIDDEN}`,
    ],
    [
      'noPermission',
      'a field has its age',
      `token age=4s header="Bearer eyJ…9Qw"\nGET ${OPEN}/v1/listings 403 ${FORBIDDEN}`,
    ],
    ['wrongApi', 'without an address', '403 {"error":{"code":"FORBIDDEN","message":"Insufficient scope"}}'],
  ] as const)('tells %s: %s', (cause, _what, text) => {
    expect(causeIn(text)).toBe(cause);
  });

  it('is in the order of time where a text has the newest first', () => {
    const line = (at: string, status: number) => `${at} GET ${OPEN}/v1/listings ${status}`;
    const newestFirst = [line('2026-10-08T06:30:00Z', 429), line('2026-10-07T18:30:00Z', 200)];
    expect(causeIn(newestFirst.join('\n'))).toBe('rateLimit');
    expect(causeIn(newestFirst.toReversed().join('\n'))).toBe('rateLimit');
    expect(causeIn([line('2026-10-07T18:30:00Z', 429), line('2026-10-07T18:30:05Z', 200)].join('\n'))).toBe(
      'nothingWrong',
    );
  });
});
