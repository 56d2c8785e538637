/** Heads of requests and answers: what clients, services and their gateways send along. */
import type { Header } from '../console/record.ts';
import type { Draft } from './draft.ts';
import { cursor, date, httpDate, id, requestId, traceparent } from './facts.ts';
import { base64, queryOf } from './spelling.ts';

export const OPEN = 'https://open-api.guesty.com/v1';
export const BOOKING = 'https://booking.guesty.com/api';
const BASES = [
  OPEN,
  BOOKING,
  'https://booking-api.guesty.com/v1',
  'https://api.stay.example:8443/open/v1',
  'https://127.0.0.1:41873/v1',
];

export const baseOf = (draft: Draft) =>
  draft.dice.weighted([
    [5, OPEN],
    [5, BOOKING],
    [3, draft.dice.pick(BASES)],
  ]);

/** The head of a request of the console. */
export function consoleRequest(draft: Draft): void {
  const { dice } = draft;
  // Every request carries it, so one in ten is counted: the others would drown what is harder.
  const token = draft.own.accessToken;
  if (dice.chance(0.1)) draft.at('requestHeaders').secret('own access token in Authorization', token);
  draft.requestHeaders = [
    [dice.pick(['accept', 'Accept']), 'application/json'],
    [dice.pick(['authorization', 'Authorization', 'Authorization']), `Bearer ${token}`],
    ['user-agent', 'Latchkey/0.1.0'],
  ];
}

/** Sends a body with the request. */
export function sending(draft: Draft, method: string, contentType: string, body: string): void {
  draft.method = method;
  draft.requestHeaders = [...draft.requestHeaders, ['content-type', contentType]];
  draft.requestBody = body;
}

/** Headers that gateways and services add; most must stay. */
function companions(draft: Draft): Header[] {
  const { dice } = draft;
  const head = draft.at('responseHeaders');
  const all: (() => Header)[] = [
    () => ['date', httpDate(dice)],
    () => [
      dice.pick(['x-request-id', 'X-Request-Id', 'request-id', 'x-correlation-id']),
      head.stay('request id header', requestId(dice)),
    ],
    () => ['traceparent', head.stay('trace header', traceparent(dice))],
    () => ['cf-ray', head.stay('trace header', `${dice.hex(16)}-${dice.pick(['FRA', 'LHR', 'CDG'])}`)],
    () => ['x-amzn-trace-id', head.stay('trace header', `Root=1-${dice.hex(8)}-${dice.hex(24)}`)],
    () => ['x-amz-cf-id', head.stay('trace header', `${dice.base64url(54)}==`)],
    () => ['x-b3-traceid', head.stay('trace header', dice.hex(32))],
    () => ['x-cloud-trace-context', head.stay('trace header', `${dice.hex(32)}/${dice.digits(18)};o=1`)],
    () => [
      'server-timing',
      head.stay('timing header', `app;dur=${dice.int(4, 900)}.${dice.int(1, 9)}, cdn-cache; desc=MISS`),
    ],
    () => ['etag', `W/"${dice.hex(4)}-${dice.base64url(27)}"`],
    () => ['last-modified', httpDate(dice)],
    () => ['vary', head.stay('plain header', 'Accept-Encoding, Origin, Authorization')],
    () => ['cache-control', head.stay('plain header', dice.pick(['no-store', 'private, max-age=0, must-revalidate']))],
    () => ['strict-transport-security', head.stay('plain header', 'max-age=31536000; includeSubDomains')],
    () => [
      'access-control-allow-headers',
      head.stay('plain header', 'Authorization, X-Api-Key, Content-Type, X-CSRF-Token'),
    ],
    () => ['ratelimit-remaining', head.stay('limit header', String(dice.int(0, 275)))],
    () => ['x-ratelimit-remaining-minute', head.stay('limit header', `${dice.int(0, 275)}`)],
    () => ['ratelimit-policy', head.stay('limit header', `"burst";q=${dice.int(5, 275)};w=60`)],
    () => ['retry-after', head.stay('limit header', String(dice.int(1, 3_600)))],
    () => ['server', head.stay('plain header', dice.pick(['cloudflare', 'nginx/1.27.1', 'istio-envoy']))],
    () => ['x-powered-by', 'Express'],
    () => [
      'report-to',
      `{"endpoints":[{"url":"https:\\/\\/a.nel.cloudflare.com\\/report\\/v4?s=${dice.base64url(80)}"}],"group":"cf-nel"}`,
    ],
    () => ['via', head.stay('plain header', `1.1 ${dice.hex(32)}.cloudfront.net (CloudFront)`)],
  ];
  return dice.some(all, dice.int(1, 4)).map((make) => make());
}

