/** Requests that a person composes: where they may go, how they are sent, and what is known of the service. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import requests from '../../../../resources/requests.json' with { type: 'json' };
import { curlIn } from '../../../../src/main/doctor/read/read-curl.ts';
import { CustomRequests } from '../../../../src/main/traffic/custom-requests.ts';
import { customRequestHandlers } from '../../../../src/main/traffic/handlers.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { KnownRequest, type OwnRequest } from '../../../../src/shared/model/custom-request.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const CONNECTION = connectionFixture();
const { baseUrl, bookingBaseUrl } = CONNECTION.addresses;

function setUp(answer: () => Promise<{ exchangeId: string }> = async () => ({ exchangeId: 'x1' })) {
  const sent: TrafficRequest[] = [];
  const custom = new CustomRequests({
    connectionOf: () => CONNECTION,
    journal: { get: () => Promise.reject(new AppError('notFound', { what: 'it' })) },
    readCurl: curlIn,
    own: new MemoryDocument<readonly OwnRequest[]>(),
    pipeline: {
      send(request) {
        sent.push(request);
        return answer();
      },
    },
  });
  const send = (changes: object) =>
    custom.send({
      connectionId: 'conn-1',
      api: 'openApi',
      method: 'GET',
      path: '/v1/listings',
      body: null,
      ...changes,
    });
  return { custom, sent, send };
}

describe('a request that a person composes', () => {
  it('goes below the address of its API, once, and causes no token', async () => {
    const { sent, send } = setUp();
    expect(await send({ path: '/v1/listings?limit=1' })).toEqual({ exchangeId: 'x1' });
    await send({ api: 'booking', method: 'POST', path: '/reservations/quotes', body: '{"a":1}' });
    expect(sent).toMatchObject([
      { url: `${baseUrl}/v1/listings?limit=1`, method: 'GET', retry: false, mayIssue: false, repeatable: true },
      {
        url: `${bookingBaseUrl}/reservations/quotes`,
        retry: false,
        mayIssue: false,
        repeatable: false,
        body: '{"a":1}',
      },
    ]);
  });

  it('ends by the signal of its caller only while it waits', async () => {
    const { custom, sent } = setUp();
    const { signal } = new AbortController();
    const write = { connectionId: 'conn-1', api: 'openApi', method: 'POST', path: '/v1/x', body: null } as const;
    await customRequestHandlers({ customRequests: custom }).send(write, { signal, callerId: 1 });
    expect(sent.map(({ drainSignal, signal: ends }) => [drainSignal === signal, ends])).toEqual([[true, undefined]]);
  });

  it('goes to the host of its API, also where its path begins like another', async () => {
    const { sent, send } = setUp();
    await send({ path: '@evil.example/' });
    expect(sent.map(({ url }) => new URL(url).host)).toEqual([new URL(baseUrl ?? '').host]);
  });

  it.each([
    [{ path: '//evil.example/v1' }],
    [{ path: '/a%2fb' }],
    [{ path: '/a;b' }],
    [{ body: '{}' }],
    [{ method: 'POST', body: '{"a":' }],
  ])('is not sent as %j', async (changes) => {
    const { sent, send } = setUp();
    await expect(send(changes)).rejects.toMatchObject({ code: 'invalidInput' });
    expect(sent).toEqual([]);
  });

  it('gives the exchange of a refusal, too', async () => {
    const refused = new AppError('refused', {
      server: { status: 404, exchangeId: 'x2', serverMessage: null, serverCode: null, requestId: null },
    } as never);
    expect(await setUp(() => Promise.reject(refused)).send({})).toEqual({ exchangeId: 'x2' });
    await expect(
      setUp(() => Promise.reject(new AppError('tokenNeeded', { label: 'x' }))).send({}),
    ).rejects.toMatchObject({
      code: 'tokenNeeded',
    });
  });

  it('is read from a curl command without its token, and only for an address of the connection', () => {
    const { custom } = setUp();
    const text = `please look:\ncurl -X POST '${bookingBaseUrl}/reservations/quotes?a=1' \\\n -H 'Authorization: Bearer SECRET' -d '{"b":2}'`;
    const read = custom.ofCurl('conn-1', text);
    expect(read).toEqual({ api: 'booking', method: 'POST', path: '/reservations/quotes?a=1', body: '{"b":2}' });
    expect(() => custom.ofCurl('conn-1', 'curl https://evil.example/v1/listings')).toThrow(AppError);
    expect(() => custom.ofCurl('conn-1', 'hello')).toThrow(AppError);
    expect(custom.ofCurl('conn-1', `curl '${baseUrl}'`).path).toBe('/');
    const refusal = (curl: string) => {
      try {
        return custom.ofCurl('conn-1', curl);
      } catch (error) {
        return JSON.stringify(error);
      }
    };
    expect(refusal(`curl -X OPTIONS '${baseUrl}/listings'`)).toContain('GET, POST');
    expect(refusal(`curl '${baseUrl}/${'x'.repeat(2_001)}'`)).toContain('too long');
    expect(refusal(`curl '${baseUrl}/x' -d '${'x'.repeat(64_001)}'`)).toContain('too long');
  });

  it('is kept under a name, replaced and removed', async () => {
    const { custom } = setUp();
    const own: OwnRequest = { name: 'Reviews', api: 'openApi', method: 'GET', path: '/v1/reviews', query: ['limit'] };
    await custom.save(own);
    expect((await custom.save({ ...own, query: [] }))[0]).toMatchObject({
      name: 'Reviews',
      query: [],
      provenance: 'yours',
    });
    expect((await custom.remove('Reviews'))[0]).toMatchObject({ name: 'Listings', provenance: 'spec' });
  });
});

describe('the known requests', () => {
  it('are all that docs/service.md names for the current APIs', () => {
    for (const one of requests) expect(KnownRequest.parse(one)).toEqual(one);
    const document = readFileSync(new URL('../../../../docs/service.md', import.meta.url), 'utf8');
    const named = [...document.matchAll(/`(GET|POST) (\/[^`?\s]*)/g)]
      .map(([, method, path = '']) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
      // The older API, which was withdrawn.
      .filter((one) => !/^GET \/(?:search$|listings\/:id)/.test(one));
    const known = new Set(requests.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`));
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    expect(named.length).toBeGreaterThan(9);
  });
});
