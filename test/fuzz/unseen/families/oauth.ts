/** Token endpoints and identity providers: answers, errors, introspection, and the requests that carry the client secret. */
import { accessToken, apiKey, code, jwt, password, privateKey, session } from '../credentials.ts';
import type { Draft } from '../draft.ts';
import { instant, requestId } from '../facts.ts';
import { person } from '../people.ts';
import { base64, base64url, formOf, hex, queryOf, serialised } from '../spelling.ts';
import { answeringJson, basic, setCookie, wwwAuthenticate } from '../traffic.ts';

type Json = Record<string, unknown>;

const FORM = 'application/x-www-form-urlencoded';
const TOKEN_ADDRESSES = [
  'https://open-api.guesty.com/oauth2/token',
  'https://booking.guesty.com/oauth2/token',
  'https://sso.host.example/realms/pm/protocol/openid-connect/token',
  'https://login.example/oauth2/v2.0/token',
];

/** A request for a token, with the client secret in the form or in the head. */
function tokenRequest(draft: Draft): void {
  const { dice, own } = draft;
  draft.method = 'POST';
  draft.url = dice.pick(TOKEN_ADDRESSES);
  const head = draft.at('requestHeaders');
  const body = draft.at('requestBody');
  const scope = dice.pick(['open-api', 'booking_engine:api']);
  const clientId = `0oa${dice.alphanumeric(17)}`;
  draft.requestHeaders = [
    ['accept', 'application/json'],
    ['content-type', FORM],
  ];
  const form: [string, string][] = [
    ['grant_type', body.stay('grant type', 'client_credentials')],
    ['scope', body.stay('scope', scope)],
  ];
  if (dice.chance(0.8)) {
    form.push(
      ['client_id', body.stay('client id', clientId)],
      ['client_secret', body.secret('own client secret in a form', own.clientSecret)],
    );
  } else
    draft.requestHeaders.push([
      'authorization',
      basic(clientId, head.secret('own client secret in Basic', own.clientSecret)),
    ]);
  draft.requestBody = formOf(form);
}

export function tokenAnswer(draft: Draft): void {
  const { dice } = draft;
  tokenRequest(draft);
  const body = draft.at('responseBody');
  const token = body.secret('issued token', accessToken(dice));
  const plain = (): Json => ({
    token_type: body.stay('token type', 'Bearer'),
    expires_in: Number(body.stay('lifetime', '86400')),
    access_token: token,
    scope: body.stay('scope', dice.pick(['open-api', 'booking_engine:api'])),
  });
  const name = (words: string) => draft.name(words);
  const answer = dice.weighted<() => Json>([
    [6, plain],
    [
      2,
      () => ({
        ...plain(),
        refresh_token: body.secret('refresh token', dice.base64url(54)),
        id_token: body.secret('id token', jwt(dice, { email: person(dice).mail })),
      }),
    ],
    [
      2,
      () => ({
        [name('access token')]: token,
        [name('token type')]: 'Bearer',
        [name('expires in')]: 86_400,
        [name('refresh token')]: body.secret('refresh token', dice.uuid()),
      }),
    ],
    [1, () => ({ success: true, data: { token, expires: instant(dice) } })],
    [1, () => ({ result: token })],
    [1, () => ({ ...plain(), session_state: body.secret('session', dice.uuid()), 'not-before-policy': 0 })],
    [1, () => ({ ...plain(), message: `issued ${token.slice(0, 6)}… as ${token}` })],
  ])();
  const head = draft.at('responseHeaders');
  const more = dice.weighted<() => [string, string][]>([
    [6, () => []],
    [1, () => [['x-issued-token', head.secret('issued token in a header', token)]]],
    [1, () => [['etag', `"${head.secret('issued token in a header', token)}"`]]],
    [1, () => [['x-request-id', head.secret('issued token in a header', token)]]],
  ])();
  answeringJson(draft, 200, serialised(dice, answer), more);
}

