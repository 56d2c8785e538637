/** Error answers of web frameworks and gateways in JSON; some repeat what they were sent. */
import { accessToken, password, writtenCard } from '../credentials.ts';
import type { Draft } from '../draft.ts';
import { errorCode, errorMessage, instant, requestId } from '../facts.ts';
import { person, sentence } from '../people.ts';
import { htmlSafeJson, serialised } from '../spelling.ts';
import { answering, answeringJson, baseOf, consoleRequest, listingPath, wwwAuthenticate } from '../traffic.ts';

type Json = Record<string, unknown>;

const FRAMES = [
  'at Object.handler (/srv/app/dist/quotes/quote.service.js:212:17)',
  'at async Promise.all (index 0)',
  'at processTicksAndRejections (node:internal/process/task_queues:105:5)',
  'at com.pms.booking.QuoteController.create(QuoteController.java:88)',
  'File "/app/pms/views.py", line 41, in create',
  '#3 /var/www/vendor/laravel/framework/src/Illuminate/Routing/Router.php(697)',
];

/** Errors that repeat nothing secret: everything of them must stay. */
export function plainError(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  const path = listingPath(draft);
  draft.url = `${baseOf(draft)}${path}`;
  const body = draft.at('responseBody');
  const message = body.stay('error message', errorMessage(dice));
  const code = () => body.stay('error code', errorCode(dice));
  const trace = () => body.stay('trace id', requestId(dice));
  const restated = () => body.stay('restated path', `/v1${path.split('?')[0]}`);
  const answer = dice.pick<() => Json>([
    () => ({ error: { code: code(), message, data: { requestId: trace(), moreDetails: '' } } }),
    () => ({
      error_code: code(),
      message,
      data: { errors: [body.stay('error message', errorMessage(dice))], requestId: trace() },
    }),
    () => ({
      timestamp: body.stay('instant', instant(dice)),
      status: 404,
      error: 'Not Found',
      path: restated(),
      message,
      traceId: trace(),
    }),
    () => ({ statusCode: 400, message: [message], error: 'Bad Request' }),
    () => ({
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: message,
      status: 400,
      traceId: body.stay('trace id', `00-${dice.hex(32)}-${dice.hex(16)}-00`),
      instance: restated(),
    }),
    () => ({
      detail: [{ loc: ['query', 'checkIn'], msg: message, type: body.stay('error type', 'value_error.date') }],
    }),
    () => ({
      errors: [
        { message, locations: [{ line: 2, column: 3 }], path: ['listing', 'calendar'], extensions: { code: code() } },
      ],
      data: null,
    }),
    () => ({
      fault: {
        faultstring: message,
        detail: { errorcode: body.stay('error code', 'policies.ratelimit.QuotaViolation') },
      },
    }),
    () => ({ message, request_id: trace() }),
    () => ({ __type: body.stay('error code', 'ThrottlingException'), message, RequestId: trace() }),
    () => ({
      errors: [
        {
          status: '422',
          code: code(),
          title: message,
          source: { pointer: body.stay('pointer', '/data/attributes/checkIn') },
        },
      ],
    }),
    () => ({ success: false, result: null, errors: [{ code: 10_000, message }], ray_id: trace() }),
    () => ({
      name: 'BadRequestError',
      message,
      stack: `BadRequestError: ${message}\n    ${body.stay('stack frame', dice.pick(FRAMES))}`,
    }),
    () => ({
      exception: 'Illuminate\\Database\\QueryException',
      message,
      file: '/var/www/app/Http/Kernel.php',
      line: 45,
      trace: [{ file: body.stay('stack frame', '/var/www/vendor/autoload.php'), line: 3 }],
    }),
    () => ({
      ok: false,
      code: code(),
      reason: message,
      docs: body.stay('documentation address', 'https://open-api-docs.guesty.com/docs/rate-limits'),
    }),
  ])();
  const status = dice.pick([400, 401, 403, 404, 409, 422, 429, 500, 502, 503]);
  const more = status === 401 || dice.chance(0.1) ? [wwwAuthenticate(draft)] : [];
  if (dice.chance(0.15))
    answering(
      draft,
      status,
      dice.pick(['application/problem+json', 'application/vnd.api+json', 'text/json']),
      serialised(dice, answer),
      more,
    );
  else answeringJson(draft, status, serialised(dice, answer), more);
}

