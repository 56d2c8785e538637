/** How evidence is weighed: what is masked, not shown, stated by the service, recovered. Texts in, the first cause out. */
import { describe, expect, it } from 'vitest';
import { BOOKING, causeIn, OPEN, verdictIn } from './cause-in.ts';

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

describe('a page with a status of the service', () => {
  const page = (title: string) =>
    verdictIn(
      `GET ${BOOKING}/api/listings HTTP/1.1\nHost: booking.guesty.com\n\nHTTP/1.1 503\nContent-Type: text/html\n\n<html><body><h2>${title}</h2></body></html>`,
    );

  it('is nearly certainly a fault of the service only where it names the fault', () => {
    expect(page('503 Service Temporarily Unavailable')).toMatchObject({ cause: 'upstreamFault' });
    expect(page('503 Service Temporarily Unavailable').confidence).toBeGreaterThanOrEqual(0.9);
    expect(page('Outgoing request held by rule 2041').confidence).toBeLessThan(0.9);
  });
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

describe('a failure that recovered', () => {
  const TOKEN = 'made-up-token-of-this-test-000001';
  const exchange = (request: string, answer: string) =>
    `${request}\nAuthorization: Bearer ${TOKEN}\n\nHTTP/1.1 ${answer}\nContent-Type: application/json\n\n{}\n`;
  const listings = (answer: string) => exchange(`GET ${OPEN}/v1/listings`, answer);
  const renewed = `POST ${OPEN}/oauth2/token -> 200`;

  it.each([
    ['401, a new token, 200', [listings('401 Unauthorized'), renewed, listings('200 OK')]],
    ['429, waited, 200', [`GET ${OPEN}/v1/listings -> 429`, `GET ${OPEN}/v1/listings -> 200`]],
    ['503 twice, 200', [1, 2].map(() => `GET ${OPEN}/v1/listings -> 503`).concat(`GET ${OPEN}/v1/listings -> 200`)],
  ])('is no failure: %s', (_what, lines) => {
    expect(causeIn(lines.join('\n'))).toBe('nothingWrong');
  });

  it.each([
    [
      'it failed again',
      `GET ${OPEN}/v1/listings -> 429\nGET ${OPEN}/v1/listings -> 200\nGET ${OPEN}/v1/listings -> 429`,
    ],
    ['it failed many times', `${`GET ${OPEN}/v1/listings -> 429\n`.repeat(9)}GET ${OPEN}/v1/listings -> 200`],
    ['another request succeeded', `GET ${OPEN}/v1/listings -> 429\nGET ${BOOKING}/api/listings -> 200`],
  ])('is one where %s', (_what, text) => {
    expect(causeIn(text)).toBe('rateLimit');
  });

  it('is one where the request was changed, as the prefix was', () => {
    const without = listings('403 Forbidden').replace('Bearer ', '');
    expect(causeIn(`${without}\n${listings('200 OK')}`)).toBe('bearerMissing');
  });
});

describe('failures of other hosts', () => {
  const entry = (url: string, status: number, text = '') => ({
    startedDateTime: '2026-03-01T10:00:00Z',
    request: { method: 'GET', url, headers: [{ name: 'Accept', value: '*/*' }] },
    response: { status, headers: [], content: { mimeType: 'application/json', text } },
  });
  const har = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });

  it('are none of the service', () => {
    const others = [entry('https://shop.example/favicon.ico', 404), entry('https://api.stats.example/v1/events', 429)];
    expect(causeIn(har(...others, entry(`${BOOKING}/api/listings`, 200, '{"results":[]}')))).toBe('nothingWrong');
    expect(causeIn(har(...others, entry(`${OPEN}/v1/listings`, 502)))).toBe('upstreamFault');
  });

  it('are not enough where the service is not asked at all', () => {
    expect(verdictIn(har(entry('https://shop.example/', 200), entry('https://shop.example/a.css', 200)))).toMatchObject(
      {
        cause: 'notEnough',
        ask: expect.stringContaining('address of the request'),
      },
    );
  });
});

