/** Inputs with which reviewers from outside got values through the redactor, and texts that it must not touch. */

import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { redactHeaders, redactText, redactUrl } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';
import { isSecretName } from '../../../../src/main/redact/redact-keys.ts';

const rules = { keepGuests: false };
const SECRET = 'hunter2hunter2';
const inNote = (text: string): string => JSON.parse(redactBody(JSON.stringify({ note: text }), 1, { rules }).text).note;
const body = (text: string, type: string | null = null): string => redactBody(text, text.length, { rules, type }).text;

describe('user information of an address', () => {
  it.each([
    `https://ada:${SECRET}@h.example/x`,
    `see https://a:${SECRET}@localhost for more`,
    `redis://:${SECRET}@cache`,
    `redis://:${SECRET}@cache:6379/0`,
    `//a:${SECRET}@h`,
    `postgres://u:${SECRET}@db/x?next=//b:${SECRET}@c`,
    `curl -u ada:${SECRET} https://h.example`,
    `https://h.example/?to=https%3A%2F%2Fa%3A${SECRET}%40h.example`,
  ])('%s', (text) => {
    for (const clean of [redactText(text), inNote(text), redactUrl(text), redactHeaders([['location', text]])[0]?.[1]])
      expect(clean).not.toContain(SECRET);
  });
});

const SECRET_NAMES = [
  ...words(`
    card[cvc] card_cvv cvv2 ccToken1 password2 password_confirmation pin otp X-Amz-Signature accessTokenValue
    smtp_pass userPassword CLIENT_SECRET clientsecret _csrf JSESSIONID doorCode Ocp-Apim-Subscription-Key
    aws_secret_access_key AWSAccessKeyId contraseña refreshTokenNew newPassword1`),
];