/** Errors that repeat the request, its head or a guest's data. */
export function echoingError(draft: Draft): void {
  const { dice, own } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/reservations/quotes`;
  draft.method = 'POST';
  const body = draft.at('responseBody');
  const token = () => body.secret('own token in an error', own.accessToken);
  const one = person(dice);
  const mail = () => body.guest('mail in an error', one.mail);
  const trace = () => body.stay('trace id', requestId(dice));
  const answer = dice.pick<() => Json>([
    () => ({
      statusCode: 500,
      message: 'Request failed with status code 401',
      config: {
        method: 'get',
        url: '/listings',
        headers: { Accept: 'application/json', Authorization: `Bearer ${token()}` },
      },
      requestId: trace(),
    }),
    () => ({
      detail: [
        {
          type: body.stay('error type', 'string_too_short'),
          loc: ['body', 'guest', 'phone'],
          msg: 'String should have at least 7 characters',
          input: body.guest('phone in an error', one.phone),
        },
      ],
    }),
    () => ({
      detail: [
        {
          type: body.stay('error type', 'missing'),
          loc: ['body', 'ratePlanId'],
          msg: 'Field required',
          input: { guest: { firstName: body.guest('name', one.first), email: mail() } },
        },
      ],
    }),
    () => ({
      message: body.stay('error message', 'Validation failed'),
      _original: { guest: { email: mail(), phone: body.guest('phone', one.phone) } },
      details: [{ path: ['guest', 'lastName'], type: 'any.required' }],
    }),
    () => ({
      code: 11_000,
      message: `E11000 duplicate key error collection: pms.guests index: email_1 dup key: { email: "${mail()}" }`,
      codeName: body.stay('error code', 'DuplicateKey'),
    }),
    () => ({ error: 'JsonWebTokenError', message: `jwt malformed: ${token()}`, requestId: trace() }),
    () => ({
      error: {
        message: `Invalid API Key provided: ${body.secret('API key in a message', `sk_live_${dice.alphanumeric(24)}`)}`,
        type: body.stay('error type', 'invalid_request_error'),
      },
    }),
    () => ({
      error: 'Unauthorized',
      debug: { receivedHeaders: { authorization: [`Bearer ${token()}`], host: 'open-api.guesty.com' } },
    }),
    () => ({
      status: 400,
      error: 'Bad Request',
      message: `JSON parse error: Unexpected character at [Source: (String)"{"guest":{"firstName":"${body.guest('name in a message', one.first)}","email":"${mail()}"`,
      path: body.stay('restated path', '/v1/reservations/quotes'),
    }),
    () => ({
      errors: { 'guest.email': [`The value '${mail()}' is not a valid e-mail address.`] },
      title: body.stay('error message', 'One or more validation errors occurred.'),
      traceId: trace(),
    }),
    () => ({
      message: `SQLSTATE[23505]: Key (email)=(${mail()}) already exists.`,
      code: body.stay('error code', '23505'),
    }),
    () => ({ message: `User ${mail()} has no access to this account`, error: body.stay('error code', 'FORBIDDEN') }),
    () => ({
      message: `Could not charge card ${body.secret('card in a message', writtenCard(dice))}: declined`,
      code: body.stay('error code', 'card_declined'),
    }),
    () => ({ message: 'login failed', password: body.secret('password', password(dice)), username: mail() }),
    () => ({
      curl: `curl -X GET 'https://open-api.guesty.com/v1/listings' -H 'Authorization: Bearer ${token()}'`,
      requestId: trace(),
    }),
    () => ({
      error: 'upstream_error',
      upstream: {
        body: JSON.stringify({
          access_token: body.secret('token in JSON in a string', accessToken(dice)),
          error: 'expired',
        }),
      },
    }),
    () => ({
      request: JSON.stringify({
        headers: { authorization: `Bearer ${token()}` },
        body: JSON.stringify({ guest: { lastName: body.guest('name in JSON in a string', one.last), email: mail() } }),
      }),
    }),
    () => ({
      extra: { message: body.guest('message', sentence(dice)) },
      event_id: body.stay('trace id', dice.hex(32)),
      level: 'error',
    }),
    () => ({
      exception: {
        values: [
          {
            type: body.stay('error type', 'HTTPError'),
            value: '401 Client Error',
            stacktrace: {
              frames: [{ function: 'fetch', vars: { token: `'${token()}'`, self: '<Client object at 0x7f1>' } }],
            },
          },
        ],
      },
      request: { cookies: [['sid', body.secret('cookie in an event', dice.hex(32))]] },
    }),
    () => ({ jwt: { header: { alg: 'RS256' }, raw: token() } }),
  ])();
  const text = serialised(dice, answer);
  answeringJson(draft, dice.pick([400, 401, 403, 409, 422, 500]), dice.chance(0.1) ? htmlSafeJson(text) : text);
}
