/** Cases that one header, phrase, option or date tells apart from what they resemble. */
import {
  booking,
  casesOf,
  earlier,
  forbidden,
  get,
  json,
  later,
  listings,
  OPEN,
  oauth,
  openApi,
  post,
  search,
  step,
  tokenRequest,
} from './base.ts';

const alive = { ageMs: 60_000, leftMs: 86_340_000, scope: 'booking_engine:api' };
const dated = (sentAt: string) => ({ ...listings(), sentAt });
const certificate = { code: 'ERR_CERT_DATE_INVALID', message: 'net::ERR_CERT_DATE_INVALID' };
const claims = (issuedAt: string, expiresAt: string) => ({ issuedAt, expiresAt, scopes: ['open-api'] });

export const cases = [
  ...casesOf('quotaUsedUp', [
    [
      '403 without a body, the header of the day at 0',
      'noPermission',
      {
        request: tokenRequest('openApi'),
        response: { status: 403, headers: { 'x-ratelimit-remaining-day': '0', 'ratelimit-reset': '7200' }, body: '' },
      },
    ],
    [
      '400 that says only Bad Request, the header at 0',
      'wrongParameters',
      {
        request: tokenRequest('openApi'),
        response: openApi(400, 'Bad Request', { 'ratelimit-limit': '5', 'ratelimit-remaining': '0' }),
      },
    ],
  ]),
  ...casesOf('renewalLimit', [
    [
      '403 that says only Forbidden, the header at 0',
      'noPermission',
      {
        request: tokenRequest('booking'),
        response: booking(403, 'FORBIDDEN', 'Forbidden', null, { 'ratelimit-limit': '3', 'ratelimit-remaining': '0' }),
      },
    ],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'invalid_client at the last slot',
      'quotaUsedUp',
      {
        request: tokenRequest('openApi'),
        response: oauth(401, 'invalid_client', null, { 'ratelimit-remaining': '0' }),
      },
    ],
  ]),
  ...casesOf('credentialsWrong', [
    [
      'client authentication by Basic, as older pages describe it',
      'wrongParameters',
      {
        request: tokenRequest('booking', { client_id: null, client_secret: null }, { Authorization: 'Basic TOKEN' }),
        response: oauth(401, 'invalid_client', 'Unauthorized client'),
      },
    ],
  ]),
  ...casesOf('sixthApplication', [
    [
      'too many instances, 429',
      'rateLimit',
      { request: tokenRequest('booking'), response: booking(429, 'TOO_MANY', 'Too many Booking Engine instances') },
    ],
    [
      'too many applications, 403',
      'renewalLimit',
      { request: tokenRequest('booking'), response: json(403, { message: 'There are too many applications' }) },
    ],
  ]),
  ...casesOf('rateLimit', [
    [
      'too many requests of this application',
      'sixthApplication',
      {
        request: search(),
        response: booking(429, 'TOO_MANY_REQUESTS', 'Too many requests from this application'),
      },
    ],
  ]),
  ...casesOf('activationSteps', [
    [
      'a request to book that the option allows, quotes accepted before and after',
      'noPermission',
      {
        request: step('inquiry'),
        response: forbidden,
        console: {
          ...{ operation: 'quoteRequest', bookingOption: 'requestToBook', token: alive },
          history: { otherBefore: earlier('quoteCreate'), otherAfter: later('quoteCreate') },
        },
      },
    ],
  ]),
  ...casesOf('noPermission', [
    [
      'instant booking that the option allows, and the account has booked before',
      'activationSteps',
      {
        request: step('instant'),
        response: forbidden,
        console: {
          ...{ operation: 'quoteInstant', bookingOption: 'both', token: alive },
          history: { otherBefore: earlier('quoteCreate'), reservationBefore: earlier('quoteInstant') },
        },
      },
    ],
    [
      'the role cannot change a calendar',
      'wrongParameters',
      {
        request: { ...post(`${OPEN}/v1/listings/1/calendar`, { status: 'unavailable' }), method: 'PUT' },
        response: openApi(403, 'Your role cannot edit calendars'),
      },
    ],
    [
      'insufficient privileges of a reader',
      'tokenExpired',
      { request: get(`${OPEN}/v1/reservations`), response: openApi(403, 'Insufficient privileges') },
    ],
  ]),
  ...casesOf('clockWrong', [
    [
      'an hour behind, and the service says that the token expired',
      'tokenExpired',
      {
        request: dated('2026-11-22T08:00:00Z'),
        response: openApi(401, 'The access token expired', { date: 'Sun, 22 Nov 2026 09:00:00 GMT' }),
        token: claims('2026-11-21T08:30:00Z', '2026-11-22T08:30:00Z'),
      },
    ],
    [
      'a certificate refused in 2041',
      'tlsFailure',
      { request: dated('2041-06-01T10:00:00Z'), networkError: certificate },
    ],
    [
      'a certificate “expired” in 2001',
      'tlsFailure',
      {
        request: dated('2001-01-01T00:02:00Z'),
        networkError: { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
      },
    ],
  ]),
  ...casesOf('tlsFailure', [
    [
      'a certificate refused by its dates today',
      'clockWrong',
      { request: dated('2026-11-22T09:00:00Z'), networkError: certificate },
    ],
  ]),
  ...casesOf('tokenExpired', [
    [
      'both clocks after the expiry, though they differ',
      'clockWrong',
      {
        request: dated('2026-11-22T10:00:00Z'),
        response: openApi(401, 'The access token expired', { date: 'Sun, 22 Nov 2026 12:00:00 GMT' }),
        token: claims('2026-11-21T08:30:00Z', '2026-11-22T08:30:00Z'),
      },
    ],
  ]),
];
