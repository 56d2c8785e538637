/** Errors of the two APIs, of their frameworks and gateways; a few repeat what they were sent. */
import type { Dice } from '../../random.ts';
import { jwt, password, sessionCookie } from '../credentials.ts';
import type { ExchangeDraft } from '../draft.ts';
import { guest } from '../people.ts';
import { ask, BOOKING_API, day, OPEN_API, objectId, requestId, serviceHeaders } from '../service.ts';
import { type Json, jsonText, someOf } from '../shapes.ts';

const CODES = [
  'NOT_FOUND',
  'FORBIDDEN',
  'WRONG_REQUEST_PARAMETERS',
  'LISTING_CALENDAR_BLOCKED',
  'MIN_NIGHT_MISMATCH',
  'COUPON_NOT_FOUND',
  'INTERNAL_ERROR',
];
const SENTENCES = [
  "You don't have permission to access, please contact our support.",
  'Inquiry is already fulfilled by a reservation',
  'Listing is not available for the requested dates.',
  'Minimum stay is 3 nights for this period',
  'Too many requests, please try again in 12 seconds.',
  'Cast to ObjectId failed for value "abc" (type string) at path "_id"',
  'checkIn must be a valid ISO 8601 date string',
  'The access token expired',
];
const STATUSES = [400, 401, 403, 403, 404, 409, 422, 429, 500, 502, 503] as const;

function addressFor(dice: Dice): string {
  return dice.pick([
    `${OPEN_API}/listings/${objectId(dice)}`,
    `${BOOKING_API}/v1/serch`,
    `${BOOKING_API}/reservations/quotes/${objectId(dice)}`,
    `${OPEN_API}/reservations`,
  ]);
}

function errorHeaders(draft: ExchangeDraft): void {
  const { dice, status } = draft;
  const { stay } = draft.in('responseHeaders');
  const add = (name: string, category: string, value: string) =>
    draft.responseHeaders.push([name, stay(category, value)]);
  serviceHeaders(draft);
  if (status === 429 || status === 503) add('retry-after', 'retry-after', String(dice.int(10, 3600)));
  if (status === 401 || status === 403)
    add(
      'www-authenticate',
      'WWW-Authenticate',
      dice.pick([
        'Bearer',
        'Bearer realm="open-api", error="invalid_token", error_description="The access token expired"',
        `Bearer error="insufficient_scope", scope="open-api", resource_metadata="https://open-api.guesty.com/.well-known/oauth-protected-resource"`,
      ]),
    );
  if (dice.chance(0.1)) add('x-amzn-errortype', 'error code in a header', 'AccessDeniedException');
}

/** Errors as the two APIs and common frameworks write them. */
export function serviceErrors(draft: ExchangeDraft): void {
  const { dice } = draft;
  const address = addressFor(dice);
  const path = new URL(address).pathname;
  ask(draft, 'GET', address, dice.chance(0.4) ? { checkIn: day(dice), checkOut: day(dice) } : {});
  const { stay } = draft.in('responseBody');
  const code = () => stay('error code', dice.pick(CODES));
  const sentence = () => stay('error message', dice.pick(SENTENCES));
  const id = () => stay('request id in a body', requestId(dice));
  const status = dice.pick(STATUSES);
  const [type, body] = dice.weighted<() => readonly [string, Json]>([
    [
      5,
      () => [
        'application/json',
        { error: { code: code(), message: sentence(), data: { requestId: id(), moreDetails: sentence() } } },
      ],
    ],
    [
      5,
      () => [
        'application/json',
        { error_code: code(), message: sentence(), data: { errors: [sentence()], requestId: id() } },
      ],
    ],
    [4, () => ['application/json', { message: sentence() }]],
    [
      2,
      () => [
        'application/json',
        {
          statusCode: status,
          message: [sentence(), sentence()],
          error: stay('error message', 'Bad Request'),
          path: stay('restated path', path),
          timestamp: '2026-11-22T10:11:12.131Z',
        },
      ],
    ],
    [
      2,
      () => [
        'application/problem+json',
        {
          type: stay('problem type', 'https://errors.guesty.com/problems/calendar-blocked'),
          title: sentence(),
          status,
          detail: sentence(),
          instance: stay('restated path', path),
          traceId: stay('trace id in a body', `00-${dice.hex(32)}-${dice.hex(16)}-00`),
        },
      ],
    ],
    [
      2,
      () => [
        'application/json',
        { message: stay('restated path', `Cannot GET ${path}`), error: 'Not Found', statusCode: 404 },
      ],
    ],
    [
      1,
      () => [
        'application/json',
        {
          errors: [
            {
              message: sentence(),
              path: ['listings', 0],
              extensions: { code: code(), traceId: stay('trace id in a body', dice.hex(32)) },
            },
          ],
          data: null,
        },
      ],
    ],
    [
      1,
      () => [
        'application/json',
        {
          errors: [
            {
              status: String(status),
              code: code(),
              title: sentence(),
              source: { pointer: stay('pointer', '/data/attributes/check-in'), parameter: 'checkIn' },
            },
          ],
        },
      ],
    ],
    [
      1,
      () => [
        'application/json',
        {
          fault: {
            faultstring: sentence(),
            detail: { errorcode: stay('error code', 'policies.ratelimit.QuotaViolation') },
          },
        },
      ],
    ],
    [
      1,
      () => [
        'application/json',
        { '@odata.error': { code: code(), message: { lang: 'en', value: sentence() } }, correlationId: id() },
      ],
    ],
    [
      1,
      () => ['application/json', { ok: false, sentryEventId: stay('trace id in a body', dice.hex(32)), eventId: id() }],
    ],
  ])();
  draft.answer(status, jsonText(dice, body), type);
  errorHeaders(draft);
}

