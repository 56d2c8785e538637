import { describe, expect, it } from 'vitest';
import { cancelled } from '../../../../src/main/http/abort.ts';
import { TokenClient } from '../../../../src/main/tokens/token-client.ts';
import type { TokenEndpoint } from '../../../../src/main/tokens/token-endpoint.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { specRules } from '../../../support/spec-rules.ts';
import { type Behaviour, FakeTokenEndpoint, noAnswer } from './fake-token-endpoint.ts';

const SECRET = 'planted secret&=+ü';

const target = (api: 'openApi' | 'booking'): TokenEndpoint => ({
  connectionId: 'connection',
  credentialId: 'credential',
  api,
  label: 'Website',
  clientId: 'client 1',
  tokenUrl: 'https://api.test/auth/oauth2/token',
});

async function ask(behave: Behaviour, api: 'openApi' | 'booking' = 'openApi', secret = SECRET) {
  const clock = new ManualClock(1_000_000);
  const service = new FakeTokenEndpoint(clock);
  service.behave = behave;
  const client = new TokenClient({ wire: () => service.wire });
  const about = {
    connectionId: 'connection',
    credentialId: 'credential',
    api,
    operation: 'token',
    chainId: 'chain',
    attempt: 1,
    queuedAt: 0,
    tokenGeneration: null,
  };
  const answer = await client.requestToken({
    target: { ...target(api), rules: specRules(api) },
    secret: new Secret(secret),
    context: about,
  });
  return { answer, service };
}

const good = { access_token: 'planted-token', token_type: 'Bearer', expires_in: 86_400, scope: 'open-api' };

describe('the token request', () => {
  it('is the Open API’s of section 1', async () => {
    const { service } = await ask(async () => ({ status: 200, body: good }));
    const { request, body } = service.seen[0] ?? expect.fail('nothing was sent');
    expect(request.method).toBe('POST');
    expect(request.url).toBe('https://api.test/auth/oauth2/token');
    expect(request.redirect).toBe('manual');
    expect([...request.headers]).toEqual([
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
    ]);
    expect([...body]).toEqual([
      ['grant_type', 'client_credentials'],
      ['scope', 'open-api'],
      ['client_id', 'client 1'],
      ['client_secret', SECRET],
    ]);
  });

  it('is the Booking Engine’s of section 3', async () => {
    const { service } = await ask(async () => ({ status: 200, body: { ...good, scope: undefined } }), 'booking');
    const { request, body } = service.seen[0] ?? expect.fail('nothing was sent');
    expect([...request.headers]).toEqual([
      ['accept', 'application/json'],
      ['cache-control', 'no-cache'],
      ['content-type', 'application/x-www-form-urlencoded'],
    ]);
    expect(body.get('scope')).toBe('booking_engine:api');
  });
});

describe('a good answer', () => {
  it('gives the token with its quota headers', async () => {
    const headers = {
      'ratelimit-limit': '5',
      'ratelimit-remaining': '3',
      'ratelimit-reset': '7200',
      date: 'Sat, 21 Nov 2026 09:00:00 GMT',
    };
    const { answer } = await ask(async () => ({ status: 200, headers, body: good }));
    expect(answer).toMatchObject({
      kind: 'issued',
      token: { tokenType: 'Bearer', scope: 'open-api', lifetimeMs: 86_400_000, notes: [] },
      server: { limit: 5, remaining: 3, resetAt: 1_000_000 + 7_200_000, receivedAt: 1_000_000 },
      serverDate: Date.UTC(2026, 10, 21, 9),
    });
    if (answer.kind === 'issued') expect(answer.token.accessToken.reveal()).toBe('planted-token');
    expect(JSON.stringify(answer)).not.toContain('planted');
  });

  it.each<[string, object, object]>([
    [
      'no expires_in',
      { expires_in: undefined },
      { lifetimeMs: 86_400_000, notes: [expect.stringContaining('24 hours')] },
    ],
    ['expires_in as text', { expires_in: '3600' }, { lifetimeMs: 3_600_000, notes: [expect.stringContaining('text')] }],
    ['no token_type', { token_type: undefined }, { tokenType: 'Bearer', notes: [expect.stringContaining('Bearer')] }],
    ['another case of Bearer', { token_type: 'bearer' }, { tokenType: 'Bearer', notes: [] }],
    ['no scope', { scope: undefined }, { scope: null }],
    ['more scopes', { scope: 'profile open-api' }, { scope: 'profile open-api' }],
  ])('may have %s', async (_, changes, token) => {
    const { answer } = await ask(async () => ({ status: 200, body: { ...good, ...changes } }));
    expect(answer).toMatchObject({ kind: 'issued', token });
  });
});