const cookieNames = [
  'connect.sid',
  'JSESSIONID',
  '__Host-session',
  'AWSALB',
  'auth0',
  '__cf_bm',
  'XSRF-TOKEN',
  'laravel_session',
  'sid',
  'ARRAffinity',
];

/** A cookie that the answer sets. */
export function setCookie(draft: Draft, value: string): Header {
  const { dice } = draft;
  const attributes = dice.pick([
    '; Path=/; HttpOnly; Secure',
    '; path=/; SameSite=Lax',
    '; Max-Age=86400; Domain=.guesty.com; Secure',
    '',
  ]);
  return [
    dice.pick(['set-cookie', 'Set-Cookie']),
    `${dice.pick(cookieNames)}=${draft.at('responseHeaders').secret('set-cookie', value)}${attributes}`,
  ];
}

/** An answer with headers as services send them. */
export function answering(
  draft: Draft,
  status: number,
  contentType: string,
  body: string,
  more: readonly Header[] = [],
): void {
  const { dice } = draft;
  draft.status = status;
  draft.responseHeaders = [
    ['content-type', dice.chance(0.3) ? draft.at('responseHeaders').stay('content type', contentType) : contentType],
    ...companions(draft),
    ...more,
  ];
  draft.responseBody = body;
}

const JSON_TYPES = ['application/json; charset=utf-8', 'application/json', 'application/json;charset=UTF-8'];

/** A few services label their JSON as something else. */
export const answeringJson = (draft: Draft, status: number, body: string, more: readonly Header[] = []) =>
  answering(
    draft,
    status,
    draft.dice.chance(0.03) ? draft.dice.pick(['text/plain', 'text/html']) : draft.dice.pick(JSON_TYPES),
    body,
    more,
  );

/** A `Link` header of a list (RFC 8288). */
export function linkHeader(draft: Draft, base: string): Header {
  const { dice } = draft;
  const next = `${base}?${queryOf([
    ['limit', '100'],
    [dice.pick(['cursor', 'after', 'page_token', 'starting_after']), cursor(dice)],
  ])}`;
  return [
    'link',
    draft.at('responseHeaders').stay('Link header', `<${next}>; rel="next", <${base}?limit=100>; rel="first"`),
  ];
}

export function wwwAuthenticate(draft: Draft): Header {
  const value = draft.dice.pick([
    'Bearer realm="guesty", error="invalid_token", error_description="The access token expired"',
    'Bearer error="insufficient_scope", scope="booking_engine:api"',
    'Bearer authorization_uri="https://login.example/oauth2/authorize", error="invalid_token"',
    'Basic realm="Open API", charset="UTF-8"',
    'DPoP algs="ES256 PS256", error="use_dpop_nonce"',
    'Bearer realm="Service", error="invalid_token", error_description="Token signature verification failed: unknown key"',
  ]);
  return ['www-authenticate', draft.at('responseHeaders').stay('WWW-Authenticate header', value)];
}

/** The request's path and query, which must stay: an id and dates. */
export function listingPath(draft: Draft): string {
  const { dice } = draft;
  const url = draft.at('url');
  const listing = url.stay('id in the path', id(dice));
  return dice.pick([
    () => `/listings/${listing}`,
    () =>
      `/listings/${listing}/calendar?${queryOf([
        ['from', url.stay('date in the query', date(dice))],
        ['to', url.stay('date in the query', date(dice))],
      ])}`,
    () =>
      `/listings/${listing}?fields=${url.stay('field list in the query', 'title%20nickname%20prices%20nightlyRates')}`,
    () => `/listings/${listing}/reviews?cursor=${encodeURIComponent(url.stay('cursor in the query', cursor(dice)))}`,
  ])();
}

export const basic = (user: string, secret: string) => `Basic ${base64(`${user}:${secret}`)}`;
