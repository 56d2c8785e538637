/** Failures of listings, quotes and bookings. */
import {
  BOOKING,
  bare,
  booking,
  calendar,
  casesOf,
  coupons,
  earlier,
  forbidden,
  get,
  json,
  LISTING,
  later,
  oauth,
  openApi,
  plain,
  quote,
  readQuote,
  SCOPE,
  step,
  TOKEN_ADDRESS,
  tokenRequest,
  wrong,
} from './base.ts';

const listing = () => get(`${BOOKING}/listings/${LISTING}`);
const quoted = (codes: string[], status = 201) =>
  json(status, {
    _id: 'x',
    expiresAt: '2026-11-23T09:00:00Z',
    coupons: codes.map((code) => ({ code, type: 'percentage' })),
  });
/** An answered quote with these rate plans. */
const planned = (...ratePlans: unknown[]) =>
  json(201, { _id: 'x', expiresAt: '2026-11-23T09:00:00Z', coupons: [], rates: { ratePlans } });
const STANDARD = { _id: 'standard', name: 'Standard' };
const EMPTY = { currency: 'EUR', invoiceItems: [] };
const ZEROS = { ...EMPTY, fareAccommodation: 0, fareCleaning: 0, totalFees: 0, totalTaxes: '0.00', subTotalPrice: 0 };
const own = { token: { ageMs: 60_000, leftMs: 80_000_000, scope: SCOPE.booking } };
const ALREADY = 'Inquiry is already fulfilled by a reservation';