/** Errors of token endpoints, by identity provider; some repeat what they were sent. */
export function tokenError(draft: Draft): void {
  const { dice, own } = draft;
  tokenRequest(draft);
  const body = draft.at('responseBody');
  const echo = () => body.secret('own client secret in an error', own.clientSecret);
  const answer = dice.weighted<() => Json>([
    [
      4,
      () => ({
        error: body.stay('OAuth error', 'invalid_client'),
        error_description: body.stay(
          'OAuth description',
          'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
        ),
      }),
    ],
    [
      2,
      () => ({
        error: body.stay('OAuth error', 'invalid_client'),
        error_description: body.stay('OAuth description', 'AADSTS7000215: Invalid client secret provided.'),
        error_codes: [7_000_215],
        timestamp: instant(dice),
        trace_id: body.stay('trace id', dice.uuid()),
        correlation_id: body.stay('trace id', dice.uuid()),
        error_uri: 'https://login.example/error?code=7000215',
      }),
    ],
    [
      2,
      () => ({
        error: body.stay('OAuth error', 'access_denied'),
        error_description: body.stay('OAuth description', 'Unauthorized'),
        error_uri: 'https://auth0.com/docs',
      }),
    ],
    [
      2,
      () => ({
        errorCode: body.stay('error code', 'invalid_client'),
        errorSummary: body.stay('OAuth description', "Invalid value for 'client_id' parameter."),
        errorLink: 'invalid_client',
        errorId: body.stay('request id', `oae${dice.alphanumeric(22)}`),
        errorCauses: [],
      }),
    ],
    [
      2,
      () => ({
        error: 'invalid_client',
        error_description: `The client secret supplied (${echo()}) is not valid for this client.`,
      }),
    ],
    [
      1,
      () => ({
        error: 'invalid_request',
        error_description: `Unparsable form: grant_type=client_credentials&client_secret=${encodeURIComponent(echo())}`,
      }),
    ],
    [
      1,
      () => ({
        error: 'invalid_client',
        error_hint: 'secret mismatch',
        error_debug: `crypto/bcrypt: hashedPassword is not the hash of ${hex(echo())}`,
      }),
    ],
    [
      1,
      () => ({ error: 'server_error', error_debug: `authorization header was: Basic ${base64(`client:${echo()}`)}` }),
    ],
    [
      1,
      () => ({
        statusCode: 429,
        message: body.stay('error message', 'Too many tokens requested, the quota of 5 per 24 hours is used up'),
      }),
    ],
    [
      1,
      () => ({
        error: {
          code: body.stay('error code', 'TOKEN_QUOTA_EXCEEDED'),
          message: body.stay('error message', 'Token quota exceeded for this client'),
          data: { requestId: body.stay('request id', requestId(dice)) },
        },
      }),
    ],
  ])();
  answeringJson(
    draft,
    dice.pick([400, 401, 429]),
    serialised(dice, answer),
    dice.chance(0.3) ? [wwwAuthenticate(draft)] : [],
  );
}

