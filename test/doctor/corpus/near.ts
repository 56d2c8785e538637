/** Near misses of causes that few other cases resemble: the right cause is another one. */
import {
  ALIVE,
  bare,
  booking,
  casesOf,
  EXPIRED,
  get,
  html,
  json,
  listings,
  OPEN,
  oauth,
  openApi,
  page,
  quote,
  readQuote,
  refused403,
  search,
  TOKEN_ADDRESS,
  tokenRequest,
  wrong,
} from './base.ts';

/** An answered quote with these rate plans. */
const planned = (...ratePlans: unknown[]) =>
  json(201, { _id: 'x', expiresAt: '2026-11-23T09:00:00Z', rates: { ratePlans } });
const VOUCHER = [
  { title: 'Nights', amount: 240 },
  { title: 'Voucher', amount: -240 },
];

export const cases = [
  ...casesOf('tokenExpired', [
    [
      'masked by the customer',
      'headerMalformed',
      { request: listings('Bearer xxxxxxxx'), response: refused403, token: EXPIRED },
    ],
    [
      'the clocks agree',
      'clockWrong',
      {
        request: search(),
        response: booking(401, 'UNAUTHORIZED', 'Unauthorized'),
        token: { ...EXPIRED, scopes: ['booking_engine:api'] },
      },
    ],
    ['known by its words alone', 'notEnough', { response: { status: 401, body: { message: 'Access token expired' } } }],
  ]),
  ...casesOf('noPermission', [
    [
      'masked by a tool',
      'headerMalformed',
      { request: listings('Bearer [redacted]'), response: refused403, token: ALIVE },
    ],
    [
      'reservations of the Open API',
      'deprecatedEndpoint',
      { request: get(`${OPEN}/v1/reservations`), response: refused403, token: ALIVE },
    ],
  ]),
  ...casesOf('wrongBasePath', [
    [
      'stars for the token',
      'headerMalformed',
      { request: get(`${OPEN}/listings`, 'Bearer ***'), response: openApi(404, 'Not Found') },
    ],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'Basic at the token endpoint',
      'headerMalformed',
      {
        request: tokenRequest('booking', {}, { Authorization: 'Basic TOKEN' }),
        response: oauth(401, 'invalid_client'),
      },
    ],
    [
      'the scope is right',
      'scopeMisspelt',
      { request: tokenRequest('openApi'), response: oauth(401, 'invalid_client', 'Client not found') },
    ],
  ]),
  ...casesOf('scopeMisspelt', [
    [
      'no scope',
      'wrongParameters',
      {
        request: tokenRequest('booking', { scope: null }),
        response: oauth(400, 'invalid_request', 'scope is missing'),
      },
    ],
  ]),
  ...casesOf('upstreamFault', [
    ['a status with its address', 'notEnough', { request: { url: `${OPEN}/v1/listings` }, response: { status: 500 } }],
    [
      'a local proxy tool',
      'notHttps',
      { request: get('http://127.0.0.1:8080/v1/listings'), response: openApi(500, 'Internal Server Error') },
    ],
  ]),
  ...casesOf('intermediary', [
    [
      'a portal without encryption',
      'notHttps',
      {
        request: listings(),
        response: { status: 302, headers: { location: 'http://captive.apple.example/login' }, body: '' },
      },
    ],
    [
      'a page in place of a quote',
      'couponDropped',
      { request: quote({ coupons: 'SUMMER50' }), response: html(200, page('Sign in to the network', '')) },
    ],
  ]),
  ...casesOf('wrongParameters', [
    [
      'a stay that is too long',
      'minimumNights',
      {
        request: quote(),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'a stay is at most 365 nights long: must be shorter'),
      },
    ],
    [
      'no nights at all',
      'minimumNights',
      {
        request: quote({ checkOutDateLocalized: '2026-12-01' }),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'checkOut must be after checkIn'),
      },
    ],
    [
      'five guests',
      'sixthApplication',
      { request: quote(), response: wrong('WRONG_REQUEST_PARAMETERS', 'guestsCount: must be at most 5') },
    ],
    [
      'a quote with a wrong field',
      'deprecatedEndpoint',
      { request: quote(), response: wrong('WRONG_REQUEST_PARAMETERS', 'listingId: must be a string') },
    ],
    [
      'no grant',
      'scopeMisspelt',
      {
        request: tokenRequest('booking', { grant_type: null }),
        response: oauth(400, 'invalid_request', 'grant_type is missing'),
      },
    ],
  ]),
  ...casesOf('quoteExpired', [
    [
      'a quote is no reservation',
      'deprecatedEndpoint',
      { request: readQuote(), response: booking(404, 'NOT_FOUND', 'Quote does not exist') },
    ],
  ]),
  ...casesOf('quotaUsedUp', [
    [
      'five tokens are no applications',
      'sixthApplication',
      { request: tokenRequest('openApi'), response: openApi(429, 'No more than 5 access tokens in 24 hours') },
    ],
  ]),
  ...casesOf('rateLimit', [
    [
      'five in a second',
      'sixthApplication',
      { request: search(), response: booking(429, 'TOO_MANY_REQUESTS', 'At most 5 requests per second') },
    ],
  ]),
  ...casesOf('calendarBlocked', [
    [
      'a code in a text',
      'notEnough',
      { response: { status: 400, body: { error_code: 'LISTING_CALENDAR_BLOCKED', message: 'Blocked' } } },
    ],
  ]),
  ...casesOf('networkFailure', [
    ['an error alone', 'notEnough', { networkError: { code: 'ETIMEDOUT', message: 'connect ETIMEDOUT' } }],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'a code alone',
      'notEnough',
      { request: { url: TOKEN_ADDRESS.booking }, response: bare(oauth(401, 'invalid_client')) },
    ],
  ]),
  ...casesOf('nothingWrong', [
    [
      'a quote without coupons',
      'couponDropped',
      { request: quote(), response: json(201, { _id: 'x', expiresAt: '2026-11-23T09:00:00Z' }) },
    ],
    [
      'a long stay',
      'minimumNights',
      {
        request: quote({ checkOutDateLocalized: '2026-12-31' }),
        response: json(201, { _id: 'x', expiresAt: '2026-11-23T09:00:00Z', coupons: [] }),
      },
    ],
    [
      'a stay that a voucher makes free',
      'activationSteps',
      { request: quote(), response: planned({ money: { subTotalPrice: 0, invoiceItems: VOUCHER } }) },
    ],
    [
      'a quote of which one plan has a price',
      'activationSteps',
      {
        request: quote(),
        response: planned(
          { money: { subTotalPrice: 0, invoiceItems: [] } },
          { ratePlan: { money: { subTotalPrice: '240,00 €', invoiceItems: [] } } },
        ),
      },
    ],
    [
      'a quote whose price stands in an unknown place',
      'activationSteps',
      { request: quote(), response: planned({ offer: { amount: 240 } }) },
    ],
    [
      'a quote with prices of nights alone',
      'activationSteps',
      {
        request: quote(),
        response: planned({ money: { invoiceItems: [] }, days: [{ date: '2026-12-01', price: 240 }] }),
      },
    ],
  ]),
];