export const cases = [
  ...casesOf('bookingOption', [
    [
      'instant forbidden, words',
      'noPermission',
      {
        request: step('instant'),
        response: booking(403, 'FORBIDDEN', 'This Booking Engine API instance does not allow instant booking', {
          bookingOption: 'requestToBook',
        }),
      },
    ],
    [
      'requests forbidden, words',
      'activationSteps',
      {
        request: step('inquiry'),
        response: booking(403, 'FORBIDDEN', 'This Booking Engine API instance does not allow requests to book'),
      },
    ],
    [
      'instant forbidden, known option',
      'noPermission',
      {
        request: step('instant'),
        response: forbidden,
        console: { operation: 'quoteInstant', bookingOption: 'requestToBook', ...own },
      },
    ],
    [
      'request forbidden, known option',
      'activationSteps',
      {
        request: step('inquiry'),
        response: forbidden,
        console: {
          operation: 'quoteRequest',
          bookingOption: 'instantBooking',
          history: { otherBefore: earlier('quoteCreate') },
        },
      },
    ],
    [
      'inquiries only',
      'wrongParameters',
      {
        request: step('instant'),
        response: forbidden,
        console: { operation: 'quoteInstant', bookingOption: 'inquiriesOnly' },
      },
    ],
    [
      '400 with the words',
      'wrongParameters',
      {
        request: step('instant'),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'Instant booking is not enabled for this instance'),
      },
    ],
    [
      'words, no headers',
      'quoteUsed',
      {
        request: { method: 'POST', url: `${BOOKING}/reservations/quotes/abc/instant` },
        response: bare(booking(403, 'FORBIDDEN', 'Instant booking is disabled')),
      },
    ],
  ]),
  ...casesOf('activationSteps', [
    [
      'words',
      'noPermission',
      {
        request: step('inquiry'),
        response: booking(403, 'FORBIDDEN', 'The Booking Engine source of this account is not activated', {
          steps: ['Create one direct booking in the account to activate the manual booking source'],
        }),
      },
    ],
    [
      'words, instant',
      'bookingOption',
      {
        request: step('instant'),
        response: booking(403, 'FORBIDDEN', 'The Booking Engine source of this account is not activated'),
      },
    ],
    [
      'only quote steps are refused',
      'noPermission',
      {
        request: quote(),
        response: booking(403, 'ACCESS', 'Refused'),
        console: { operation: 'quoteCreate', ...own, history: { otherAfter: later('search') } },
      },
    ],
    [
      'only quote steps are refused, both sides',
      'tokenUnknown',
      {
        request: step('inquiry'),
        response: booking(403, 'ACCESS', 'Refused'),
        console: {
          operation: 'quoteRequest',
          bookingOption: 'both',
          ...own,
          history: { otherAfter: later('search'), otherBefore: earlier('calendar') },
        },
      },
    ],
    [
      'manual source',
      'listingNotBookable',
      { request: quote(), response: booking(403, 'FORBIDDEN', 'Manual booking source is missing') },
    ],
    [
      'first direct booking',
      'wrongParameters',
      {
        request: quote(),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'Create a first direct booking to activate this source'),
      },
    ],
    [
      'not initialised',
      'bookingOption',
      { request: step('instant'), response: booking(403, 'FORBIDDEN', 'Source has not been initialized') },
    ],
    [
      'a quote of zeros',
      'nothingWrong',
      { request: quote(), response: planned({ ...STANDARD, days: [], money: ZEROS }) },
    ],
    [
      'a quote without amounts, nested',
      'nothingWrong',
      { request: quote(), response: planned({ ratePlan: STANDARD, money: { _id: '65a1', money: EMPTY } }) },
    ],
    [
      'a quote without amounts, within the plan',
      'nothingWrong',
      { request: readQuote(), response: planned({ ratePlan: { ...STANDARD, money: EMPTY }, inquiryId: '7001' }) },
    ],
    [
      'two plans, one of zeros and one without amounts',
      'couponDropped',
      {
        request: readQuote(),
        response: planned({ ...STANDARD, money: EMPTY }, { ratePlan: { _id: 'flex', money: ZEROS } }),
      },
    ],
    [
      'the answer alone',
      'nothingWrong',
      { response: planned({ ratePlan: { ...STANDARD, money: { ...EMPTY, _id: 7001 } }, days: [] }) },
    ],
  ]),
  ...casesOf('listingNotBookable', [
    [
      'calendar, NOT_FOUND',
      'wrongBasePath',
      { request: calendar(), response: booking(404, 'NOT_FOUND', 'Listing not found') },
    ],
    [
      'quote, NOT_FOUND',
      'quoteExpired',
      { request: quote(), response: booking(404, 'NOT_FOUND', 'Listing not found') },
    ],
    [
      'outside the scope',
      'noPermission',
      { request: calendar(), response: booking(403, 'FORBIDDEN', "Listing is outside the booking engine's scope") },
    ],
    [
      'not listed',
      'noPermission',
      { request: listing(), response: booking(403, 'FORBIDDEN', 'This property is not active') },
    ],
    [
      'one listing of many',
      'noPermission',
      {
        request: calendar(),
        response: booking(404, 'NOT_FOUND', 'Not found'),
        console: { operation: 'calendar', ...own, history: { sameBefore: earlier('calendar') } },
      },
    ],
    [
      'quote, unlisted',
      'calendarBlocked',
      { request: quote(), response: wrong('WRONG_REQUEST_PARAMETERS', 'Unlisted property') },
    ],
    [
      'listing, NOT_FOUND',
      'wrongBasePath',
      { request: listing(), response: booking(404, 'NOT_FOUND', 'Property not found') },
    ],
    [
      'inactive listing',
      'activationSteps',
      {
        request: quote(),
        response: booking(403, 'FORBIDDEN', 'The listing is not available for the booking engine', 'inactive listing'),
      },
    ],
  ]),
  ...casesOf('calendarBlocked', [
    [
      'code',
      'wrongParameters',
      { request: quote(), response: wrong('LISTING_CALENDAR_BLOCKED', 'The listing is not available on these dates') },
    ],
    [
      'code in the other envelope',
      'minimumNights',
      { request: quote(), response: booking(400, 'LISTING_CALENDAR_BLOCKED', 'Calendar blocked') },
    ],
    [
      'words',
      'wrongParameters',
      { request: quote(), response: wrong('WRONG_REQUEST_PARAMETERS', 'The dates are not available') },
    ],
    ['409', 'quoteUsed', { request: step('instant'), response: booking(409, 'CONFLICT', 'Dates are already booked') }],
    [
      'code at the booking',
      'quoteUsed',
      {
        request: step('inquiry'),
        response: booking(400, 'LISTING_CALENDAR_BLOCKED', 'The listing is not available on these dates'),
      },
    ],
    [
      'text',
      'listingNotBookable',
      {
        request: { method: 'POST', url: `${BOOKING}/reservations/quotes` },
        response: { status: 400, body: 'LISTING_CALENDAR_BLOCKED: listing calendar is blocked' },
      },
    ],
    [
      '422',
      'minimumNights',
      { request: quote(), response: json(422, { message: 'No availability for the selected dates' }) },
    ],
  ]),
  ...casesOf('minimumNights', [
    [
      'code',
      'calendarBlocked',
      { request: quote(), response: wrong('MIN_NIGHT_MISMATCH', 'This stay must be at least 3 nights long') },
    ],
    [
      'code in the other envelope',
      'wrongParameters',
      { request: quote(), response: booking(400, 'MIN_NIGHT_MISMATCH', 'Minimum nights', { minNights: 3 }) },
    ],
    [
      'words',
      'wrongParameters',
      { request: quote(), response: wrong('WRONG_REQUEST_PARAMETERS', 'Minimum stay is 4 nights') },
    ],
    ['422', 'wrongParameters', { request: quote(), response: json(422, { message: 'The stay is too short' }) }],
    [
      'text',
      'calendarBlocked',
      {
        request: { method: 'POST', url: `${BOOKING}/reservations/quotes` },
        response: { status: 400, body: 'min nights not met: at least 2 nights' },
      },
    ],
    [
      'at the booking',
      'quoteExpired',
      {
        request: step('instant'),
        response: booking(400, 'MIN_NIGHT_MISMATCH', 'This stay must be at least 3 nights long'),
      },
    ],
  ]),
  ...casesOf('couponDropped', [
    ['unknown code', 'nothingWrong', { request: quote({ coupons: 'SPRING20' }), response: quoted([]) }],
    [
      'one of two',
      'nothingWrong',
      { request: quote({ coupons: 'WELCOME10,SPRING20' }), response: quoted(['WELCOME10']) },
    ],
    ['at …/coupons', 'nothingWrong', { request: coupons(['SPRING20']), response: quoted([], 200) }],
    [
      'COUPON_NOT_VALID',
      'wrongParameters',
      { request: coupons(['SPRING20']), response: wrong('COUPON_NOT_VALID', 'Coupon rejected') },
    ],
    [
      'words',
      'wrongParameters',
      { request: coupons(['SPRING20']), response: wrong('WRONG_REQUEST_PARAMETERS', 'Coupon has expired') },
    ],
    [
      'COUPON_EXPIRED',
      'quoteExpired',
      { request: quote({ coupons: 'OLD' }), response: wrong('COUPON_EXPIRED', 'Expired') },
    ],
    [
      'one of two at …/coupons',
      'nothingWrong',
      { request: coupons(['WELCOME10', 'OLD']), response: quoted(['WELCOME10'], 200) },
    ],
  ]),
  ...casesOf('quoteUsed', [
    [
      'instant',
      'quoteExpired',
      { request: step('instant'), response: booking(400, 'WRONG_REQUEST_PARAMETERS', ALREADY) },
    ],
    ['inquiry', 'wrongParameters', { request: step('inquiry'), response: wrong('WRONG_REQUEST_PARAMETERS', ALREADY) }],
    [
      'coupons',
      'couponDropped',
      { request: coupons(['WELCOME10']), response: wrong('WRONG_REQUEST_PARAMETERS', ALREADY) },
    ],
    ['409', 'calendarBlocked', { request: step('instant'), response: booking(409, 'CONFLICT', 'Quote already used') }],
    ['403', 'noPermission', { request: step('inquiry'), response: booking(403, 'FORBIDDEN', ALREADY) }],
    ['text alone', 'wrongParameters', { response: { status: 400, body: ALREADY } }],
    [
      'with a reservation before',
      'bookingOption',
      {
        request: step('inquiry'),
        response: wrong('WRONG_REQUEST_PARAMETERS', ALREADY),
        console: {
          operation: 'quoteRequest',
          bookingOption: 'both',
          history: { reservationBefore: earlier('quoteInstant') },
        },
      },
    ],
  ]),
  ...casesOf('quoteExpired', [
    [
      'words',
      'quoteUsed',
      { request: step('instant'), response: booking(400, 'WRONG_REQUEST_PARAMETERS', 'Quote has expired') },
    ],
    ['words, 410', 'deprecatedEndpoint', { request: step('inquiry'), response: booking(410, 'GONE', 'Quote expired') }],
    [
      'not found',
      'wrongBasePath',
      { request: step('instant'), response: booking(404, 'NOT_FOUND', 'Quote not found') },
    ],
    [
      'reading it',
      'nothingWrong',
      { request: readQuote(), response: json(200, { _id: 'x', expiresAt: '2026-11-21T09:00:00Z', coupons: [] }) },
    ],
    [
      'reading it, not found',
      'listingNotBookable',
      { request: readQuote(), response: booking(404, 'NOT_FOUND', 'Quote not found') },
    ],
    [
      'QUOTE_EXPIRED',
      'wrongParameters',
      { request: coupons(['WELCOME10']), response: wrong('QUOTE_EXPIRED', 'The quote is no longer valid') },
    ],
    ['text alone', 'tokenExpired', { response: { status: 400, body: 'Quote has expired' } }],
  ]),
  ...casesOf('wrongParameters', [
    [
      'dates the other way round',
      'calendarBlocked',
      {
        request: quote({ checkInDateLocalized: '2026-12-05', checkOutDateLocalized: '2026-12-01' }),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'checkOut must be after checkIn', [
          'checkOut must be after checkIn',
        ]),
      },
    ],
    [
      'a field is missing',
      'minimumNights',
      {
        request: quote({ guestsCount: undefined }),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'guestsCount: is required', ['guestsCount: is required']),
      },
    ],
    [
      'a date in another form',
      'quoteExpired',
      {
        request: get(`${BOOKING}/v1/search?checkIn=01.12.2026&checkOut=05.12.2026`),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'checkIn: must be a calendar day written YYYY-MM-DD'),
      },
    ],
    [
      'one date alone',
      'wrongBasePath',
      {
        request: get(`${BOOKING}/v1/search?checkIn=2026-12-01`),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'checkIn and checkOut must be given together'),
      },
    ],
    [
      'no JSON',
      'wrongContentType',
      {
        request: { ...quote(), body: '{listingId: 5' },
        response: wrong('WRONG_REQUEST_PARAMETERS', 'the body must be JSON'),
      },
    ],
    [
      'coupons as an array',
      'couponDropped',
      {
        request: quote({ coupons: ['A'] }),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'coupons: must be a string of codes separated by commas'),
      },
    ],
    [
      'rate plan of another quote',
      'quoteUsed',
      {
        request: step('instant'),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'ratePlanId: is not a rate plan of this quote'),
      },
    ],
    [
      'too many guests',
      'listingNotBookable',
      {
        request: quote({ guestsCount: 40 }),
        response: wrong('WRONG_REQUEST_PARAMETERS', 'guestsCount: this listing takes at most 6 guests'),
      },
    ],
    [
      'token request without grant_type',
      'wrongContentType',
      {
        request: tokenRequest('openApi', { grant_type: null }),
        response: oauth(400, 'invalid_request', 'grant_type is missing'),
      },
    ],
    [
      'password grant',
      'credentialsWrong',
      { request: tokenRequest('booking', { grant_type: 'password' }), response: oauth(400, 'unsupported_grant_type') },
    ],
    [
      'no client_secret',
      'credentialsWrong',
      {
        request: tokenRequest('openApi', { client_secret: null }),
        response: oauth(400, 'invalid_request', 'client_secret is missing'),
      },
    ],
    [
      'GET at the token endpoint',
      'wrongBasePath',
      { request: get(TOKEN_ADDRESS.openApi, null), response: plain(405, 'Method Not Allowed') },
    ],
    [
      '422',
      'noPermission',
      { request: quote(), response: json(422, { message: 'validation failed: listingId must be a string' }) },
    ],
    [
      'limit of the Open API',
      'rateLimit',
      {
        request: get('https://open-api.guesty.com/v1/listings?limit=5000'),
        response: openApi(400, 'limit must be at most 100'),
      },
    ],
    [
      'available is no JSON',
      'wrongApi',
      {
        request: get('https://open-api.guesty.com/v1/listings?available=tomorrow'),
        response: openApi(400, 'available: invalid JSON'),
      },
    ],
  ]),
];
