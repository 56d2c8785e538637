import { describe, expect, it } from 'vitest';
import { Replay } from '../../../../src/main/traffic/replay.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import type { ReportedError } from '../../../../src/shared/errors.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { connection as known } from '../api/support.ts';

const application = {
  id: 'k1',
  api: 'booking',
  label: 'Site',
  clientId: 'client',
  secret: 'encrypted',
  bookingOption: 'both',
} as unknown as Connection['applications'][number];
const connection: Connection = { ...known, applications: [application] };
const base = 'https://booking.example/api';
const server: ReportedError = {
  status: 503,
  serverCode: null,
  serverMessage: null,
  requestId: null,
  exchangeId: 'x-new',
};

const exchange: Exchange = {
  seq: 1,
  id: 'x1',
  chainId: 'chain',
  attempt: 1,
  connectionId: 'c1',
  credentialId: 'k1',
  api: 'booking',
  operation: 'search',
  lane: 'bulk',
  taskId: 'task-1',
  method: 'GET',
  host: 'booking.example',
  url: `${base}/v1/search?guests=2`,
  status: 200,
  error: null,
  requestId: null,
  tokenGeneration: 1,
  queuedAt: 0,
  grantedAt: 0,
  sentAt: 0,
  firstByteMs: 1,
  durationMs: 2,
  requestBytes: null,
  responseBytes: 2,
  requestHeaders: [
    ['accept', 'application/json'],
    ['authorization', 'Bearer [redacted]'],
    ['x-request-id', 'r1'],
  ],
  requestBody: null,
  responseHeaders: [],
  responseBody: { text: '{}', bytes: 2, cut: false },
  failure: null,
};
const post = (text: string, more: Partial<NonNullable<Exchange['requestBody']>> = {}): Partial<Exchange> => ({
  method: 'POST',
  operation: 'lookUp',
  requestHeaders: [['content-type', 'application/json']],
  requestBody: { text, bytes: Buffer.byteLength(text), cut: false, ...more },
});

function make(changes: Partial<Exchange> = {}, outcome: AppError | null = null, of: Connection | null = connection) {
  const sent: TrafficRequest[] = [];
  const replay = new Replay({
    journal: { get: async () => ({ ...exchange, ...changes }) },
    connectionOf: () => {
      if (!of) throw new AppError('notFound', { what: 'This connection' });
      return of;
    },
    operationOf: (_, operation) => {
      if (operation === 'token' || operation === 'picture') return null;
      const method = operation === 'search' ? 'GET' : 'POST';
      return { title: operation, method, repeatable: operation === 'search' || operation === 'lookUp' };
    },
    baseOf: () => base,
    pipeline: {
      async send(request) {
        sent.push(request);
        if (outcome) throw outcome;
        return { exchangeId: 'x-new', status: 200, headers: new Headers(), text: '{}', receivedAt: 1 };
      },
    },
  });
  return { sent, replay };
}

const problemOf = async ({ replay, sent }: ReturnType<typeof make>) => {
  const error = await replay.replay('x1').catch((thrown: unknown) => thrown);
  expect(sent).toEqual([]);
  return isAppError(error, 'notReplayable') ? error.data.problem : error;
};

