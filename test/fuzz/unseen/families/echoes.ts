/** Echo services, request inspectors, recorders: answers that restate the request, in many encodings. */
import { accessToken, card, clientSecret, password, session } from '../credentials.ts';
import type { Draft, Planter } from '../draft.ts';
import { cursor, date, id, requestId } from '../facts.ts';
import { person, sentence } from '../people.ts';
import { asciiJson, base64, base64url, entities, formOf, hex, queryOf, serialised, wrapped } from '../spelling.ts';
import { answering, answeringJson, baseOf, basic, consoleRequest, sending } from '../traffic.ts';

type Json = Record<string, unknown>;

/** Ways in which other software rewrites a text before it repeats it. */
const REWRITES: readonly (readonly [category: string, rewrite: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  [
    'every byte percent-encoded',
    (text) => Buffer.from(text).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, ''),
  ],
  ['hex', hex],
  ['hex in upper case', (text) => hex(text).toUpperCase()],
  ['base64', base64],
  ['base64url', base64url],
  ['base64 twice', (text) => base64(base64(text))],
  ['base64 over lines', (text) => wrapped(base64(text), 24)],
  ['broken over lines', (text) => wrapped(text, 20)],
  [
    'one character as an escape',
    (text) => text.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  ],
  ['every character as an entity', (text) => [...text].map((character) => `&#${character.codePointAt(0)};`).join('')],
  ['entities', entities],
  ['JSON in a string', (text) => JSON.stringify({ value: text })],
  ['JSON in JSON in a string', (text) => JSON.stringify({ body: JSON.stringify({ value: text }) })],
  ['quoted-printable', (text) => wrapped(text.replaceAll('=', '=3D'), 30).replaceAll('\r\n', '=\r\n')],
  ['base64 of JSON', (text) => base64(JSON.stringify({ sub: 'x', value: text, n: 1 }))],
  ['base64 of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('base64')],
  ['escaped for a regular expression', (text) => text.replace(/[.\-+/]/g, (character) => `\\${character}`)],
];

/** The console's own secrets, rewritten, within a field or a text that names nothing. */
export function rewrittenOwnSecret(draft: Draft): void {
  const { dice, own } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/listings`;
  const [category, rewrite] = dice.pick(REWRITES);
  const [what, value] = dice.chance(0.6)
    ? (['token', own.accessToken] as const)
    : (['client secret', own.clientSecret] as const);
  const part = dice.chance(0.85) ? 'responseBody' : 'responseHeaders';
  const planted = draft.at(part).secret(`own ${what}, ${category}`, value);
  const written = rewrite(planted);
  const body = draft.at('responseBody');
  if (part === 'responseHeaders') {
    answeringJson(draft, 200, serialised(dice, { ok: true, requestId: body.stay('request id', requestId(dice)) }), [
      [dice.pick(['x-debug', 'x-echo', 'x-upstream-auth', 'x-original-request']), written.replace(/[\r\n]+/g, ' ')],
    ]);
    return;
  }
  const answer = dice.pick<() => unknown>([
    () => ({ result: written, requestId: body.stay('request id', requestId(dice)) }),
    () => ({ message: `request failed for ${written} at upstream`, id: body.stay('id', id(dice)) }),
    () => [
      ['a', written],
      ['b', body.stay('id', id(dice))],
    ],
    () => ({ data: { dump: `>>> ${written}\n<<< 401` } }),
    () => ({ [written]: true, next: body.stay('cursor', cursor(dice)) }),
  ])();
  answeringJson(draft, dice.pick([200, 401, 500]), serialised(dice, answer));
}

const requestLines = (draft: Draft, part: Planter) => {
  const { dice, own } = draft;
  return [
    'POST /v1/reservations/quotes HTTP/1.1',
    'Host: open-api.guesty.com',
    `Authorization: Bearer ${part.secret('own token in a dump', own.accessToken)}`,
    `Cookie: sid=${part.secret('cookie in a dump', session(dice))}`,
    'Content-Type: application/json',
  ];
};

/** An echo of the whole request, as httpbin and request inspectors answer. */
export function echo(draft: Draft): void {
  const { dice, own } = draft;
  consoleRequest(draft);
  const url = draft.at('url');
  const sent = draft.at('requestBody');
  const body = draft.at('responseBody');
  const one = person(dice);
  const query: [string, string][] = [
    ['checkIn', url.stay('date in the query', date(dice))],
    ['email', url.guest('mail in the query', one.mail)],
  ];
  draft.url = `https://echo.stay.example/anything?${queryOf(query, dice.chance(0.5))}`;
  const content = {
    guest: { firstName: sent.guest('name', one.first), email: sent.guest('mail', one.mail) },
    note: sent.guest('message', sentence(dice)),
  };
  sending(draft, 'POST', 'application/json', JSON.stringify(content));
  const echoed = {
    guest: { firstName: body.guest('name', one.first), email: body.guest('mail', one.mail) },
    note: body.guest('message', content.note),
  };
  const bearer = () => `Bearer ${body.secret('own token in an echo', own.accessToken)}`;
  const answer = dice.pick<() => Json>([
    () => ({
      args: Object.fromEntries(query),
      headers: {
        Accept: 'application/json',
        Authorization: bearer(),
        'X-Amzn-Trace-Id': body.stay('trace id', `Root=1-${dice.hex(8)}-${dice.hex(24)}`),
      },
      json: echoed,
      data: JSON.stringify(echoed),
      url: draft.url,
    }),
    () => ({
      method: 'POST',
      rawHeaders: ['Host', 'x', 'Authorization', bearer(), 'Accept', '*/*'],
      body: JSON.stringify(echoed),
    }),
    () => ({
      headers: [
        { name: 'Authorization', value: bearer() },
        { name: 'X-Request-Id', value: body.stay('request id', requestId(dice)) },
      ],
      postData: { mimeType: 'application/json', text: JSON.stringify(echoed) },
    }),
    () => ({
      request: { body: base64(JSON.stringify(echoed)), isBase64Encoded: true, headers: { authorization: bearer() } },
    }),
    () => ({ raw: [...requestLines(draft, body), '', JSON.stringify(echoed)].join('\r\n') }),
    () => ({
      columns: ['first_name', 'email', 'note'],
      rows: [[echoed.guest.firstName, echoed.guest.email, echoed.note]],
      token: body.secret('own token in an echo', own.accessToken),
    }),
    () => ({
      form: formOf([
        ['guest[first_name]', echoed.guest.firstName],
        ['guest[email]', echoed.guest.email],
        ['note', echoed.note],
        ['access_token', body.secret('own token in an echo', own.accessToken)],
      ]),
    }),
  ])();
  answeringJson(draft, 200, serialised(dice, answer));
}

/** Somebody else's secrets in unusual JSON: pairs, columns, comments, lines of JSON, JSONP, cut bodies. */
export function oddJson(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/integrations/export`;
  const body = draft.at('responseBody');
  const one = person(dice);
  const name = (words: string) => draft.name(words);
  const token = () => body.secret('token in odd JSON', accessToken(dice));
  const secret = () => body.secret('client secret in odd JSON', clientSecret(dice));
  const word = () => body.secret('password in odd JSON', password(dice));
  const mail = () => body.guest('mail in odd JSON', one.mail);
  const full = () => body.guest('name in odd JSON', one.full);
  const text = dice.pick<() => string>([
    () =>
      JSON.stringify([
        { name: name('access token'), value: token() },
        { name: name('guest name'), value: full() },
      ]),
    () =>
      JSON.stringify([
        { Key: 'Password', Value: word() },
        { Key: 'Region', Value: body.stay('region', 'eu-central-1') },
      ]),
    () =>
      JSON.stringify({
        fields: ['id', 'email', 'guest_name', 'password'],
        data: [[body.stay('id', id(dice)), mail(), full(), word()]],
      }),
    () =>
      JSON.stringify([
        ['id', 'Email', 'Client secret'],
        [body.stay('id', id(dice)), mail(), secret()],
      ]),
    () => JSON.stringify([name('access token'), token(), 'expires', 86_400]),
    () => `{"${name('access token')}"/* rotated */: "${token()}", "id": "${body.stay('id', id(dice))}"}`,
    () => `{'client_secret': '${secret().replaceAll("'", '')}', 'ok': True}`,
    () => `{client_secret: "${secret()}", limit: 20}`,
    () =>
      [
        JSON.stringify({ id: body.stay('id', id(dice)), email: mail() }),
        JSON.stringify({ access_token: token(), guestName: full() }),
      ].join('\n'),
    () => `callback_${dice.int(1, 99)}(${JSON.stringify({ access_token: token(), email: mail() })});`,
    () => `)]}',\n${JSON.stringify({ client_secret: secret(), title: body.stay('listing title', 'Loft 9') })}`,
    () => `\ufeff${JSON.stringify({ guest: { fullName: full(), email: mail() }, apiKey: token() })}`,
    () =>
      `${JSON.stringify({ id: body.stay('id', id(dice)), guest: { email: mail() }, access_token: token() }).slice(0, -2)}`,
    () => JSON.stringify({ events: [{ properties: { $email: mail(), $name: full() }, token: token() }] }),
    () => JSON.stringify({ [`guest[${name('full name')}]`]: full(), 'card[number]': body.secret('card', card(dice)) }),
    () =>
      JSON.stringify({
        variables: { input: { [name('client secret')]: secret(), [name('email')]: mail() } },
        query: body.stay('query', 'mutation Save($input: SaveInput!) { save(input: $input) { id } }'),
      }),
    () =>
      JSON.stringify({
        diff: [
          { op: 'replace', path: '/password', value: word() },
          { op: 'replace', path: '/guest/email', value: mail() },
          { op: 'replace', path: '/title', value: body.stay('listing title', 'Casa 12') },
        ],
      }),
    () => JSON.stringify({ old: { password: { from: word(), to: word() } }, actor: mail() }),
    () => JSON.stringify({ passwords: [word(), word()], tokens: { primary: token(), secondary: token() } }),
    () => JSON.stringify({ accessTokenValue: token(), accessToken2: token(), ccToken1: token() }),
    () =>
      JSON.stringify({
        attributes: {
          token: { value: token(), type: 'bearer' },
          contact: { value: mail(), verified: true },
        },
      }),
    () => JSON.stringify({ text: `Hello ${full()}, your new password is ${word()} and your login is ${mail()}` }),
    () => JSON.stringify({ log: `user=${mail()} password=${word().replaceAll(' ', '')} result=ok` }),
    () =>
      asciiJson(
        JSON.stringify({
          guests: { adults: 2, primary: { fullName: full(), email: mail() } },
          doc: { access_token: token() },
        }),
      ),
  ])();
  answeringJson(draft, 200, text);
}