describe('an answer 2xx', () => {
  it.each([200, 201, 202, 203, 299])('%i with a token is used', async (status) => {
    const { answer } = await ask(async () => ({ status, body: good }));
    expect(answer).toMatchObject({ kind: 'issued', token: { lifetimeMs: 86_400_000 } });
  });

  it.each([
    [200, { error: 'invalid_client' }],
    [201, { error: 'invalid_client', error_description: 'unknown client' }],
    [200, { error: 'unauthorized_client', access_token: '' }],
  ])('%i %j rejects the credentials', async (status, body) => {
    const { answer } = await ask(async () => ({ status, body }));
    expect(answer).toMatchObject({ kind: 'refused', why: 'credentials', error: { code: 'credentialsRejected' } });
  });

  it('with another error of the protocol and no token is the endpoint’s failure', async () => {
    const { answer } = await ask(async () => ({ status: 200, body: { error: 'temporarily_unavailable' } }));
    expect(answer).toMatchObject({ kind: 'refused', why: 'endpoint', error: { code: 'tokenEndpointFailed' } });
  });

  it('with an error beside a token is used, because its slot is spent', async () => {
    const { answer } = await ask(async () => ({ status: 200, body: { ...good, error: 'invalid_client' } }));
    expect(answer).toMatchObject({ kind: 'issued' });
  });

  it('without a body may have issued a token', async () => {
    const { answer } = await ask(async () => ({ status: 202, body: '' }));
    expect(answer).toMatchObject({ kind: 'lost', why: 'answer' });
  });
});

describe('an odd answer', () => {
  it.each<[string, object, string]>([
    ['expires_in 0', { expires_in: 0 }, 'expires_in is 0'],
    ['negative expires_in', { expires_in: -5 }, 'expires_in is -5'],
    ['expires_in in hours', { expires_in: 24 }, 'less than a minute'],
    ['expires_in with a unit', { expires_in: '24h' }, '“24h”, not a number'],
    ['expires_in in words', { expires_in: 'one day' }, 'not a number of seconds'],
    ['expires_in as object', { expires_in: {} }, 'not a number of seconds'],
    ['expires_in in milliseconds', { expires_in: 86_400_000 }, 'more than a year'],
    ['huge expires_in', { expires_in: 10 ** 12 }, 'more than a year'],
    ['another token_type', { token_type: 'mac' }, '“mac”, not Bearer'],
    ['a token_type that is a list', { token_type: ['Bearer'] }, 'token type is not text'],
    ['another scope', { scope: 'booking_engine:api' }, '“booking_engine:api”, not open-api'],
    ['a scope that is a number', { scope: 7 }, 'scope is not text'],
  ])('with %s gives a token to try, with a remark', async (_, changes, words) => {
    const { answer } = await ask(async () => ({ status: 200, body: { ...good, ...changes } }));
    const token = { tokenType: 'Bearer', lifetimeMs: 86_400_000, notes: [expect.stringContaining(words)] };
    expect(answer).toMatchObject({ kind: 'issued', token });
    if (answer.kind === 'issued') expect(answer.token.accessToken.reveal()).toBe('planted-token');
  });

  it('may list its scopes, or write the scheme before the token', async () => {
    const body = { ...good, scope: ['open-api', 'profile'], access_token: ' Bearer planted-token\n' };
    const { answer } = await ask(async () => ({ status: 200, body }));
    expect(answer).toMatchObject({ kind: 'issued', token: { scope: 'open-api profile', notes: [] } });
    if (answer.kind === 'issued') expect(answer.token.accessToken.reveal()).toBe('planted-token');
  });
});

