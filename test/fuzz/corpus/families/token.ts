/** Token endpoints: the exchange of service.md §3.1 and §3.3, with the variants of identity servers, and its failures. */

import { bearerToken, jwt, refreshToken, sessionCookie } from '../credentials.ts';
import type { ExchangeDraft } from '../draft.ts';
import { requestId, serviceHeaders } from '../service.ts';
import { formText, type Json, jsonText, someOf } from '../shapes.ts';

const ENDPOINTS = ['https://open-api.guesty.com/oauth2/token', 'https://booking.guesty.com/oauth2/token'];

function askForToken(draft: ExchangeDraft): string {
  const { dice } = draft;
  const { clientSecret } = draft.own;
  const [body, headers] = [draft.in('requestBody'), draft.in('requestHeaders')];
  const isOpenApi = dice.chance(0.6);
  draft.method = 'POST';
  draft.url = isOpenApi ? (ENDPOINTS[0] as string) : (ENDPOINTS[1] as string);
  draft.in('url').stay('path of an address', '/oauth2/token');
  draft.requestHeaders.push([dice.pick(['accept', 'Accept']), headers.stay('accept', 'application/json')]);
  const scope = isOpenApi ? 'open-api' : 'booking_engine:api';
  const fields = {
    grant_type: body.stay('grant type', 'client_credentials'),
    scope: body.stay('scope', scope),
    client_id: `0oa${dice.alphanumeric(17)}`,
  };
  const way = dice.weighted([
    [16, 'form'],
    [2, 'basic'],
    [1, 'json'],
    [1, 'assertion'],
  ] as const);
  if (way === 'basic') {
    const pair = Buffer.from(`${fields.client_id}:${clientSecret}`).toString('base64');
    draft.requestHeaders.push(['authorization', `Basic ${pair}`]);
    headers.secret('client secret in Basic', pair);
  }
  const secret = way === 'basic' ? {} : { client_secret: body.secret('own client secret', clientSecret) };
  const assertion =
    way === 'assertion'
      ? {
          client_assertion: body.secret('client assertion', jwt(dice)),
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }
      : {};
  const all = { ...fields, ...secret, ...assertion };
  if (way === 'json') draft.send(JSON.stringify(all), 'application/json');
  else draft.send(formText(all), 'application/x-www-form-urlencoded');
  return scope;
}

/** A token is issued. */
export function issued(draft: ExchangeDraft): void {
  const { dice } = draft;
  const scope = askForToken(draft);
  const { secret, stay } = draft.in('responseBody');
  const answer: Record<string, Json> = {
    token_type: stay('token type', 'Bearer'),
    expires_in: Number(stay('expires_in', '86400')),
    access_token: secret('issued access token', bearerToken(dice)),
    ...someOf(dice, { scope: () => stay('scope', scope) }, 0.8),
    ...someOf(
      dice,
      {
        refresh_token: () => secret('issued refresh token', refreshToken(dice)),
        id_token: () => secret('issued id token', jwt(dice)),
        refresh_token_expires_in: () => 2_592_000,
        created_at: () => dice.int(1_790_000_000, 1_799_999_999),
        instance_url: () => 'https://eu3.guesty.com',
      },
      0.08,
    ),
  };
  const isWrapped = dice.chance(0.05);
  draft.answer(
    200,
    jsonText(dice, isWrapped ? { status: 'ok', data: answer } : answer),
    dice.pick(['application/json', 'application/json;charset=UTF-8']),
  );
  serviceHeaders(draft);
  if (dice.chance(0.2))
    draft.responseHeaders.push([
      'set-cookie',
      `JSESSIONID=${draft.in('responseHeaders').secret('session cookie', sessionCookie(dice))}; Path=/; Secure; HttpOnly`,
    ]);
}

/** The token is refused. */
export function refused(draft: ExchangeDraft): void {
  const { dice } = draft;
  askForToken(draft);
  const { stay, secret } = draft.in('responseBody');
  const code = dice.pick([
    'invalid_client',
    'invalid_request',
    'unsupported_grant_type',
    'invalid_scope',
    'too_many_requests',
    'access_denied',
  ]);
  const sentence = dice.pick([
    'Client authentication failed.',
    'The client secret supplied for a confidential client is invalid.',
    'You have exceeded the number of tokens allowed in 24 hours.',
    'The authorization server resource does not support the requested scope.',
  ]);
  const id = requestId(dice);
  const echoed = () => secret('own client secret in an error', draft.own.clientSecret);
  const body: Json = dice.weighted<() => Json>([
    [8, () => ({ error: stay('error code', code), error_description: stay('error message', sentence) })],
    [
      3,
      () => ({
        errorCode: stay('error code', code),
        errorSummary: stay('error message', sentence),
        errorLink: code,
        errorId: stay('request id in a body', `oae${dice.base64url(22)}`),
        errorCauses: [],
      }),
    ],
    [
      3,
      () => ({
        error: {
          code: stay('error code', code.toUpperCase()),
          message: stay('error message', sentence),
          data: { requestId: stay('request id in a body', id) },
        },
      }),
    ],
    [
      1,
      () => ({
        error: stay('error code', code),
        error_description: `AADSTS7000215: Invalid client secret provided: '${echoed()}'. Trace ID: ${stay('request id in a body', id)}`,
      }),
    ],
    [
      1,
      () => ({
        error: stay('error code', code),
        received: { grant_type: 'client_credentials', client_secret: echoed() },
      }),
    ],
  ])();
  const status = code === 'too_many_requests' ? 429 : dice.pick([400, 401, 401, 403]);
  draft.answer(status, jsonText(dice, body), 'application/json');
  serviceHeaders(draft);
  const headers = draft.in('responseHeaders');
  if (status === 401)
    draft.responseHeaders.push([
      'www-authenticate',
      headers.stay(
        'WWW-Authenticate',
        dice.pick([
          'Basic realm="oauth2/client"',
          `Bearer realm="guesty", error="${code}", error_description="${sentence}"`,
        ]),
      ),
    ]);
  if (status === 429)
    draft.responseHeaders.push(['retry-after', headers.stay('retry-after', String(dice.int(60, 86_400)))]);
}