/** The client's own wrong requests: a secret in the query, in a cookie, in another header. */
export function oddHeads(draft: Draft): void {
  const { dice } = draft;
  const head = draft.at('requestHeaders');
  const reply = draft.at('responseHeaders');
  draft.url = `${baseOf(draft)}/listings/${draft.at('url').stay('id in the path', id(dice))}`;
  const secretHead = dice.pick<() => [string, string]>([
    () => ['x-api-key', head.secret('API key header', dice.alphanumeric(40))],
    () => ['ocp-apim-subscription-key', head.secret('API key header', dice.hex(32))],
    () => ['authorization', `Token token="${head.secret('Authorization header', dice.hex(40))}", email="x"`],
    () => ['authorization', `Token ${head.secret('Authorization header', dice.hex(40))}`],
    () => ['authorization', `ApiKey ${head.secret('Authorization header', dice.base64url(40))}`],
    () => ['authorization', head.secret('Authorization header', accessToken(dice))],
    () => [
      'authorization',
      `Digest username="pms", realm="api", nonce="${dice.hex(16)}", uri="/v1", response="${head.secret('Authorization header', dice.hex(32))}"`,
    ],
    () => [
      'authorization',
      `AWS4-HMAC-SHA256 Credential=AKIA${dice.alphanumeric(16).toUpperCase()}/20261122/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=${head.secret('Authorization header', dice.hex(64))}`,
    ],
    () => ['proxy-authorization', basic('egress', head.secret('Authorization header', password(dice)))],
    () => ['cookie', `lang=de; sid=${head.secret('cookie header', session(dice))}; theme=dark`],
    () => ['x-auth-token', head.secret('token header', dice.uuid())],
    () => ['x-csrf-token', head.secret('token header', dice.base64url(40))],
    () => ['x-amz-security-token', head.secret('token header', `IQoJb3JpZ2lu${dice.base64url(200)}`)],
    () => ['x-hub-signature-256', `sha256=${head.secret('signature header', dice.hex(64))}`],
    () => ['x-forwarded-authorization', `Bearer ${head.secret('Authorization header', accessToken(dice))}`],
    () => ['x-vault-token', head.secret('token header', `hvs.${dice.base64url(90)}`)],
    () => ['x-user-email', head.guest('mail header', person(dice).mail)],
    () => ['x-forwarded-user', head.guest('mail header', person(dice).mail)],
    () => ['from', head.guest('mail header', person(dice).mail)],
  ])();
  draft.requestHeaders = [['accept', 'application/json'], secretHead];
  const one = person(dice);
  const answerHead = dice.pick<() => [string, string]>([
    () => [
      'location',
      `https://open-api.guesty.com/callback?code=${reply.secret('code in Location', dice.base64url(43))}&state=xyz`,
    ],
    () => [
      'location',
      `//deploy:${reply.secret('password in an address', dice.alphanumeric(14))}@mirror.stay.example/v1`,
    ],
    () => [
      'location',
      `https://app.stay.example/#access_token=${reply.secret('token in Location', accessToken(dice))}&token_type=bearer`,
    ],
    () => [
      'refresh',
      `0; url=https://login.stay.example/?ticket=${reply.secret('ticket in an address', `ST-${dice.int(10, 99)}-${dice.alphanumeric(30)}`)}`,
    ],
    () => ['x-auth-token', reply.secret('token header', accessToken(dice))],
    () => ['set-cookie', `session=${reply.secret('set-cookie', session(dice))}; Path=/; HttpOnly`],
    () => [
      'authentication-info',
      `nextnonce="${dice.hex(16)}", rspauth="${reply.secret('Authorization header', dice.hex(32))}"`,
    ],
    () => ['x-debug-token-link', `https://api.stay.example/_profiler/${dice.hex(6)}`],
    () => ['x-user', reply.guest('mail header', one.mail)],
    () => ['content-disposition', `attachment; filename="${reply.stay('file name', `listings-${date(dice)}.json`)}"`],
    () => ['location', `https://open-api.guesty.com${reply.stay('Location path', `/v1/tasks/${id(dice)}`)}`],
    () => ['content-location', reply.stay('Location path', `/v1/listings?cursor=${encodeURIComponent(cursor(dice))}`)],
  ])();
  answeringJson(draft, dice.pick([200, 202, 302]), serialised(dice, { ok: true }), [answerHead]);
}