describe('an answer that cannot be used', () => {
  const sentences = new Set<string>();

  it.each<[string, unknown, string, Record<string, string>?]>([
    ['HTML', '<!DOCTYPE html><html><body>Sign in</body></html>', 'web page'],
    ['empty', '  ', 'empty'],
    ['text', 'hello', 'text/plain', { 'content-type': 'text/plain; charset=utf-8' }],
    ['half of JSON', '{"access_token": "planted', 'not valid JSON'],
    ['a list', [good], 'not an object'],
    ['null', 'null', 'not an object'],
    ['no access_token', { ...good, access_token: undefined }, 'no access_token'],
    ['an access_token that is a number', { ...good, access_token: 5 }, 'not text'],
    ['an access_token with a line break', { ...good, access_token: 'planted\r\nx: y' }, 'no header'],
    ['300 KB', { ...good, padding: 'x'.repeat(300_000) }, 'larger than 256 KB'],
  ])('%s', async (_, body, words, headers = {}) => {
    const { answer } = await ask(async () => ({ status: 200, headers, body }));
    expect(answer).toMatchObject({ kind: 'lost', why: 'answer', error: { code: 'tokenAnswerUnusable' } });
    const problem = answer.kind !== 'issued' && answer.error.code === 'tokenAnswerUnusable' ? answer.error.problem : '';
    expect(problem).toContain(words);
    expect(problem).not.toContain('planted');
    sentences.add(problem);
  });

  it('has its own sentence for each kind', () => {
    expect(sentences.size).toBe(9);
  });

  it.each([301, 302, 303, 307, 308])(
    'is a redirect (%i), which is not followed and names its target',
    async (status) => {
      const location = 'https://else.test/oauth2/token';
      const { answer } = await ask(async () => ({ status, headers: { location } }));
      const error = { code: 'redirected', host: 'api.test', status, location, address: 'Open API token address' };
      expect(answer).toMatchObject({ kind: 'refused', why: 'redirect', error });
    },
  );

  it('is a redirect whose target is unknown or relative', async () => {
    const locationOf = async (headers: Record<string, string>) =>
      (await ask(async () => ({ status: 301, headers }), 'booking')).answer;
    const address = 'Booking Engine token address';
    expect(await locationOf({})).toMatchObject({ error: { code: 'redirected', location: null, address } });
    expect(await locationOf({ location: '/v2/token?client_secret=planted' })).toMatchObject({
      error: { location: 'https://api.test/v2/token' },
    });
  });

  it('is 304, which is no redirect', async () => {
    const { answer } = await ask(async () => ({ status: 304, body: '' }));
    expect(answer).toMatchObject({ kind: 'refused', error: { code: 'tokenEndpointFailed', server: { status: 304 } } });
  });

  it('is an answer that is too large for the wire', async () => {
    const { answer } = await ask(async () => {
      throw new AppError('answerUnusable', { problem: 'it is larger than 20 MB', exchangeId: 'e' });
    });
    expect(answer).toMatchObject({ kind: 'lost', error: { problem: 'it is larger than 20 MB' } });
  });
});

