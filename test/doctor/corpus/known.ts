/** Cases that the request and its answer do not tell, and what the console knows does: ledger, history, stored credentials, clocks. */
import {
  ALIVE_BOOKING,
  BOOKING,
  booking,
  calendar,
  casesOf,
  EXPIRED,
  earlier,
  forbidden,
  json,
  later,
  listings,
  NO_PERMISSION,
  OPEN,
  oauth,
  openApi,
  post,
  quote,
  refused403,
  search,
  step,
  tokenRequest,
  wrong,
} from './base.ts';

const HOUR = 3_600_000;
const alive = { ageMs: HOUR, leftMs: 23 * HOUR, scope: 'booking_engine:api' };
const used = (unit: 'issuances' | 'renewals') => ({
  operation: 'token',
  ledger: { unit, limit: unit === 'issuances' ? 5 : 3, remaining: 0 },
});
const moments = (operation: string, minutes: number) => ({ operation, offsetMs: -minutes * 60_000 });

export const cases = [
  ...casesOf('wrongApi', [
    [
      'the scope of the Open API at the other token endpoint',
      'credentialsWrong',
      { request: tokenRequest('booking', { scope: 'open-api' }), response: oauth(401, 'invalid_client') },
    ],
    [
      'the scope of the Booking Engine at the other token endpoint',
      'scopeMisspelt',
      { request: tokenRequest('openApi', { scope: 'booking_engine:api' }), response: oauth(400, 'invalid_scope') },
    ],
    [
      'credentials of an application, asked for a token of the Open API',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: oauth(401, 'invalid_client', 'Client authentication failed'),
        console: { operation: 'token', credentialApi: 'booking' },
      },
    ],
    [
      'credentials of the Open API, asked for a token of the Booking Engine',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: oauth(401, 'invalid_client'),
        console: { operation: 'token', credentialApi: 'openApi' },
      },
    ],
    [
      'the endpoint names the other kind of client',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: oauth(401, 'invalid_client', 'This client belongs to the Open API, not to a Booking Engine instance'),
      },
    ],
    [
      'the client may not have this scope',
      'credentialsWrong',
      {
        request: tokenRequest('openApi'),
        response: oauth(401, 'unauthorized_client', 'The client is not allowed to request scope open-api'),
      },
    ],
    [
      'the other scope, a plain 403',
      'credentialsWrong',
      { request: tokenRequest('openApi', { scope: 'booking_engine:api' }), response: openApi(403, 'Forbidden') },
    ],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'stored for this API',
      'wrongApi',
      {
        request: tokenRequest('booking'),
        response: oauth(401, 'invalid_client'),
        console: { operation: 'token', credentialApi: 'booking' },
      },
    ],
    [
      'slots are left',
      'quotaUsedUp',
      {
        request: tokenRequest('openApi'),
        response: openApi(401, 'Unauthorized'),
        console: { operation: 'token', ledger: { unit: 'issuances', limit: 5, remaining: 3 } },
      },
    ],
    [
      'an account with five applications',
      'sixthApplication',
      {
        request: tokenRequest('booking'),
        response: oauth(401, 'invalid_client'),
        console: { operation: 'token', applications: 5, credentialApi: 'booking' },
      },
    ],
    [
      'the code, at a used-up quota',
      'renewalLimit',
      {
        request: tokenRequest('booking'),
        response: oauth(401, 'invalid_client', 'Bad client secret'),
        console: used('renewals'),
      },
    ],
  ]),
  ...casesOf('quotaUsedUp', [
    [
      'a bare 401, by the ledger',
      'credentialsWrong',
      { request: tokenRequest('openApi'), response: openApi(401, 'Unauthorized'), console: used('issuances') },
    ],
    [
      'a bare 400, by the ledger',
      'wrongParameters',
      { request: tokenRequest('openApi'), response: openApi(400, 'Bad Request'), console: used('issuances') },
    ],
    [
      'a bare 403, by the ledger',
      'credentialsWrong',
      { request: tokenRequest('openApi'), response: refused403, console: used('issuances') },
    ],
  ]),
  ...casesOf('renewalLimit', [
    [
      'a bare 403, by the ledger',
      'credentialsWrong',
      { request: tokenRequest('booking'), response: booking(403, 'FORBIDDEN', 'Forbidden'), console: used('renewals') },
    ],
    [
      'a bare 401, by the ledger, and another application',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: booking(401, 'UNAUTHORIZED', 'Unauthorized'),
        console: { ...used('renewals'), applications: 2, otherApplications: [{ label: 'B', remaining: 3 }] },
      },
    ],
    [
      'a bare 429 of an account with five applications',
      'sixthApplication',
      {
        request: tokenRequest('booking'),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
        console: { ...used('renewals'), applications: 5 },
      },
    ],
  ]),
  ...casesOf('sixthApplication', [
    [
      'a bare 403 for a token, six applications',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: booking(403, 'FORBIDDEN', 'Forbidden'),
        console: { operation: 'token', applications: 6 },
      },
    ],
    [
      'a bare 401 for a token, six applications',
      'credentialsWrong',
      {
        request: tokenRequest('booking'),
        response: booking(401, 'UNAUTHORIZED', 'Unauthorized'),
        console: { operation: 'token', applications: 6, ledger: { unit: 'renewals', limit: 3, remaining: 4 } },
      },
    ],
    [
      'a bare 403 for a new instance',
      'noPermission',
      {
        request: post('https://app.guesty.com/api/booking-engine/instances', { name: 'Next' }),
        response: openApi(403, 'Forbidden'),
        console: { applications: 5 },
      },
    ],
  ]),
  ...casesOf('activationSteps', [
    [
      'refused with an older token, too, while the search works',
      'noPermission',
      {
        request: quote(),
        response: forbidden,
        console: {
          operation: 'quoteCreate',
          token: alive,
          history: { olderRefused: true, otherBefore: earlier('search') },
        },
      },
    ],
    [
      'refused with a newer token, too, while the calendar works',
      'noPermission',
      {
        request: step('inquiry'),
        response: booking(403, 'ACCESS', 'Refused'),
        console: {
          operation: 'quoteRequest',
          bookingOption: 'both',
          token: alive,
          history: { newerRefused: true, otherAfter: later('calendar') },
        },
      },
    ],
    [
      'refused for another application, too, while the search works',
      'noPermission',
      {
        request: quote(),
        response: forbidden,
        console: {
          operation: 'quoteCreate',
          applications: 2,
          token: alive,
          history: { refusedElsewhere: earlier('quoteCreate'), otherBefore: earlier('search') },
        },
      },
    ],
  ]),
  ...casesOf('noPermission', [
    [
      'quotes, in an account that has booked through one',
      'activationSteps',
      {
        request: quote(),
        response: booking(403, 'ACCESS', NO_PERMISSION),
        console: {
          operation: 'quoteCreate',
          token: alive,
          history: {
            newerRefused: true,
            otherBefore: earlier('search'),
            reservationBefore: moments('quoteInstant', 3_000),
          },
        },
      },
    ],
    [
      'quotes, where another application may',
      'activationSteps',
      {
        request: quote(),
        response: booking(403, 'ACCESS', NO_PERMISSION),
        console: {
          operation: 'quoteCreate',
          applications: 2,
          token: alive,
          history: { acceptedElsewhere: earlier('quoteCreate'), otherBefore: earlier('search') },
        },
      },
    ],
    [
      'the search, refused for another application as well',
      'wrongApi',
      {
        request: search(),
        response: booking(403, 'ACCESS', 'Refused'),
        console: { operation: 'search', applications: 2, history: { refusedElsewhere: earlier('search') } },
      },
    ],
    [
      'a write that names itself',
      'wrongApi',
      {
        request: { ...post(`${OPEN}/v1/listings/64f0a1b2c3d4e5f6a7b8c9d0`, { title: 'New' }), method: 'PUT' },
        response: openApi(403, 'Not authorized to update listings'),
      },
    ],
    [
      'a key that only reads',
      'activationSteps',
      { request: quote(), response: booking(403, 'FORBIDDEN', 'This API instance is read-only') },
    ],
    [
      'a write, after reads with the same token',
      'bearerMissing',
      {
        request: post(`${OPEN}/v1/guests`, { firstName: 'A' }),
        response: refused403,
        console: { operation: 'createGuest', history: { otherBefore: earlier('listListings') } },
      },
    ],
  ]),
  ...casesOf('quoteUsed', [
    [
      'a bare conflict, booked a moment before',
      'calendarBlocked',
      {
        request: step('instant'),
        response: booking(409, 'CONFLICT', 'Conflict'),
        console: {
          operation: 'quoteInstant',
          bookingOption: 'both',
          token: alive,
          history: { reservationBefore: moments('quoteInstant', 1), reservationOfQuote: 'same' },
        },
      },
    ],
    [
      'a bare 400, booked a moment before',
      'wrongParameters',
      {
        request: step('inquiry'),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'Bad request'),
        console: {
          operation: 'quoteRequest',
          bookingOption: 'both',
          history: { reservationBefore: moments('quoteInstant', 2), reservationOfQuote: 'same' },
        },
      },
    ],
    [
      'not found any more, booked a moment before',
      'quoteExpired',
      {
        request: step('instant'),
        response: booking(404, 'NOT_FOUND', 'Not found'),
        console: {
          operation: 'quoteInstant',
          history: { reservationBefore: moments('quoteRequest', 5), reservationOfQuote: 'same' },
        },
      },
    ],
    [
      'a bare conflict, a booking of which quote is not known',
      'calendarBlocked',
      {
        request: step('instant'),
        response: booking(409, 'CONFLICT', 'Conflict'),
        console: { operation: 'quoteInstant', history: { reservationBefore: moments('quoteInstant', 1) } },
      },
    ],
  ]),
  ...casesOf('wrongParameters', [
    [
      'another quote was booked a moment before',
      'quoteUsed',
      {
        request: step('instant'),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'Invalid request', ['ratePlanId is required']),
        console: {
          operation: 'quoteInstant',
          bookingOption: 'both',
          history: { reservationBefore: moments('quoteInstant', 1), reservationOfQuote: 'other' },
        },
      },
    ],
  ]),
  ...casesOf('calendarBlocked', [
    [
      'by the booking of another quote',
      'quoteUsed',
      {
        request: step('instant'),
        response: booking(400, 'LISTING_CALENDAR_BLOCKED', 'The listing is not available on these dates'),
        console: {
          operation: 'quoteInstant',
          history: { reservationBefore: moments('quoteInstant', 1), reservationOfQuote: 'other' },
        },
      },
    ],
  ]),
  ...casesOf('clockWrong', [
    [
      'two hours behind, and the answer speaks of expiry',
      'tokenExpired',
      { request: { ...listings(), sentAt: '2026-11-22T07:00:00Z' }, response: openApi(401, 'Access token expired') },
    ],
    [
      'five hours behind, by the console',
      'tokenExpired',
      {
        request: search(),
        response: booking(401, 'UNAUTHORIZED', 'The token has expired'),
        console: { operation: 'search', skewMs: 5 * HOUR },
      },
    ],
    [
      'a day ahead, and the certificate is refused',
      'tlsFailure',
      {
        request: calendar(),
        networkError: { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
        console: { operation: 'calendar', skewMs: -400 * 24 * HOUR },
      },
    ],
  ]),
  ...casesOf('tokenExpired', [
    [
      'four minutes behind',
      'clockWrong',
      { request: { ...listings(), sentAt: '2026-11-22T08:56:30Z' }, response: openApi(401, 'Access token expired') },
    ],
    [
      'two hours behind, and expired by both clocks',
      'clockWrong',
      {
        request: { ...listings(), sentAt: '2026-11-22T07:00:00Z' },
        response: openApi(401, 'Access token expired'),
        token: { ...EXPIRED, issuedAt: '2026-11-20T07:00:00Z', expiresAt: '2026-11-21T07:00:00Z' },
      },
    ],
  ]),
  ...casesOf('tokenUnknown', [
    [
      'two hours behind, and alive by both clocks',
      'clockWrong',
      {
        request: { ...search(), sentAt: '2026-11-22T07:00:00Z' },
        response: booking(401, 'UNAUTHORIZED', 'The access token is not known'),
        token: ALIVE_BOOKING,
      },
    ],
  ]),
  ...casesOf('listingNotBookable', [
    [
      'quotes of other listings work',
      'activationSteps',
      {
        request: quote(),
        response: booking(403, 'FORBIDDEN', 'Forbidden'),
        console: { operation: 'quoteCreate', token: alive, history: { sameBefore: earlier('quoteCreate') } },
      },
    ],
  ]),
  ...casesOf('bookingOption', [
    [
      'forbidden by the option, booked before',
      'quoteUsed',
      {
        request: post(`${BOOKING}/reservations/quotes/65a1b2c3d4e5f6a7b8c9d0e1/instant`, { ratePlanId: 'p' }),
        response: json(403, { message: 'Forbidden' }),
        console: {
          operation: 'quoteInstant',
          bookingOption: 'requestToBook',
          history: { reservationBefore: moments('quoteRequest', 90), reservationOfQuote: 'other' },
        },
      },
    ],
  ]),
];