describe('names of secrets', () => {
  it.each(SECRET_NAMES)('%s', (name) => {
    expect(body(JSON.stringify({ a: { [name]: SECRET } }))).toBe(JSON.stringify({ a: { [name]: '[redacted]' } }));
    expect(body(`a=1&${encodeURIComponent(name)}=${SECRET}`)).not.toContain(SECRET);
    expect(redactUrl(`https://h.example/x?${encodeURIComponent(name)}=${SECRET}`)).not.toContain(SECRET);
    expect(redactText(`${name}: ${SECRET}`)).not.toContain(SECRET);
  });

  it.each([
    ...words(`
      token_type tokenExpiresAt access_token_expires_in nextPageToken continuationToken tokenEndpoint passes
      pinned compass authority company insurance passwordPolicy code confirmationCode idempotencyKey sort_key key
      japan assigned sessionCount zipCode promoCode cardBrand`),
  ])('%s names none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('structures that are not read', () => {
  it.each<[string, string | null]>([
    [
      `--b\r\nContent-Disposition: form-data; name=client_secret\r\n\r\n${SECRET}\r\n--b--`,
      'multipart/form-data; boundary=b',
    ],
    [`--b\r\nContent-Disposition: form-data;\r\n name="password"\r\n\r\n${SECRET}\r\n--b--`, null],
    [`<dict><key>password</key><value>${SECRET}</value></dict>`, 'application/xml'],
    [`<textarea name=client_secret>${SECRET}</textarea>`, 'text/html'],
    [`<table><tr><th>password</th></tr><tr><td>${SECRET}</td></tr></table>`, 'text/html'],
    [`password: |\n  ${SECRET}\n`, 'application/yaml'],
    [`name,password\nada,${SECRET}\n`, 'text/csv'],
    [`name,password\nada,${SECRET}\n`, 'application/json'],
    [`The password is ${SECRET}`, 'text/plain'],
    [`{'a': 1, 'password': '${SECRET}'}`, 'application/json'],
  ])('%j', (text, type) => {
    const about = `[${type?.split(';')[0] ?? 'unknown type'}, ${text.length} bytes: not recorded]`;
    expect(body(text, type)).toBe(about);
    expect(inNote(text)).not.toContain(SECRET);
  });

  it.each([
    `{"a":1,"access_token"/**/:"${SECRET}"}`,
    `{"a":1,password:"${SECRET}"}`,
    `{"password","${SECRET}"}`,
    `{"a":"b"}\n{"password":"${SECRET}"}\n[1] x`,
    `["x",[1] "${SECRET}"]`,
  ])('nor is JSON that breaks a rule: %s', (text) => {
    expect(body(text, 'application/json')).toBe(`[application/json, ${text.length} bytes: not recorded]`);
    expect(inNote(`the service said ${text}`)).not.toContain(SECRET);
  });

  it.each([
    [
      `{"a":"readable","b":[1,2],"password":"${SECRET}","c":"cut h`,
      '{"a":"readable","b":[1,2],"password":"[redacted]","c":"cut h',
    ],
    [
      `{"n":12345678901234567890,"b":[1.50,2],"password":"${SECRET}`,
      '{"n":12345678901234567890,"b":[1.50,2],"password":"[redacted]',
    ],
    [`{"a":{"b":"c"},"passw`, '{"a":{"b":"c"'],
    [`{"a":1}\n{"password":"${SECRET}"}\n{"a":2,"b":"cu`, '{"a":1}\n{"password":"[redacted]"}\n{"a":2,"b":"cu'],
  ])('JSON that was cut keeps its beginning: %s', (text, expected) => {
    expect(body(text, 'application/json')).toBe(expected);
    expect(body(expected)).toBe(expected);
  });

  it.each([500, 3_000, 15_000])('nor is JSON of %i levels, in a body, a text, a form or an address', (levels) => {
    for (const [open, close] of [
      ['[{"a":', '}]'],
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(levels)}"${SECRET}"${close.repeat(levels)}`;
      const parts = [deep, deep.slice(0, -9), `query { a(b: ${deep}) }`];
      for (const text of [...parts, ...parts.map((part) => JSON.stringify({ query: part }))])
        expect(body(text, 'application/json')).not.toContain(SECRET);
      expect(body(deep, 'application/json')).toBe(`[application/json, ${deep.length} bytes: not recorded]`);
      const query = `token=${encodeURIComponent(deep)}`;
      expect(body(query)).not.toContain(SECRET);
      expect(redactUrl(`https://h.example/?filter=${encodeURIComponent(deep)}&${query}`, rules)).not.toContain(SECRET);
    }
  });

  it('of a page stay title and first heading, themselves redacted', () => {
    const page = `<html><head><title>403 &amp; more: ada@x.example</title></head><h1 class="a">Sign <b>in</b>, Bearer ${SECRET}</h1><p>Ada`;
    const text = `[text/html, ${page.length} bytes: not recorded]\nTitle: 403 & more: [mail address]\nHeading: Sign in , Bearer [redacted]`;
    expect(redactBody(page, page.length, { rules, type: 'text/html' })).toEqual({
      text,
      bytes: page.length,
      cut: false,
    });
    expect(body(text)).toBe(text);
  });

  it('stay, redacted by patterns, where the person chose so, and the record says so', () => {
    const kept = { keepGuests: false, keepTexts: true };
    const csv = 'id 7: ada@x.example <b>Loft</b>\n';
    const once = redactBody(csv, csv.length, { rules: kept, type: 'text/csv' }).text;
    expect(once).toBe(
      `[text/csv, ${csv.length} bytes: not JSON and no form, redacted by patterns only]\nid 7: [mail address] <b>Loft</b>\n`,
    );
    expect(redactBody(once, csv.length, { rules: kept, type: 'text/csv' }).text).toBe(once);
    expect(redactBody(once, csv.length, { rules, type: 'text/csv' }).text).toBe(
      `[text/csv, ${csv.length} bytes: not recorded]`,
    );
  });

  it('cannot be recorded by a body that pretends to be a description', () => {
    for (const text of [
      `[text/plain, 1 bytes: not recorded]\nmy password is ${SECRET}`,
      `[text/csv, 24 bytes: not JSON and no form, redacted by patterns only]\nada,${SECRET}`,
    ])
      expect(body(text, 'text/plain')).toBe(`[text/plain, ${text.length} bytes: not recorded]`);
  });
});

describe('a value behind its name, in a command line or in code', () => {
  it.each([
    `latchkey --client-secret ${SECRET} --verbose`,
    `latchkey --client-secret hunter --verbose`,
    `tool --password=hunter`,
    'tool --password wrong_hunter',
    `tool --password \\\n  'hunter two' --verbose`,
    `Connect-Api -ClientSecret "hunter two" -Verbose`,
    `set apikey 'hunter'`,
    `const x = { "password" => "hunter two" }`,
    `:password => 'hunter'`,
    `$password := "hunter two"`,
    `password="a\\"hunter2"`,
    `password='a\\'hunter2'`,
    `password='it''s hunter'`,
    `{"cmd":"tool --api-key hunter --verbose"}`,
  ])('%s', (text) => {
    expect(redactText(text)).not.toMatch(/hunter|two/);
    expect(redactText(text)).toContain('[redacted]');
    expect(inNote(text)).not.toMatch(/hunter|two/);
    expect(redactText(redactText(text))).toBe(redactText(text));
  });

  it.each([
    'curl --max-time 20 --compressed https://h.example/v1/listings',
    "Unexpected token '<', the answer is a page",
    'the option --password is required',
    'a user-token "must be sent" with each request',
    'nothing => anything, and x := y',
  ])('and nothing else: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('a table in JSON', () => {
  it.each([
    [
      { columns: ['email', 'password'], rows: [['a@b.example', 'hunter2']] },
      { columns: ['email', 'password'], rows: '[redacted]' },
    ],
    [
      { columns: ['id', 'password', 'city'], rows: [['7', 'hunter2', 'Rome']], total: 1 },
      { columns: ['id', 'password', 'city'], rows: '[redacted]', total: 1 },
    ],
    [
      { columns: [{ name: 'id' }, { name: 'password' }], row: ['7', 'hunter2'] },
      { columns: [{ name: 'id' }, { name: 'password' }], row: '[redacted]' },
    ],
    [
      { columns: ['password'], rows: [['hunter2']] },
      { columns: ['password'], rows: '[redacted]' },
    ],
    [
      { columns: ['id', 'guestName'], rows: [['7', 'Ada']] },
      { columns: ['id', 'guestName'], rows: '[redacted]' },
    ],
    [
      [
        ['id', 'email', 'Client secret'],
        ['7', 'a@b.example', 'hunter2'],
      ],
      [['id', 'email', 'Client secret'], '[redacted]'],
    ],
    [
      { fields: ['password', 'hunter2'], rows: [] },
      { fields: ['password', '[redacted]'], rows: [] },
    ],
    [
      { tags: ['host', 'token'], rows: [['a', 'hunter']] },
      { tags: ['host', 'token'], rows: '[redacted]' },
    ],
    [{ tags: ['password', 'hunterhunter'] }, { tags: ['password', '[redacted]'] }],
  ])('names its columns and does not show its cells: %j', (table, expected) => {
    expect(JSON.parse(body(JSON.stringify(table)))).toEqual(expected);
  });

  it.each([
    { amenities: ['Lockbox', 'Wifi', 'Lift'], tags: ['sea', 'dogs'], rooms: [{ beds: 2 }] },
    { amenities: ['Keypad', 'Wireless Internet'], tags: ['sea', 'dogs'] },
    {
      amenities: [
        ['Wifi', 'Keypad', 'Pool'],
        ['TV', 'Lift', 'Sea view'],
      ],
    },
    { oneOf: [['name', 'email', 'phone'], ['quoteId']] },
    {
      errors: [
        ['email', 'is', 'invalid'],
        ['dates', 'are', 'blocked'],
      ],
    },
    { required: ['guestName', 'email', 'phone', 'line_2'] },
  ])('is not seen in lists of words: %j', (lists) => {
    const text = JSON.stringify(lists);
    expect(body(text)).toBe(text);
  });
});

describe('a value beside its name', () => {
  it.each([
    { k: 'password', v: SECRET },
    { list: [{ field: 'cvv', input: SECRET }] },
    { card: { number: SECRET, expiry: SECRET, code: SECRET } },
    ['password', SECRET],
    ['id', 7, 'password', SECRET],
    { tags: ['door code', SECRET] },
  ])('%j', (value) => {
    expect(body(JSON.stringify(value))).not.toContain(SECRET);
  });
});

describe('forms of secrets', () => {
  it.each([
    ...['6445 6445 6445 6445', '6445644564456445', '4111.1111.1111.1111', '4111-1111-1111-1111', '3056 930902 5904'],
    ...[`Authorization: Token ${SECRET}`, `Authorization: Digest username="ada", response="${SECRET}"`],
    ...words(`
      sk_live_51Habcdef0123456789 pm_1Nabcdefghij23456 ghp_0123456789abcdefghijABCDEFGHIJ012345
      AKIAIOSFODNN7EXAMPLE`),
    ...[
      '3yZe7pQmV9rLwX2cT8sKbN4dJ6fHg1Ua',
      '4821/aB3dE5gH7jK9mN2pQ/4rS6tU8vW0xY2zA',
      'k3J9xQ2mZ7vB5nL8',
      '-----BEGIN PRIVATE KEY-----\nMIIE\nvQIB\n-----END PRIVATE KEY-----',
    ].slice(0, 2),
  ])('%s', (text) => {
    expect(redactText(`it was ${text} here`)).toMatch(/^it was (?:\w+: )?\[redacted\](?: here)?$/);
    expect(redactText(`it was\n-----BEGIN PRIVATE KEY-----\nMIIE\nvQIB\n-----END PRIVATE KEY-----`)).toBe(
      'it was\n[redacted]',
    );
  });
});

describe("guests' data", () => {
  it.each([
    ...['06 12 34 56 78', '06.12.34.56.78', 'ada@localhost', 'ada@intranet', 'ada@internal', 'ada[at]x.example'],
    'ada@[10.0.0.1]',
  ])('%s', (text) => {
    expect(redactText(`call ${text} now`, rules)).toMatch(/^call \[(?:phone number|mail address)\] now$/);
  });

  it.each([
    'contactNumber',
    'passportNo',
    'mobile_no',
    'whatsappNumber',
    'guest_email_2',
    'id_card_number',
    'nameOnCard',
  ])('%s', (name) => {
    expect(body(JSON.stringify({ [name]: 'X1234567' }))).not.toContain('X1234567');
  });

  it('goes from a conversation, whatever the fields of its messages are called', () => {
    const text = 'We come at six';
    const conversation = { _id: 'c1', state: 'OPEN', posts: [{ body: text, sentAt: '2026-11-05', x: { html: text } }] };
    const clean = redactBody(JSON.stringify(conversation), 1, { rules, subject: 'conversation' }).text;
    expect(clean).not.toContain(text);
    expect(JSON.parse(clean)).toMatchObject({ _id: 'c1', state: 'OPEN', posts: [{ sentAt: '2026-11-05' }] });
  });
});

describe('what must stay readable', () => {
  const cursor = 'eyJpZCI6IjY1YTBmM2MyYjFkNGU1ZjYwNzE4MjkzYSIsInNraXAiOjEwMH0';
  it.each<[string, string]>([
    ['etag', 'W/"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1x"'],
    ['x-request-id', 'aB3dE5fG7hJ9kL1mN3pQ5rS7'],
    ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678;Sampled=1'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['cf-ray', '8c1f0a2b3c4d5e6f-LHR'],
    ['www-authenticate', 'Bearer realm="open-api", error="invalid_token", error_description="The token expired"'],
    ['www-authenticate', 'Bearer authorization_uri="https://h.example/oauth2/authorize"'],
    ['link', `<https://h.example/v1/listings?limit=20&cursor=${cursor}>; rel="next"`],
    ['location', 'https://h.example/api/reservations/quotes/65a0f3c2b1d4e5f60718293a'],
  ])('%s: %s', (name, value) => {
    expect(redactHeaders([[name, value]], rules)).toEqual([[name, value]]);
  });

  it.each<Record<string, unknown>>([
    { pagination: { total: 40, cursor: { next: cursor, prev: null } }, nextPageToken: 'aB3dE5fG7hJ9kL1mN3pQ5rS7' },
    {
      error: {
        code: 'NOT_FOUND',
        data: { requestId: 'aB3dE5fG7hJ9kL1mN3pQ5rS7', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      },
    },
    { message: 'Cannot GET /api/reservations/quotes/65a0f3c2b1d4e5f60718293a/instant?checkIn=2027-05-01' },
    { path: '/v1/listings/65a0f3c2b1d4e5f60718293a/calendar', timestamp: '2026-11-05T14:22:33.000Z' },
    { picture: 'https://res.example.com/image/upload/v1577234567/production/5dfa1c/aB3dE5fG7hJ9kL1mN3pQ5rS7.jpg' },
    { message: 'LISTING_CALENDAR_BLOCKED for unsupportedGrantTypeForThisClient2, request id aB3dE5fG7hJ9kL1mN3pQ5rS7' },
    {
      description:
        '<p>Sunny <b>loft</b> &amp; a view.<br/>Five minutes to <a href="https://tram.example">line 28</a></p>',
    },
    { message: 'at Object.<anonymous> (/srv/app/index.js:10:5), expected <string>' },
    { errors: ['"checkIn" must be a date', 'must be one of [1, 2, 3]'], required: ['password', 'email', 'phone'] },
  ])('%j', (value) => {
    const text = JSON.stringify(value);
    expect(body(text)).toBe(text);
  });
});