/** Secrets and guests in addresses. */
export function addresses(draft: Draft): void {
  const { dice, own } = draft;
  const url = draft.at('url');
  const one = person(dice);
  const kept: [string, string][] = [
    ['limit', '100'],
    ['cursor', url.stay('cursor in the query', cursor(dice))],
  ];
  const pairs = dice.pick<() => [string, string][]>([
    () => [['access_token', url.secret('token in a query', accessToken(dice))]],
    () => [['api_key', url.secret('API key in a query', dice.hex(32))]],
    () => [
      ['client_id', 'a'],
      ['client_secret', url.secret('own client secret in a query', own.clientSecret)],
    ],
    () => [[draft.name('password'), url.secret('password in a query', password(dice))]],
    () => [
      ['sig', url.secret('signature in a query', base64(dice.alphanumeric(32)))],
      ['se', '2026-12-01'],
    ],
    () => [
      ['X-Amz-Signature', url.secret('signature in a query', dice.hex(64))],
      ['X-Amz-Date', '20261122T101010Z'],
    ],
    () => [['token', url.secret('token in a query', accessToken(dice))]],
    () => [['guest_email', url.guest('mail in the query', one.mail)]],
    () => [[draft.name('phone'), url.guest('phone in the query', one.phone)]],
    () => [
      [draft.name('guest name'), url.guest('name in the query', one.full)],
      ['checkIn', url.stay('date in the query', date(dice))],
    ],
    () => [
      [
        'redirect',
        `https://pay.stay.example/?session_token=${url.secret('token in a nested address', dice.base64url(32))}`,
      ],
    ],
    () => [['filter', JSON.stringify({ guest: { email: url.guest('mail in the query', one.mail) } })]],
  ])();
  draft.url = `${baseOf(draft)}/listings?${queryOf(dice.shuffled([...kept, ...pairs]), dice.chance(0.3))}`;
  if (dice.chance(0.15))
    draft.url = draft.url.replace(
      'https://',
      `https://pms:${encodeURIComponent(url.secret('password in an address', password(dice)))}@`,
    );
  const body = draft.at('responseBody');
  answeringJson(draft, 200, serialised(dice, { results: [], next: body.stay('cursor', cursor(dice)) }));
}

