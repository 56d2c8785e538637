/** Failures in the Authorization header and in the form of the address. */
import {
  BEARER,
  BOOKING,
  bare,
  booking,
  calendar,
  casesOf,
  EXPIRED,
  forbidden,
  get,
  html,
  json,
  listings,
  NEW_QUOTE,
  NO_PERMISSION,
  OPEN,
  openApi,
  page,
  plain,
  post,
  quote,
  refused403,
  search,
  step,
  tokenRequest,
  wrong,
} from './base.ts';

export const cases = [
  ...casesOf('bearerMissing', [
    ['the token alone, Open API', 'noPermission', { request: listings('TOKEN'), response: refused403 }],
    ['the token alone, Booking Engine', 'headerMalformed', { request: search('TOKEN'), response: forbidden }],
    ['no header at all', 'noPermission', { request: listings(null), response: refused403 }],
    [
      'no header at all, 401',
      'tokenExpired',
      { request: calendar(null), response: booking(401, 'UNAUTHORIZED', 'Unauthorized') },
    ],
    ['an empty header', 'headerMalformed', { request: listings(''), response: refused403 }],
    [
      'the token in X-Access-Token',
      'wrongParameters',
      {
        request: get(`${OPEN}/v1/listings`, null, { 'X-Access-Token': 'TOKEN' }),
        response: openApi(401, 'Unauthorized'),
      },
    ],
    [
      'the token as a parameter',
      'wrongParameters',
      { request: get(`${OPEN}/v1/listings?access_token=TOKEN`, null), response: refused403 },
    ],
    [
      'an expired token without prefix',
      'tokenExpired',
      { request: listings('TOKEN'), response: refused403, token: EXPIRED },
    ],
    ['a quote without prefix', 'activationSteps', { request: quote({}, 'TOKEN'), response: forbidden }],
    [
      'the header Authentication',
      'wrongApi',
      { request: get(`${OPEN}/v1/listings`, null, { Authentication: BEARER }), response: refused403 },
    ],
    [
      '400 for the missing header',
      'wrongParameters',
      { request: listings(null), response: openApi(400, 'Missing Authorization header') },
    ],
  ]),
  ...casesOf('headerMalformed', [
    ['doubled prefix', 'bearerMissing', { request: listings('Bearer Bearer TOKEN'), response: refused403 }],
    ['doubled prefix, small', 'noPermission', { request: search('Bearer bearer TOKEN'), response: forbidden }],
    ['in quotes', 'bearerMissing', { request: listings('"Bearer TOKEN"'), response: refused403 }],
    [
      'the token in quotes',
      'tokenUnknown',
      { request: search('Bearer "TOKEN"'), response: booking(401, 'UNAUTHORIZED', 'invalid token') },
    ],
    [
      'a line break at the end',
      'tokenUnknown',
      { request: listings('Bearer TOKEN\n'), response: openApi(401, 'Unauthorized') },
    ],
    [
      'a line break written out',
      'tokenExpired',
      { request: listings('Bearer TOKEN\\n'), response: openApi(401, 'Unauthorized') },
    ],
    ['two spaces', 'noPermission', { request: listings('Bearer  TOKEN'), response: refused403 }],
    ['a space at the end', 'wrongApi', { request: search('Bearer TOKEN '), response: forbidden }],
    ['Basic', 'credentialsWrong', { request: listings('Basic TOKEN'), response: refused403 }],
    ['Token', 'bearerMissing', { request: calendar('Token TOKEN'), response: forbidden }],
    ['a variable of Postman', 'tokenExpired', { request: listings('Bearer {{access_token}}'), response: refused403 }],
    ['undefined', 'noPermission', { request: listings('Bearer undefined'), response: openApi(401, 'Unauthorized') }],
    ['nothing after Bearer', 'bearerMissing', { request: listings('Bearer '), response: refused403 }],
    ['glued', 'bearerMissing', { request: listings('BearerTOKEN'), response: refused403 }],
    [
      'a quote with a doubled prefix',
      'activationSteps',
      { request: quote({}, 'Bearer Bearer TOKEN'), response: forbidden },
    ],
    [
      'a line break that the client refuses',
      'networkFailure',
      {
        request: listings('Bearer TOKEN\r\n'),
        networkError: { code: 'ERR_INVALID_CHAR', message: 'Invalid character in header content ["Authorization"]' },
      },
    ],
  ]),
  ...casesOf('notHttps', [
    [
      'redirected',
      'intermediary',
      {
        request: get('http://open-api.guesty.com/v1/listings'),
        response: html(301, page('301 Moved Permanently', ''), { location: 'https://open-api.guesty.com/v1/listings' }),
      },
    ],
    [
      'token request, 308',
      'wrongContentType',
      {
        request: tokenRequest('openApi', {}, { url: 'http://open-api.guesty.com/oauth2/token' }),
        response: { status: 308, headers: { location: 'https://open-api.guesty.com/oauth2/token' }, body: '' },
      },
    ],
    ['403', 'noPermission', { request: get('http://booking.guesty.com/api/v1/search'), response: forbidden }],
    [
      'refused connection',
      'networkFailure',
      {
        request: get('http://open-api.guesty.com/v1/listings'),
        networkError: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 203.0.113.5:80' },
      },
    ],
    [
      'a page of nginx',
      'intermediary',
      {
        request: get('http://booking.guesty.com/api/listings'),
        response: html(400, page('400 The plain HTTP request was sent to HTTPS port', '<hr>nginx')),
      },
    ],
    [
      '404',
      'wrongBasePath',
      { request: get('http://open-api.guesty.com/v1/listings'), response: plain(404, 'Not Found') },
    ],
    [
      'the header dropped on the redirect',
      'bearerMissing',
      {
        request: get('http://open-api.guesty.com/v1/listings'),
        response: { status: 302, headers: { location: 'https://open-api.guesty.com/v1/listings' }, body: '' },
      },
    ],
    [
      '426',
      'wrongParameters',
      { request: get('http://booking.guesty.com/api/listings'), response: plain(426, 'Upgrade Required') },
    ],
    [
      'a quote',
      'wrongEnvironment',
      {
        request: post('http://booking.guesty.com/api/reservations/quotes', NEW_QUOTE),
        response: plain(403, 'HTTPS Required'),
      },
    ],
  ]),
  ...casesOf('wrongBasePath', [
    [
      '/v1 twice',
      'listingNotBookable',
      { request: get(`${OPEN}/v1/v1/listings`), response: openApi(404, 'Not Found') },
    ],
    ['/v1 twice, 403', 'noPermission', { request: get(`${OPEN}/v1/v1/listings`), response: refused403 }],
    [
      '/v1 missing',
      'wrongEnvironment',
      { request: get(`${OPEN}/listings?limit=5`), response: openApi(404, 'Not Found') },
    ],
    [
      '/api before /v1 at the Open API',
      'wrongApi',
      { request: get(`${OPEN}/api/v1/listings`), response: plain(404, 'Cannot GET /api/v1/listings') },
    ],
    [
      '/api missing at the Booking Engine',
      'listingNotBookable',
      {
        request: get('https://booking.guesty.com/v1/search?guests=2'),
        response: booking(404, 'NOT_FOUND', 'The requested resource was not found'),
      },
    ],
    [
      '/api twice',
      'wrongEnvironment',
      {
        request: get('https://booking.guesty.com/api/api/listings'),
        response: booking(404, 'NOT_FOUND', 'The requested resource was not found'),
      },
    ],
    [
      '/v1/search not there',
      'listingNotBookable',
      { request: search(), response: booking(404, 'NOT_FOUND', 'The requested resource was not found') },
    ],
    [
      '/listings not there',
      'wrongParameters',
      {
        request: get(`${BOOKING}/listings?checkIn=2026-12-01&checkOut=2026-12-03`),
        response: plain(404, 'Cannot GET /api/listings'),
      },
    ],
    [
      'two slashes',
      'notHttps',
      { request: get('https://open-api.guesty.com//v1/listings'), response: openApi(404, 'Not Found') },
    ],
    [
      '/v1 before the token endpoint',
      'credentialsWrong',
      { request: tokenRequest('openApi', {}, { url: `${OPEN}/v1/oauth2/token` }), response: openApi(404, 'Not Found') },
    ],
    [
      '/api before the token endpoint',
      'wrongContentType',
      {
        request: tokenRequest('booking', {}, { url: `${BOOKING}/oauth2/token` }),
        response: booking(404, 'NOT_FOUND', 'The requested resource was not found'),
      },
    ],
    [
      '/oauth/token',
      'wrongParameters',
      {
        request: tokenRequest('openApi', {}, { url: `${OPEN}/oauth/token` }),
        response: plain(404, 'Cannot POST /oauth/token'),
      },
    ],
    [
      'a page of Express',
      'intermediary',
      {
        request: get(`${OPEN}/listings`),
        response: html(
          404,
          '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot GET /listings</pre></body></html>',
        ),
      },
    ],
    [
      'quotes under /v1',
      'deprecatedEndpoint',
      {
        request: post(`${BOOKING}/v1/reservations/quotes`, NEW_QUOTE),
        response: booking(404, 'NOT_FOUND', 'The requested resource was not found'),
      },
    ],
  ]),
  ...casesOf('deprecatedEndpoint', [
    [
      'POST /reservations, 404',
      'wrongBasePath',
      {
        request: post(`${BOOKING}/reservations`, NEW_QUOTE),
        response: booking(404, 'NOT_FOUND', 'The requested resource was not found'),
      },
    ],
    [
      'POST /v1/reservations, 410',
      'wrongBasePath',
      {
        request: post('https://booking.guesty.com/v1/reservations', NEW_QUOTE),
        response: booking(410, 'GONE', 'This endpoint is no longer supported'),
      },
    ],
    ['403', 'activationSteps', { request: post(`${BOOKING}/reservations`, NEW_QUOTE), response: forbidden }],
    [
      '400 that says it',
      'wrongParameters',
      {
        request: post(`${BOOKING}/v1/reservations`, NEW_QUOTE),
        response: wrong(
          'WRONG_REQUEST_PARAMETERS',
          'Reservations V1 is deprecated, please use the reservation quote flow',
        ),
      },
    ],
    [
      'announced by a header',
      'noPermission',
      {
        request: post(`${BOOKING}/reservations/instant`, NEW_QUOTE),
        response: booking(403, 'FORBIDDEN', NO_PERMISSION, null, {
          deprecation: 'true',
          sunset: 'Sat, 31 Jan 2026 00:00:00 GMT',
        }),
      },
    ],
    [
      'an inquiry without a quote',
      'bookingOption',
      { request: post(`${BOOKING}/reservations/inquiry`, NEW_QUOTE), response: booking(404, 'NOT_FOUND', 'Not found') },
    ],
    [
      '405',
      'wrongParameters',
      { request: post(`${BOOKING}/reservations`, NEW_QUOTE), response: plain(405, 'Method Not Allowed') },
    ],
    [
      '400 without a reason',
      'quoteExpired',
      {
        request: post(`${BOOKING}/reservations`, NEW_QUOTE),
        response: bare(wrong('WRONG_REQUEST_PARAMETERS', 'Bad Request')),
      },
    ],
  ]),
  ...casesOf('nothingWrong', [
    [
      'listings',
      'noPermission',
      { request: listings(), response: json(200, { results: [], count: 0, limit: 20, skip: 0 }) },
    ],
    [
      'search',
      'wrongBasePath',
      {
        request: search(),
        response: json(200, { results: [{ _id: 'x' }], pagination: { total: 1, cursor: { next: null } } }),
      },
    ],
    [
      'search that finds nothing',
      'listingNotBookable',
      { request: search(), response: json(200, { results: [], pagination: { total: 0, cursor: { next: null } } }) },
    ],
    [
      'a quote',
      'couponDropped',
      { request: quote(), response: json(201, { _id: 'x', expiresAt: '2026-11-23T09:00:00Z', coupons: [] }) },
    ],
    [
      'a quote with its coupon',
      'couponDropped',
      {
        request: quote({ coupons: 'SUMMER50' }),
        response: json(201, {
          _id: 'x',
          expiresAt: '2026-11-23T09:00:00Z',
          coupons: [{ code: 'SUMMER50', name: 'Summer' }],
        }),
      },
    ],
    [
      'a token',
      'quotaUsedUp',
      {
        request: tokenRequest('openApi'),
        response: json(
          200,
          { token_type: 'Bearer', expires_in: 86400, access_token: 'TOKEN', scope: 'open-api' },
          { 'ratelimit-remaining': '0' },
        ),
      },
    ],
    [
      'a token of the Booking Engine',
      'renewalLimit',
      {
        request: tokenRequest('booking'),
        response: json(200, { token_type: 'Bearer', expires_in: 86400, access_token: 'TOKEN' }),
      },
    ],
    [
      'a request to book',
      'bookingOption',
      { request: step('inquiry'), response: json(201, { _id: 'x', status: 'reserved' }) },
    ],
    [
      'a calendar, with the last request of the second',
      'rateLimit',
      { request: calendar(), response: json(200, { days: [] }, { 'x-ratelimit-remaining-second': '0' }) },
    ],
    ['304', 'intermediary', { request: listings(), response: { status: 304, headers: { etag: 'x' }, body: '' } }],
  ]),
  ...casesOf('notEnough', [
    ['a status alone', 'noPermission', { response: { status: 403 } }],
    ['a failure of whoever answered', 'upstreamFault', { response: { status: 500 } }],
    [
      'a status and a message, no header',
      'tokenExpired',
      { request: { method: 'GET', url: `${OPEN}/v1/listings` }, response: bare(refused403) },
    ],
    [
      '401 of an opaque token',
      'tokenExpired',
      { request: search(), response: bare(booking(401, 'UNAUTHORIZED', 'Unauthorized')) },
    ],
    ['403 of an opaque token', 'noPermission', { request: listings(), response: bare(refused403) }],
    ['an address alone', 'wrongBasePath', { request: { url: `${OPEN}/v1/listings` } }],
    ['a message alone', 'bearerMissing', { response: { body: { message: 'Forbidden' } } }],
    [
      '401 without a body',
      'tokenUnknown',
      { request: { method: 'GET', url: `${OPEN}/v1/listings` }, response: { status: 401, body: '' } },
    ],
    ['a 404 without an address', 'wrongBasePath', { response: { status: 404, body: 'Not Found' } }],
    [
      'a 403 with a token whose scope is not known',
      'wrongApi',
      { request: { method: 'GET', url: '/v1/listings' }, response: bare(refused403) },
    ],
    ['nothing but a method', 'networkFailure', { request: { method: 'GET' } }],
  ]),
];