/** Introspection, user info, device codes, key sets and other answers of identity providers. */
export function identity(draft: Draft): void {
  const { dice } = draft;
  const one = person(dice);
  const body = draft.at('responseBody');
  const sent = draft.at('requestBody');
  const token = accessToken(dice);
  draft.method = 'POST';
  draft.url = `https://sso.host.example/oauth2/${dice.pick(['introspect', 'revoke', 'userinfo', 'device', 'par'])}`;
  draft.requestHeaders = [
    ['content-type', FORM],
    [
      'authorization',
      basic('latchkey', draft.at('requestHeaders').secret('own client secret in Basic', draft.own.clientSecret)),
    ],
  ];
  draft.requestBody = formOf(
    dice.pick<() => [string, string][]>([
      () => [
        ['token', sent.secret('token in a form', token)],
        ['token_type_hint', 'access_token'],
      ],
      () => [
        ['grant_type', sent.stay('grant type', 'password')],
        ['username', sent.guest('mail in a form', one.mail)],
        ['password', sent.secret('password in a form', password(dice))],
      ],
      () => [
        ['grant_type', sent.stay('grant type', 'refresh_token')],
        ['refresh_token', sent.secret('refresh token in a form', dice.base64url(64))],
      ],
      () => [
        ['grant_type', 'authorization_code'],
        ['code', sent.secret('authorization code', dice.base64url(43))],
        ['code_verifier', sent.secret('code verifier', dice.base64url(64))],
      ],
      () => [
        ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
        ['client_assertion', sent.secret('client assertion', jwt(dice))],
      ],
    ])(),
  );
  const answer = dice.pick<() => Json>([
    () => ({
      active: true,
      scope: body.stay('scope', 'open-api'),
      client_id: 'latchkey',
      username: body.guest('mail', one.mail),
      exp: dice.int(1_780_000_000, 1_790_000_000),
    }),
    () => ({
      sub: body.stay('id', dice.uuid()),
      name: body.guest('name', one.full),
      given_name: body.guest('name', one.first),
      email: body.guest('mail', one.mail),
      phone_number: body.guest('phone', one.phone),
    }),
    () => ({
      device_code: body.secret('device code', dice.base64url(40)),
      user_code: body.secret(
        'user code',
        `${dice.text(4, 'BCDFGHJKLMNPQRSTVWXZ')}-${dice.text(4, 'BCDFGHJKLMNPQRSTVWXZ')}`,
      ),
      verification_uri: 'https://sso.host.example/device',
      interval: 5,
    }),
    () => ({ keys: [{ kty: 'oct', k: body.secret('symmetric key', dice.base64url(43)), kid: dice.base64url(8) }] }),
    () => ({
      mfa_token: body.secret('mfa token', `Fe26.2*${dice.base64url(60)}`),
      error: body.stay('OAuth error', 'mfa_required'),
      error_description: body.stay('OAuth description', 'Multifactor authentication required'),
    }),
    () => ({
      [draft.name('totp secret')]: body.secret('totp secret', dice.text(32, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')),
      [draft.name('recovery codes')]: dice.times(2, () =>
        body.secret('recovery code', `${dice.alphanumeric(5)}-${dice.alphanumeric(5)}`),
      ),
    }),
    () => ({
      [draft.name('one time password')]: body.secret('one-time password', code(dice, 6)),
      [draft.name('sent to')]: body.guest('phone', one.phone),
    }),
  ])();
  answeringJson(draft, 200, serialised(dice, answer), dice.chance(0.4) ? [setCookie(draft, session(dice))] : []);
}

/** Settings of an account: keys, webhooks, integrations. */
export function settings(draft: Draft): void {
  const { dice } = draft;
  draft.url = `https://open-api.guesty.com/v1/${dice.pick(['webhooks', 'integrations', 'accounts/me', 'smart-locks', 'channels'])}`;
  draft.requestHeaders = [['authorization', `Bearer ${draft.own.accessToken}`]];
  const body = draft.at('responseBody');
  const name = (words: string) => draft.name(words);
  const answer = dice.pick<() => Json>([
    () => ({
      _id: body.stay('id', dice.hex(24)),
      url: `https://hooks.pm.example/in?token=${body.secret('secret in an address', dice.base64url(32))}`,
      events: [body.stay('event', 'reservation.new')],
      [name(dice.pick(['signing secret', 'webhook secret', 'secret']))]: body.secret(
        'webhook secret',
        `whsec_${dice.alphanumeric(32)}`,
      ),
    }),
    () => ({
      [name(dice.pick(['api key', 'api secret', 'secret key', 'private api key']))]: body.secret(
        'API key',
        apiKey(dice),
      ),
      [name('created at')]: body.stay('instant', instant(dice)),
    }),
    () => ({
      aws: {
        accessKeyId: body.secret('API key', `AKIA${dice.text(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`),
        secretAccessKey: body.secret(
          'API key',
          dice.text(40, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/'),
        ),
        region: body.stay('region', 'eu-west-1'),
      },
    }),
    () => ({
      smtp: {
        host: body.stay('host', 'smtp.eu.mailer.example'),
        port: 587,
        [name('user name')]: 'apikey',
        [name(dice.pick(['password', 'smtp password', 'passwd', 'pwd', 'pass']))]: body.secret(
          'password',
          password(dice),
        ),
      },
    }),
    () => ({
      lock: {
        provider: body.stay('provider', 'ttlock'),
        [name(dice.pick(['pin', 'pin code', 'access code', 'keypad code', 'passcode']))]: body.secret(
          'door code',
          code(dice, 6),
        ),
        battery: 71,
      },
    }),
    () => ({
      database: {
        dsn: `postgres://pms:${body.secret('password in an address', dice.alphanumeric(16))}@db.internal:5432/pms?sslmode=require`,
      },
      cache: `redis://:${body.secret('password in an address', dice.alphanumeric(20))}@cache:6379/0`,
    }),
    () => ({
      [name(dice.pick(['private key', 'ssh key', 'signing key']))]: body.secret('private key', privateKey(dice).line),
      fingerprint: body.stay('fingerprint', dice.hex(40)),
    }),
    () => ({
      credentials: [
        { key: 'client_secret', value: body.secret('name and value', dice.base64url(43)) },
        { key: 'region', value: 'eu' },
      ],
    }),
    () => ({
      [name('new password')]: body.secret('password', password(dice)),
      [name(dice.pick(['password confirmation', 'repeat password', 'old password', 'password2']))]: body.secret(
        'password',
        password(dice),
      ),
    }),
    () => ({
      calendar: `https://calendar.example/ical/${dice.digits(7)}.ics?s=${body.secret('secret in an address', dice.hex(32))}`,
      listing: body.stay('id', dice.hex(24)),
    }),
    () => ({
      upload: {
        url: `https://pms-uploads.s3.amazonaws.com/contracts/${dice.uuid()}.pdf?${queryOf([
          ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
          ['X-Amz-Credential', `AKIA${dice.alphanumeric(16).toUpperCase()}/20261122/eu-west-1/s3/aws4_request`],
          ['X-Amz-Expires', '3600'],
          ['X-Amz-Signature', body.secret('signed address', dice.hex(64))],
        ])}`,
      },
    }),
    () => ({
      blob: `https://pms.blob.core.windows.net/docs/${dice.uuid()}.pdf?sv=2024-11-04&se=2026-12-01&sr=b&sp=r&sig=${encodeURIComponent(body.secret('signed address', base64(dice.alphanumeric(32))))}`,
    }),
    () => ({
      state: base64url(
        JSON.stringify({ returnTo: '/settings', csrf: body.secret('secret in base64 of JSON', dice.alphanumeric(32)) }),
      ),
    }),
  ])();
  answeringJson(draft, 200, serialised(dice, answer));
}
