/** Failures of tokens, clocks, APIs and environments. */
import {
  ALIVE,
  ALIVE_BOOKING,
  booking,
  calendar,
  casesOf,
  EXPIRED,
  EXPIRED_BOOKING,
  earlier,
  forbidden,
  get,
  html,
  json,
  later,
  listings,
  oauth,
  openApi,
  page,
  quote,
  refused403,
  SCOPE,
  search,
  TOKEN_ADDRESS,
  tokenRequest,
} from './base.ts';

const unauthorized = booking(401, 'UNAUTHORIZED', 'Unauthorized');
const aDay = 86_400_000;

export const cases = [
  ...casesOf('tokenExpired', [
    [
      'by its claim, 401',
      'tokenUnknown',
      { request: listings(), response: openApi(401, 'Unauthorized'), token: EXPIRED },
    ],
    ['by its claim, 403', 'noPermission', { request: listings(), response: refused403, token: EXPIRED }],
    [
      'the answer says so, 401',
      'tokenUnknown',
      { request: listings(), response: openApi(401, 'The access token has expired') },
    ],
    [
      'the answer says so, Booking Engine',
      'wrongApi',
      { request: search(), response: booking(401, 'UNAUTHORIZED', 'The access token expired') },
    ],
    [
      'the challenge says so',
      'bearerMissing',
      {
        request: search(),
        response: booking(401, 'UNAUTHORIZED', 'Unauthorized', null, {
          'www-authenticate': 'Bearer error="invalid_token", error_description="The access token expired"',
        }),
      },
    ],
    ['jwt expired', 'tokenUnknown', { request: calendar(), response: booking(401, 'UNAUTHORIZED', 'jwt expired') }],
    [
      'the console’s own, past its life',
      'noPermission',
      {
        request: listings(),
        response: refused403,
        console: { operation: 'listListings', token: { ageMs: aDay + 600_000, leftMs: -600_000, scope: 'open-api' } },
      },
    ],
    [
      'the console’s own, 401',
      'tokenUnknown',
      {
        request: search(),
        response: unauthorized,
        console: {
          operation: 'search',
          token: { ageMs: aDay + 3_600_000, leftMs: -3_600_000 },
          history: { otherBefore: earlier('calendar') },
        },
      },
    ],
    [
      'a quote with an expired token',
      'activationSteps',
      { request: quote(), response: forbidden, token: EXPIRED_BOOKING },
    ],
    [
      'expired yesterday',
      'clockWrong',
      {
        request: search(),
        response: unauthorized,
        token: { issuedAt: '2026-11-19T07:00:00Z', expiresAt: '2026-11-20T07:00:00Z', scopes: [SCOPE.booking] },
      },
    ],
    [
      'expired_token as code',
      'wrongEnvironment',
      { request: listings(), response: json(401, { error: { code: 'expired_token', message: 'Token is expired' } }) },
    ],
  ]),
  ...casesOf('tokenUnknown', [
    [
      'the answer says so',
      'tokenExpired',
      { request: search(), response: booking(401, 'UNAUTHORIZED', 'The access token is not known') },
    ],
    ['revoked', 'tokenExpired', { request: listings(), response: openApi(401, 'Token has been revoked') }],
    [
      'alive by its claim, 401',
      'tokenExpired',
      { request: listings(), response: openApi(401, 'Unauthorized'), token: ALIVE },
    ],
    [
      'a newer token is accepted',
      'noPermission',
      {
        request: search(),
        response: unauthorized,
        console: {
          operation: 'search',
          token: { ageMs: 3_600_000, leftMs: aDay - 3_600_000, scope: SCOPE.booking },
          history: { newerAccepted: later('search') },
        },
      },
    ],
    [
      'forgotten until the quota is used',
      'noPermission',
      {
        request: search(),
        response: booking(401, 'UNAUTHORIZED', 'The access token is not known'),
        console: {
          operation: 'search',
          token: { ageMs: 60_000, leftMs: aDay - 60_000 },
          ledger: { unit: 'renewals', limit: 3, remaining: 0 },
          history: { olderRefused: true, otherBefore: earlier('calendar') },
        },
      },
    ],
    [
      'worked before, not since',
      'tokenExpired',
      {
        request: calendar(),
        response: unauthorized,
        console: {
          operation: 'calendar',
          token: { ageMs: 7_200_000, leftMs: aDay - 7_200_000, scope: SCOPE.booking },
          history: { sameBefore: earlier('calendar') },
        },
      },
    ],
    [
      'invalid token, alive by its claim',
      'clockWrong',
      { request: search(), response: booking(401, 'UNAUTHORIZED', 'invalid token'), token: ALIVE_BOOKING },
    ],
    [
      'the token was not found',
      'bearerMissing',
      { request: listings(), response: openApi(401, 'Access token not found') },
    ],
    [
      'a challenge, alive by its claim',
      'wrongEnvironment',
      {
        request: listings(),
        response: openApi(401, 'Unauthorized', { 'www-authenticate': 'Bearer error="invalid_token"' }),
        token: ALIVE,
      },
    ],
    [
      'unknown token, quote',
      'activationSteps',
      { request: quote(), response: booking(401, 'UNAUTHORIZED', 'Unknown token') },
    ],
  ]),
  ...casesOf('clockWrong', [
    [
      'behind: the token is thought to be alive',
      'tokenExpired',
      {
        request: { ...listings(), sentAt: '2026-11-22T06:30:00Z' },
        response: openApi(401, 'Unauthorized'),
        token: EXPIRED,
      },
    ],
    [
      'behind, 403',
      'noPermission',
      { request: { ...search(), sentAt: '2026-11-22T05:00:00Z' }, response: forbidden, token: EXPIRED_BOOKING },
    ],
    [
      'not yet valid',
      'tokenUnknown',
      {
        request: search(),
        response: unauthorized,
        token: { notBefore: '2026-11-22T09:40:00Z', expiresAt: '2026-11-23T09:40:00Z', scopes: [SCOPE.booking] },
      },
    ],
    [
      'nbf, says the answer',
      'tokenUnknown',
      { request: listings(), response: openApi(401, 'Token is not yet valid (nbf)') },
    ],
    [
      'issued in the future',
      'tokenExpired',
      { request: listings(), response: openApi(401, 'Token used before issued') },
    ],
    [
      'certificate not yet valid',
      'tlsFailure',
      { request: search(), networkError: { code: 'CERT_NOT_YET_VALID', message: 'certificate is not yet valid' } },
    ],
    [
      'certificate not yet valid, curl',
      'tlsFailure',
      {
        request: listings(),
        networkError: { code: 'curl:60', message: 'SSL certificate problem: certificate is not yet valid' },
      },
    ],
    [
      'certificate dates, clocks apart',
      'tlsFailure',
      {
        request: search(),
        networkError: { code: 'ERR_CERT_DATE_INVALID', message: 'net::ERR_CERT_DATE_INVALID' },
        console: { operation: 'search', skewMs: -5_000_000_000 },
      },
    ],
    [
      'a day behind',
      'tokenExpired',
      { request: { ...calendar(), sentAt: '2026-11-21T09:00:00Z' }, response: unauthorized, token: EXPIRED_BOOKING },
    ],
    [
      'iat in the future, says the answer',
      'wrongEnvironment',
      { request: search(), response: booking(401, 'UNAUTHORIZED', 'iat is in the future, check clock skew') },
    ],
  ]),
  ...casesOf('wrongApi', [
    [
      'a booking token at the Open API',
      'noPermission',
      { request: listings(), response: refused403, token: ALIVE_BOOKING },
    ],
    ['an Open API token at the search', 'tokenUnknown', { request: search(), response: forbidden, token: ALIVE }],
    [
      'an Open API token at the calendar, 401',
      'tokenUnknown',
      { request: calendar(), response: unauthorized, token: ALIVE },
    ],
    [
      'the answer names the scope',
      'noPermission',
      { request: listings(), response: openApi(403, 'insufficient_scope') },
    ],
    [
      'the sandbox’s words',
      'listingNotBookable',
      {
        request: calendar(),
        response: booking(403, 'FORBIDDEN', 'No permission', 'The access token has another scope'),
      },
    ],
    [
      'the challenge names the scope',
      'noPermission',
      {
        request: search(),
        response: booking(403, 'FORBIDDEN', 'Forbidden', null, {
          'www-authenticate': 'Bearer error="insufficient_scope", scope="booking_engine:api"',
        }),
      },
    ],
    [
      'a token request for the other scope, Open API',
      'scopeMisspelt',
      {
        request: tokenRequest('openApi', { scope: SCOPE.booking }),
        response: oauth(400, 'invalid_scope', 'scope must be open-api'),
      },
    ],
    [
      'a token request for the other scope, Booking Engine',
      'credentialsWrong',
      { request: tokenRequest('booking', { scope: SCOPE.openApi }), response: oauth(401, 'invalid_client') },
    ],
    [
      'credentials stored for the other API',
      'credentialsWrong',
      { request: listings(), response: refused403, console: { operation: 'listListings', credentialApi: 'booking' } },
    ],
    [
      'the audience of the other API',
      'wrongEnvironment',
      {
        request: listings(),
        response: refused403,
        token: { expiresAt: ALIVE.expiresAt, audience: ['booking.guesty.com'] },
      },
    ],
    ['an Open API token at a quote', 'activationSteps', { request: quote(), response: forbidden, token: ALIVE }],
  ]),
  ...casesOf('wrongEnvironment', [
    [
      'the dashboard’s host',
      'wrongBasePath',
      { request: get('https://app.guesty.com/v1/listings'), response: html(404, page('Guesty', '')) },
    ],
    [
      'the dashboard’s host, a page',
      'intermediary',
      {
        request: get('https://app.guesty.com/api/v1/listings'),
        response: html(200, page('Guesty', '<div id="root"></div>')),
      },
    ],
    [
      'a staging host',
      'tokenUnknown',
      { request: get('https://open-api-staging.guesty.com/v1/listings'), response: openApi(401, 'Unauthorized') },
    ],
    [
      'a sandbox host, 403',
      'noPermission',
      { request: get('https://booking-sandbox.guesty.com/api/v1/search'), response: forbidden },
    ],
    [
      'a plausible name that answers',
      'networkFailure',
      { request: get('https://booking-api.guesty.com/v1/search'), response: openApi(401, 'Unauthorized') },
    ],
    [
      'issued by the test environment',
      'tokenUnknown',
      {
        request: listings(),
        response: openApi(401, 'Unauthorized'),
        token: { ...ALIVE, issuerHost: 'login.sandbox.guesty.com' },
      },
    ],
    [
      'wrong environment, says the answer',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: oauth(401, 'invalid_client', 'Client belongs to another environment'),
      },
    ],
    [
      'token request to the wrong host',
      'credentialsWrong',
      {
        request: tokenRequest('openApi', {}, { url: 'https://auth.guesty.com/oauth2/token' }),
        response: oauth(401, 'invalid_client'),
      },
    ],
    [
      'unknown issuer, says the answer',
      'tokenExpired',
      { request: search(), response: booking(401, 'UNAUTHORIZED', 'Unknown issuer') },
    ],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'invalid_client',
      'wrongApi',
      {
        request: tokenRequest('openApi'),
        response: oauth(401, 'invalid_client', 'The client ID or the client secret is wrong'),
      },
    ],
    [
      'invalid_client, 400',
      'wrongParameters',
      { request: tokenRequest('booking'), response: oauth(400, 'invalid_client') },
    ],
    [
      'invalid_client, Booking Engine',
      'wrongContentType',
      { request: tokenRequest('booking'), response: oauth(401, 'invalid_client', 'Client authentication failed') },
    ],
    [
      'words only',
      'noPermission',
      { request: tokenRequest('openApi'), response: openApi(401, 'Invalid client credentials') },
    ],
    ['401 only', 'tokenExpired', { request: tokenRequest('openApi'), response: openApi(401, 'Unauthorized') }],
    [
      'the secret of another application',
      'scopeMisspelt',
      { request: tokenRequest('booking'), response: oauth(401, 'invalid_client', 'Invalid client secret') },
    ],
    [
      'by HTTP Basic',
      'wrongParameters',
      {
        request: tokenRequest('openApi', { client_id: null, client_secret: null }, { Authorization: 'Basic TOKEN' }),
        response: oauth(401, 'invalid_client'),
      },
    ],
    [
      'the form’s headers are not known',
      'wrongContentType',
      { request: { method: 'POST', url: TOKEN_ADDRESS.openApi }, response: oauth(401, 'invalid_client') },
    ],
    [
      'a client that is not known',
      'wrongEnvironment',
      { request: tokenRequest('openApi'), response: oauth(401, 'invalid_client', 'Unknown client') },
    ],
  ]),
  ...casesOf('scopeMisspelt', [
    [
      'open_api',
      'wrongApi',
      { request: tokenRequest('openApi', { scope: 'open_api' }), response: oauth(400, 'invalid_scope') },
    ],
    [
      'openapi',
      'wrongParameters',
      {
        request: tokenRequest('openApi', { scope: 'openapi' }),
        response: oauth(400, 'invalid_scope', 'scope must be open-api'),
      },
    ],
    [
      'booking-engine:api',
      'wrongApi',
      { request: tokenRequest('booking', { scope: 'booking-engine:api' }), response: oauth(400, 'invalid_scope') },
    ],
    [
      'booking_engine',
      'credentialsWrong',
      { request: tokenRequest('booking', { scope: 'booking_engine' }), response: oauth(400, 'invalid_request') },
    ],
    [
      'a capital',
      'wrongParameters',
      { request: tokenRequest('openApi', { scope: 'Open-API' }), response: openApi(400, 'Bad Request') },
    ],
    [
      'both at once',
      'wrongApi',
      {
        request: tokenRequest('openApi', { scope: 'open-api booking_engine:api' }),
        response: oauth(400, 'invalid_scope'),
      },
    ],
    [
      'the code alone',
      'wrongParameters',
      {
        request: { method: 'POST', url: TOKEN_ADDRESS.openApi },
        response: oauth(400, 'invalid_scope', 'The requested scope is invalid'),
      },
    ],
    [
      'read write',
      'noPermission',
      { request: tokenRequest('openApi', { scope: 'read write' }), response: openApi(403, 'Forbidden') },
    ],
  ]),
  ...casesOf('wrongContentType', [
    [
      'JSON, 415',
      'wrongParameters',
      {
        request: tokenRequest('openApi', {}, { type: 'application/json' }),
        response: oauth(415, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded'),
      },
    ],
    [
      'JSON, 400',
      'wrongParameters',
      {
        request: tokenRequest('booking', {}, { type: 'application/json' }),
        response: oauth(400, 'invalid_request', 'grant_type is missing'),
      },
    ],
    [
      'JSON, 401',
      'credentialsWrong',
      { request: tokenRequest('openApi', {}, { type: 'application/json' }), response: oauth(401, 'invalid_client') },
    ],
    [
      'multipart',
      'credentialsWrong',
      {
        request: { ...tokenRequest('openApi', {}, { type: 'multipart/form-data; boundary=x' }), body: '--x' },
        response: oauth(400, 'invalid_request'),
      },
    ],
    [
      'text',
      'credentialsWrong',
      {
        request: tokenRequest('booking', {}, { type: 'text/plain' }),
        response: oauth(400, 'invalid_request', 'grant_type is missing'),
      },
    ],
    [
      '415 alone',
      'intermediary',
      {
        request: { method: 'POST', url: TOKEN_ADDRESS.booking },
        response: { status: 415, body: 'Unsupported Media Type' },
      },
    ],
    [
      'form by name, JSON in the body',
      'credentialsWrong',
      {
        request: {
          ...tokenRequest('openApi'),
          body: { grant_type: 'client_credentials', scope: 'open-api', client_id: 'ID', client_secret: 'SECRET' },
        },
        response: oauth(401, 'invalid_client'),
      },
    ],
    [
      'JSON with a misspelt scope',
      'scopeMisspelt',
      {
        request: tokenRequest('openApi', {}, { type: 'application/json' }),
        response: oauth(400, 'invalid_request', 'Unsupported content type'),
      },
    ],
  ]),
  ...casesOf('noPermission', [
    [
      'account inactive',
      'tokenExpired',
      { request: listings(), response: openApi(403, 'Your account is inactive, please contact support') },
    ],
    ['account suspended', 'wrongApi', { request: listings(), response: openApi(403, 'Account suspended') }],
    [
      'alive token of the right scope, documented words',
      'wrongApi',
      { request: listings(), response: refused403, token: ALIVE },
    ],
    [
      'the sandbox’s words',
      'listingNotBookable',
      {
        request: search(),
        response: booking(403, 'FORBIDDEN', 'No permission', 'The account has no permission for search'),
        token: ALIVE_BOOKING,
      },
    ],
    [
      'the same token works elsewhere',
      'tokenUnknown',
      {
        request: search(),
        response: forbidden,
        console: { operation: 'search', history: { otherAfter: later('calendar') } },
      },
    ],
    [
      'a newer token is refused as well',
      'tokenExpired',
      {
        request: listings(),
        response: refused403,
        console: {
          operation: 'listListings',
          token: { ageMs: 1_000, leftMs: aDay - 1_000, scope: 'open-api' },
          history: { newerRefused: true },
        },
      },
    ],
    [
      'the same token works elsewhere, and the code',
      'activationSteps',
      {
        request: search(),
        response: forbidden,
        console: {
          operation: 'search',
          token: { leftMs: 3_600_000, scope: SCOPE.booking },
          history: { otherBefore: earlier('calendar'), baseAccepted: earlier('calendar') },
        },
      },
    ],
    [
      'the plan does not include it',
      'sixthApplication',
      { request: listings(), response: openApi(403, 'Your subscription does not include API access') },
    ],
    [
      'FORBIDDEN at the search, alive token',
      'bearerMissing',
      { request: search(), response: forbidden, token: ALIVE_BOOKING },
    ],
  ]),
];