describe('a text in which all is well', () => {
  const run = `GET ${OPEN}/v1/listings -> 401\nPOST ${OPEN}/oauth2/token -> 429\nGET ${BOOKING}/api/listings -> 403`;

  it.each([
    ['tests of refusals that all passed', `${run}\n\n12 examples, 0 failures`],
    ['a load test', `${run}\nhttp_req_failed................................: 0.00%  of 1200`],
    ['another load test', `GET ${OPEN}/v1/listings\nSuccess      [ratio]                         100.00%`],
    ['a table of an answer', 'PS> $quote.rates.ratePlans[0].money\n\nfareAccommodation subTotalPrice\n820  738'],
    ['a screenshot', 'GET https://open-api.guesty.com/v1/Iistings   200 0K  411 ms\n{"resuIts":[{"nickname":"Loft"}]}'],
    [
      'an answer with headers for browsers',
      `GET ${BOOKING}/api/listings HTTP/1.1\n\nHTTP/1.1 200 OK\nAccess-Control-Allow-Origin: *\nContent-Type: application/json\n\n{"results":[]}`,
    ],
  ])('has no cause: %s', (_what, text) => {
    expect(causeIn(text)).toBe('nothingWrong');
  });

  it.each([
    ['a run with failures', `GET ${OPEN}/v1/listings -> 429\n12 requests, 0 errors in setup, 7 failed`, 'rateLimit'],
    ['a level of a log behind its time', `2026-07-09T15:10:00 ERROR GET ${OPEN}/v1/listings -> 429`, 'rateLimit'],
    [
      'a success of another search',
      `GET ${BOOKING}/api/listings?city=Rome -> 429\nGET ${BOOKING}/api/listings?city=Bonn -> 200`,
      'rateLimit',
    ],
    [
      'a command with the data that it sends',
      `curl -H 'Authorization: Bearer xxx' ${BOOKING}/api/reservations/quotes -d '{"listingId":"5"}'`,
      'notEnough',
    ],
    ['a complaint about data', 'results and count are there, but the nickname is wrong', 'notEnough'],
  ])('is not %s', (_what, text, cause) => {
    expect(causeIn(text)).toBe(cause);
  });
});

describe('a failure of something else', () => {
  it.each([
    ['the customer’s own page', '2026-06-05 GET /api/me 401 {"message":"jwt expired"}'],
    ['the customer’s own server', 'GET https://villas.example.com/api/search -> 429'],
    ['another API', 'POST https://api.shop.example/v1/orders -> 500 {"message":"internal error"}'],
  ])('cannot tell about the service: %s', (_what, text) => {
    expect(causeIn(text)).toBe('notEnough');
  });

  it('tells about it where another host passes the service’s own error on', () => {
    const text = `POST https://villas.example.com/api/quote HTTP/1.1\n\nHTTP/1.1 400 Bad Request\nContent-Type: application/json\n\n{"error":{"code":"MIN_NIGHT_MISMATCH","message":"3 nights"}}`;
    expect(causeIn(text)).toBe('minimumNights');
  });
});

describe('the failure that a text is about', () => {
  it.each([
    [
      'is passed on by a page of the customer',
      `POST /_internal/new HTTP/1.1\nHost: shop.example\n\nHTTP/1.1 403 Forbidden\n\n{"error":{"code":"FORBIDDEN","message":"At most 5 applications"}}`,
      'sixthApplication',
    ],
    [
      'is the cause within another failure',
      '{"route":"/api/find","status":500,"err":{"cause":{"host":"booking.guesty.com","path":"/api/listings","status":429}}}',
      'rateLimit',
    ],
    [
      'stands above the success of a test',
      'listing-B (403 Forbidden) - 118 ms\n   expected status 200\n   body: {"error":{"code":"FORBIDDEN","message":"You do not have access to this listing"}}',
      'listingNotBookable',
    ],
    [
      'is the type of a body that takes JSON',
      `POST ${BOOKING}/api/reservations/quotes -> 415 Unsupported Media Type`,
      'wrongParameters',
    ],
    [
      'is the host of the documentation’s example',
      'GET https://open-api.example.com/v1/listings HTTP/1.1\n\nHTTP/1.1 404 Not Found\nContent-Type: text/html\n\n<html><title>Example</title></html>',
      'wrongEnvironment',
    ],
    [
      'is a variable of a console that warns of it',
      `GET ${BOOKING}/api/listings\nWarning: the variable is not defined\n\nRequest Headers\nAuthorization: Bearer {{token}}\nAccept: */*\n\nHTTP/1.1 401 Unauthorized\n`,
      'headerMalformed',
    ],
    [
      'is in a HAR that was cut off',
      `{"log":{"entries":[{"startedDateTime":"2026-08-05T13:13:13Z","request":{"method":"GET","url":"${BOOKING}/api/listings","headers":[]},"response":{"status":503,"headers":[],"content":{"text":"{\\"message\\":\\"down\\"}"},"_x":{"y":1`,
      'upstreamFault',
    ],
  ])('%s', (_what, text, cause) => {
    expect(causeIn(text)).toBe(cause);
  });
});