describe('a refusal', () => {
  const refusal = async (status: number, body: unknown, headers: Record<string, string> = {}) =>
    (await ask(async () => ({ status, headers, body }))).answer;

  it.each([
    [401, { error: 'invalid_client', error_description: 'Client authentication failed' }],
    [401, ''],
    [400, { error: 'invalid_client' }],
    [400, { error: 'unauthorized_client' }],
    [400, { error: 'invalid_scope' }],
    [403, { error: 'access_denied' }],
  ])('%s %j rejects the credentials', async (status, body) => {
    expect(await refusal(status, body)).toMatchObject({
      kind: 'refused',
      why: 'credentials',
      error: { code: 'credentialsRejected', label: 'Website', server: { status } },
    });
  });

  it.each([
    [400, { error: 'invalid_request' }],
    [403, { message: 'Forbidden' }],
    [404, '<html></html>'],
    [500, { error: { code: 'INTERNAL', message: 'oops', data: { requestId: 'r-1' } } }],
    [503, ''],
  ])('%s %j is the endpoint’s failure', async (status, body) => {
    expect(await refusal(status, body)).toMatchObject({
      kind: 'refused',
      why: 'endpoint',
      error: { code: 'tokenEndpointFailed', server: { status } },
    });
  });

  it.each([502, 504, 520, 521, 522, 523, 524, 525, 527, 530, 598, 599])(
    'by a gateway (%i) may have issued a token',
    async (status) => {
      expect(await refusal(status, '')).toMatchObject({ kind: 'lost', why: 'endpoint' });
    },
  );

  it.each<[string, Record<string, string>, number | null]>([
    ['Retry-After', { 'retry-after': '90', 'ratelimit-reset': '7200' }, 90_000],
    ['ratelimit-reset', { 'ratelimit-reset': '7200' }, 7_200_000],
    ['neither', {}, null],
  ])('429 tells the next slot by %s', async (_, headers, afterMs) => {
    const nextSlotAt = afterMs === null ? null : 1_000_000 + afterMs;
    expect(await refusal(429, '', headers)).toMatchObject({
      kind: 'refused',
      why: 'quota',
      retryAt: nextSlotAt,
      error: { code: 'quotaExhausted', limit: 5, nextSlotAt, assumption: 'server', server: { status: 429 } },
    });
  });

  it('does not repeat a secret that the endpoint echoes', async () => {
    const body = { error: 'invalid_client', error_description: `wrong: ${SECRET} ${encodeURIComponent(SECRET)}` };
    expect(JSON.stringify(await refusal(401, body))).not.toContain('planted');
  });

  it.each(['client', '_client', 'invalid_client', 'request'])(
    'keeps the codes of RFC 6749 when the secret %s is part of one',
    async (secret) => {
      for (const error of ['invalid_client', 'invalid_request']) {
        const body = { error, error_description: `wrong: x${secret}` };
        const { answer } = await ask(async () => ({ status: 400, body }), 'openApi', secret);
        expect(answer).toMatchObject({
          why: error === 'invalid_client' ? 'credentials' : 'endpoint',
          error: { server: { serverCode: error, serverMessage: 'wrong: x[redacted]' } },
        });
      }
    },
  );

  it.each(['k3y', 'k/y', 'inv'])(
    'does not repeat the short secret %s, and still knows the codes of RFC 6749',
    async (secret) => {
      const forms = [secret, encodeURIComponent(secret), btoa(secret)].join(' ');
      const body = { error: 'invalid_client', error_description: `wrong: ${forms}`, requestId: `r-${secret}` };
      const { answer } = await ask(async () => ({ status: 400, body }), 'openApi', secret);
      expect(answer).toMatchObject({
        why: 'credentials',
        error: {
          server: {
            serverCode: 'invalid_client',
            serverMessage: 'wrong: [redacted] [redacted] [redacted]',
            requestId: 'r-[redacted]',
          },
        },
      });
    },
  );
});

describe('no answer', () => {
  it.each([
    [noAnswer(false), 'refused', false, 'the connection was refused'],
    [noAnswer(true), 'lost', true, 'the connection was closed'],
    [
      new AppError('timedOut', { host: 'api.test', afterMs: 30_000, exchangeId: null }),
      'lost',
      true,
      'no answer within 30 s',
    ],
    [cancelled(false), 'refused', false, 'it was cancelled'],
    [new TypeError('planted'), 'lost', true, 'the connection failed'],
  ])('%s', async (thrown, kind, mayHaveBeenIssued, reason) => {
    const { answer } = await ask(async () => {
      throw thrown;
    });
    expect(answer).toMatchObject({
      kind,
      why: 'network',
      error: { code: 'tokenEndpointUnreachable', host: 'api.test', reason, mayHaveBeenIssued },
    });
  });
});
