import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayCarryToken, type TrafficRequest, wireRequestOf } from '../../../../src/main/traffic/request.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';

it.each([
  ['https://h.example/api/v1', undefined, 'https://h.example/api', true],
  ['https://h.example/v1', undefined, 'https://h.example/api', false],
  ['https://h.example/v1', 'https://h.example', 'https://h.example/api', true],
  ['https://h.example/v1', 'https://h.example', 'https://other.example/api', false],
  ['https://h.example/v1', 'https://h.example', 'http://h.example/api', false],
  ['https://evil.example/v1', 'https://h.example', 'https://h.example/api', false],
  ['https://h.example.evil/v1', 'https://h.example', 'https://h.example/api', false],
  ['https://h.example/v1', 'https://h.example', null, false],
])('lets a token go to %s under %s only at the origin of %s', (url, base, current, expected) => {
  expect(mayCarryToken({ url, ...(base === undefined ? {} : { base }) }, current)).toBe(expected);
});

const BASE = 'https://h.example/tenants/1/api';
it.each([
  '/../../../admin',
  '/v1/../../../2/api',
  '/%2e%2e/%2E%2E/2/api',
  '/.%2e/%2e./2/api',
  '/..%2f..%2f2/api',
  '/..%5c..%5c2/api',
  '/%252e%252e/%252e%252e/2/api',
  '/%25252e%25252e%25252fadmin',
  '\\..\\..\\2\\api',
  '/..;/..;x=1/2/api',
  '/%2e%2e%3b/admin',
  '/.\t./.\n./2/api',
  '/./../..//2/api',
  '-of-another/x',
  '@evil.example/x',
])('lets no token go to %j behind the base address', (path) => {
  expect(mayCarryToken({ url: BASE + path }, BASE)).toBe(false);
});

it.each(['', '/v1/a%2Fb', '/v1/...', '/v1/a..b', '/v1/.hidden', '/v1?back=../../x', '?a=%2e%2e', '/v1/50%25'])(
  'lets a token go to %j behind the base address',
  (path) => {
    expect(mayCarryToken({ url: BASE + path }, BASE)).toBe(true);
  },
);

it('lets a token go to no path that leaves the base address, however often a server decodes it', () => {
  const piece = fc.constantFrom(
    '.',
    '..',
    '%2e',
    '%2E',
    '%252e',
    '/',
    '%2f',
    '%252F',
    '\\',
    '%5C',
    ';',
    '%3b',
    'a',
    'v1',
    '%',
    '\t',
    '%00',
    '%0a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const url = `${BASE}/${pieces.join('')}`;
      if (!mayCarryToken({ url }, BASE)) return;
      let path = new URL(url).pathname;
      for (let times = 0; times < 5; times += 1) {
        const plain = path
          .replaceAll('\\', '/')
          .split('/')
          .map((segment) => segment.split(';')[0])
          .join('/');
        expect(`${posix.normalize(plain)}/`).toMatch(/^\/tenants\/1\/api\//);
        path = path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      }
    }),
    { numRuns: 2_000 },
  );
});

const wired = (...headers: [string, string][]) => {
  const request = {
    url: `${BASE}/v1`,
    method: 'GET',
    title: 'Search',
    headers,
    body: null,
  } as unknown as TrafficRequest;
  return wireRequestOf(request, new Secret('Bearer planted'), new AbortController().signal);
};
it.each(['Host', 'X-Real-Host', 'X-HTTP-Method-Override', 'Cookie', 'Authorization', 'accept ', 'X-Unheard-Of'])(
  'sends no header %j of an operation that was stored with it',
  (name) => {
    expect(() => wired(['accept', '*/*'], [name, 'x'])).toThrow(expect.objectContaining({ code: 'invalidInput' }));
  },
);

it('sends the headers of the list, with the authorization', () => {
  expect([...wired(['Accept', 'text/csv'], ['x-request-id', '7']).headers]).toEqual([
    ['accept', 'text/csv'],
    ['authorization', 'Bearer planted'],
    ['x-request-id', '7'],
  ]);
});

it('names a header that no operation may add, and what to do', () => {
  const request: TrafficRequest = {
    connectionId: 'c',
    credentialId: 'k',
    api: 'booking',
    operation: 'search',
    title: 'Search',
    method: 'GET',
    url: 'https://h.example/v1',
    headers: [['X-Tenant', 'a']],
    body: null,
    repeatable: true,
  };
  expect(() => wireRequestOf(request, new Secret('Bearer a'), new AbortController().signal)).toThrow(
    expect.toSatisfy(
      (error) =>
        isAppError(error, 'invalidInput') &&
        error.data.issues[0]?.message ===
          'The header “X-Tenant” of “Search” is no longer sent; remove it under Operations in Connections.',
    ),
  );
});