describe('Replay', () => {
  it('sends a read as a new request of the same credential, with its replayed headers', async () => {
    const { replay, sent } = make();
    expect(await replay.replay('x1')).toEqual({ exchangeId: 'x-new' });
    expect(sent).toEqual([
      {
        connectionId: 'c1',
        credentialId: 'k1',
        api: 'booking',
        operation: 'search',
        title: 'search',
        method: 'GET',
        url: exchange.url,
        headers: [['accept', 'application/json']],
        body: null,
        repeatable: true,
        lane: 'interactive',
      },
    ]);
  });

  it('sends a body that the journal holds whole, where repeating is harmless', async () => {
    const { replay, sent } = make(post('{"a":"ü"}'));
    await replay.replay('x1');
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: '{"a":"ü"}',
      headers: [['content-type', 'application/json']],
    });
  });

  it.each<[string, Partial<Exchange>]>([
    ['token requests', { operation: 'token', method: 'POST' }],
    ['pictures', { operation: 'picture' }],
    ['what could do harm', { ...post('{}'), operation: 'quoteCreate' }],
    ['what is another method by now', { ...post('{}'), operation: 'search' }],
    ['a body that was cut', post('{"a":1', { bytes: 900, cut: true })],
    ['a body that was blanked', post('{"cardToken":"[redacted]"}')],
    ['a body with a guest left out', post('{"guest":{"email":"[mail address]"}}')],
    ['a body that is not as it was', post('{"a":1}', { bytes: 9 })],
    ['a blanked address', { url: `${base}/v1/search?token=[redacted]` }],
    ['a blanked address, escaped', { url: `${base}/v1/search?name=%5Bguest%20name%5D` }],
    [
      'a blanked address, escaped with what it stands in',
      { url: `${base}/v1/search?next=%2F%3Fq%3D%255Bmail%2520address%255D` },
    ],
    ['an address of another host', { url: 'https://elsewhere.example/api/v1/search' }],
    ['an address that only begins like ours', { url: `${base}x/v1/search` }],
    ['a key pair that was removed', { credentialId: 'gone' }],
    ['a key pair of the other API', { api: 'openApi' }],
    ['what had no key pair', { credentialId: null }],
  ])('does not send %s', async (_, changes) => {
    const problem = await problemOf(make(changes));
    expect(problem).toMatch(/^[a-z].*[^.]$/);
  });

  it('sends a read again with other parameters and headers, to the same path', async () => {
    const { replay, sent } = make();
    const query: [string, string][] = [
      ['guests', '4'],
      ['city', 'São Paulo & more'],
      ['city', 'Porto'],
    ];
    expect(await replay.resend('x1', { query, headers: [['Accept-Language', 'pt']] })).toEqual({ exchangeId: 'x-new' });
    const request = sent[0];
    expect(request).toMatchObject({
      method: 'GET',
      body: null,
      headers: [['Accept-Language', 'pt']],
      lane: 'interactive',
    });
    const url = new URL(request?.url ?? '');
    expect([url.origin + url.pathname, [...url.searchParams]]).toEqual([`${base}/v1/search`, query]);
  });

  it('keeps an unchanged query as it was written, and takes one that was redacted', async () => {
    const unchanged = make({ url: `${base}/v1/search?q=a%20b` });
    await unchanged.replay.resend('x1', { query: [['q', 'a b']], headers: [] });
    expect(unchanged.sent[0]?.url).toBe(`${base}/v1/search?q=a%20b`);
    const redacted = make({ url: `${base}/v1/search?q=[redacted]` });
    await redacted.replay.resend('x1', { query: [['q', 'x']], headers: [] });
    expect(redacted.sent[0]?.url).toBe(`${base}/v1/search?q=x`);
  });

  it.each<[string, Partial<Exchange>, [string, string][]]>([
    ['a POST, though it is repeatable', post('{}'), []],
    ['a read whose operation is a POST by now', { operation: 'lookUp' }, []],
    ['a HEAD', { method: 'HEAD' }, []],
    ['a token request', { operation: 'token' }, []],
    ['a path that was redacted', { url: `${base}/v1/[redacted]/search` }, []],
    ['a redacted parameter', {}, [['q', '[redacted]']]],
    ['an address of another host', { url: 'https://elsewhere.example/api/v1/search' }, []],
    ['a path outside the base address', { url: `${base}/../admin` }, []],
    ['a key pair that was removed', { credentialId: 'gone' }, []],
  ])('does not send again, changed: %s', async (_, changes, query) => {
    const { replay, sent } = make(changes);
    await expect(replay.resend('x1', { query, headers: [] })).rejects.toMatchObject({ code: 'notReplayable' });
    expect(sent).toEqual([]);
  });

  it.each([
    ['Authorization', 'Bearer x'],
    ['Host', 'elsewhere.example'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Accept', 'a\r\nX-Other: b'],
    ['Accept', '日本'],
    ['X-Request-Id', '[redacted]'],
  ])('rejects the header %s: %s', async (name, value) => {
    const { replay, sent } = make();
    await expect(replay.resend('x1', { query: [], headers: [[name, value]] })).rejects.toMatchObject({
      code: 'invalidInput',
      data: { issues: [{ path: 'headers.0' }] },
    });
    expect(sent).toEqual([]);
  });

  it('does not replay for a connection that was removed', async () => {
    expect(await problemOf(make({}, null, null))).toBe('its connection no longer exists');
  });

  it.each([
    new AppError('serverFailed', { server }),
    new AppError('refused', { server: { ...server, status: 404 } }),
    new AppError('unreachable', { host: 'h', reason: 'closed', exchangeId: 'x-new' }),
    new AppError('timedOut', { host: 'h', afterMs: 30_000, exchangeId: 'x-new' }),
  ])('returns the exchange also when it failed: %s', async (failure) => {
    expect(await make({}, failure).replay.replay('x1')).toEqual({ exchangeId: 'x-new' });
  });

  it.each([
    new AppError('quotaExhausted', { label: 'k1', limit: 5, nextSlotAt: null, assumption: 'rolling' }),
    new AppError('tokenEndpointFailed', { label: 'k1', server }),
    new AppError('circuitOpen', { host: 'h', until: 1, failures: 5, reason: 'x' }),
    new AppError('cancelled', {}),
  ])('throws the error of a request that was not sent: %s', async (failure) => {
    await expect(make({}, failure).replay.replay('x1')).rejects.toBe(failure);
  });
});