describe('an http:// address that a text only mentions', () => {
  it('is not that of a request which is shown', () => {
    const text = `We once used http://open-api.guesty.com by mistake.\n\nGET ${OPEN}/v1/listings HTTP/1.1\nHost: open-api.guesty.com\nAuthorization: abcdefghijklmnopqrstuvwxyz0123456789\n\nHTTP/1.1 403 Forbidden\n\n{"message":"You don't have permission to access, please contact Guesty support"}`;
    expect(causeIn(text)).toBe('bearerMissing');
  });
});

describe('what a text shows beside its exchanges', () => {
  const HOUR = '2026-05-03';
  it.each([
    [
      'browserRefused',
      `Access to fetch at '${BOOKING}/oauth2/token' has been blocked by CORS policy\nPOST ${BOOKING}/oauth2/token net::ERR_FAILED 200 (OK)`,
    ],
    ['notHttps', `location /g/ { proxy_pass http://open-api.guesty.com/; }\n"GET /g/v1/listings HTTP/1.1" 301 134`],
    [
      'notHttps',
      'curl.exe `\n  --header "Accept: application/json" `\n  "http://booking.guesty.com/api/listings?limit=1"',
    ],
    ['clockWrong', 'jwt.exceptions.ImmatureSignatureError: The token is not yet valid (iat)'],
    [
      'clockWrong',
      `token refused\nlocal time ${HOUR}T05:10:00Z, Date: Sun, 03 May 2026 08:10:00 GMT\nissued 3 hours in the future`,
    ],
    [
      'quotaUsedUp',
      'We ask the token endpoint (open-api) at every start.\n\n   HTTP 429\n   x-ratelimit-remaining-day: 0',
    ],
    ['wrongApi', `claims: {'scp': ['booking_engine:api']}\nERROR GET ${OPEN}/v1/listings -> 403`],
    [
      'quoteUsed',
      `POST /api/reservations/quotes/${ID}/instant -> 200\nPOST /api/reservations/quotes/${ID}/instant -> 400`,
    ],
    [
      'oldApi',
      'GET https://api.guesty.com/api/v2/listings\nAuthorization: Basic abcdefgh\n\nHTTP/1.1 401 Unauthorized',
    ],
    ['nothingWrong', `nightly sync: 1,650 requests to ${BOOKING}/api/listings, 0 errors`],
    [
      'listingNotBookable',
      'level=WARN msg=refused status=403 code=FORBIDDEN text="listing does not belong to the booking engine scope"',
    ],
    [
      'networkFailure',
      `Error: connect ECONNREFUSED 127.0.0.1:8888\n  code: 'ECONNREFUSED', port: 8888\nPOST ${OPEN}/oauth2/token (HTTPS_PROXY is still set)`,
    ],
    ['notEnough', 'Response status: 500 at our own page'],
  ])('is evidence for %s: %s', (cause, text) => {
    expect(causeIn(text)).toBe(cause);
  });

  it('joins a token that a mail broke into lines', () => {
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ exp: 1_777_000_000, scp: ['open-api'] })}.${'c2ln'.repeat(8)}`;
    const broken = token.replace(/.{60}/g, '$&\n');
    const text = `GET ${OPEN}/v1/listings\nAuthorization: Bearer\n${broken}\n\nHTTP/1.1 401 Unauthorized\nDate: Mon, 25 May 2026 08:00:00 GMT`;
    expect(causeIn(text)).toBe('tokenExpired');
  });
});