/** Errors that repeat what was sent: validators, echoes, error reporters, stack traces within JSON. */
export function echoingErrors(draft: ExchangeDraft): void {
  const { dice } = draft;
  const address = addressFor(dice);
  const path = new URL(address).pathname;
  ask(draft, 'POST', address);
  const who = guest(dice);
  const request = draft.in('requestBody');
  draft.send(
    JSON.stringify({
      guest: { email: request.guest('mail', who.email), lastName: request.guest('last name', who.last) },
    }),
    'application/json',
  );
  const { stay, secret, guest: plant } = draft.in('responseBody');
  const bearer = () => secret('own access token in an error', draft.own.accessToken);
  const body = dice.pick<() => Json>([
    () => ({
      message: `Guest with email ${plant('mail in an error', who.email)} already exists`,
      error_code: stay('error code', 'DUPLICATE_KEY'),
    }),
    () => ({
      message: `E11000 duplicate key error collection: pms.guests index: email_1 dup key: { email: "${plant('mail in an error', who.email)}", phone: "${plant('phone in an error', who.phone)}" }`,
    }),
    () => ({
      errors: [
        {
          field: 'guest.phone',
          rejectedValue: plant('rejected value', who.phone),
          defaultMessage: stay('error message', 'must match the E.164 format'),
        },
      ],
    }),
    () => ({
      detail: [
        {
          type: stay('error code', 'value_error'),
          loc: ['body', 'guest', 'email'],
          msg: stay('error message', 'value is not a valid email address'),
          input: plant('rejected value', who.email),
          url: stay('link in a body', 'https://errors.pydantic.dev/2.9/v/value_error'),
        },
      ],
    }),
    () => ({
      type: 'ValidationError',
      value: { guest: { email: plant('mail', who.email), phone: plant('phone', who.phone) } },
      path: stay('restated path', path),
    }),
    () => ({ message: `invalid token: ${bearer()}`, code: stay('error code', 'jwt_malformed') }),
    () => ({
      error: stay('error message', 'Unauthorized'),
      request: {
        method: 'POST',
        path: stay('restated path', path),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${bearer()}`,
          cookie: `sid=${secret('cookie in an error', sessionCookie(dice))}`,
        },
      },
    }),
    () => ({
      message: 'connect ECONNREFUSED',
      stack: `Error: connect ECONNREFUSED\n    at mongodb://svc:${secret('password in a connection string', dice.alphanumeric(16))}@10.0.3.4:27017/pms\n    at Socket.connect (net.js:1141:16)`,
    }),
    () => ({
      error: 'redis',
      detail: `AUTH failed for redis://:${secret('password in a connection string', dice.alphanumeric(20))}@cache-1:6379/0`,
    }),
    () => ({
      message: `Request failed: curl -H 'Authorization: Bearer ${bearer()}' '${address}'`,
      requestId: stay('request id in a body', requestId(dice)),
    }),
    () => ({
      message: `login failed for user=svc password=${secret('password in a text', password(dice))}`,
      requestId: stay('request id in a body', requestId(dice)),
    }),
    () => ({
      exception: {
        values: [{ type: 'AxiosError', value: stay('error message', 'Request failed with status code 401') }],
      },
      extra: {
        config: JSON.stringify({
          headers: { Authorization: `Bearer ${bearer()}` },
          data: { refresh: secret('token in a packed body', jwt(dice)) },
        }),
      },
    }),
    () => ({
      debug: Buffer.from(`Authorization: Bearer ${bearer()}`).toString('base64'),
      message: stay('error message', 'Signature mismatch'),
    }),
    () => ({
      url: `https://open-api.guesty.com/v1/listings?access_token=${encodeURIComponent(bearer())}`,
      ...someOf(dice, { message: () => stay('error message', 'Use the header') }),
    }),
  ])();
  draft.answer(dice.pick([400, 401, 409, 422, 500]), jsonText(dice, body), 'application/json');
  errorHeaders(draft);
  if (dice.chance(0.1)) {
    const headers = draft.in('responseHeaders');
    draft.responseHeaders.push([
      dice.pick(['x-debug-auth', 'x-request-id', 'x-echo']),
      headers.secret('own access token in a header', draft.own.accessToken),
    ]);
  }
}