/** Forms beside those of token endpoints. */
export function forms(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/payment-methods`;
  const sent = draft.at('requestBody');
  const one = person(dice);
  const name = (words: string) => draft.name(words);
  const pairs: [string, string][] = dice
    .some<() => [string, string]>(
      [
        () => ['card[number]', sent.secret('card in a form', card(dice))],
        () => ['card[cvc]', sent.secret('card code in a form', `${dice.int(1, 9)}${dice.digits(2)}`)],
        () => [name('guest email'), sent.guest('mail in a form', one.mail)],
        () => [name('first name'), sent.guest('name in a form', one.first)],
        () => ['guest[last_name]', sent.guest('name in a form', one.last)],
        () => [name('phone number'), sent.guest('phone in a form', one.phone)],
        () => [name('password'), sent.secret('password in a form', password(dice))],
        () => ['listing_id', sent.stay('id', id(dice))],
        () => ['check_in', sent.stay('date', date(dice))],
        () => [
          'payload',
          JSON.stringify({
            token: sent.secret('token in JSON in a form', dice.base64url(40)),
            guest: { email: sent.guest('mail in JSON in a form', one.mail) },
          }),
        ],
        () => ['message', sent.guest('message in a form', sentence(dice))],
        () => ['cursor', sent.stay('cursor', cursor(dice))],
      ],
      dice.int(3, 6),
    )
    .map((make) => make());
  sending(draft, 'POST', 'application/x-www-form-urlencoded', formOf(pairs));
  answering(draft, 204, 'application/json', '');
}
