import { describe, expect, it } from 'vitest';
import { type ApiCall, ApiClient } from '../../../../src/main/api/api-client.ts';
import type { OperationsFile } from '../../../../src/main/api/operation-store.ts';
import { PathDoctor } from '../../../../src/main/api/path-doctor.ts';
import { Answer, redirectedBy } from '../../../../src/main/http/answer.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError, isAppError, toAppError } from '../../../../src/shared/app-error.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { connection as fixture, makeBook } from './support.ts';

const list = { results: [{ _id: 'a' }], pagination: { total: 1, cursor: { next: null } } };

/** A service that answers the addresses in `answers`, and 404 to every other. */
function open(answers: Record<string, Json | AppError>, document = new MemoryDocument<OperationsFile>()) {
  const requests: TrafficRequest[] = [];
  let connection: Connection = fixture;
  const operations = makeBook(document);
  const pipeline = {
    async send(request: TrafficRequest) {
      requests.push(request);
      const url = request.url.split('?')[0] ?? '';
      const body = answers[url];
      if (body instanceof AppError) throw body;
      const status = body === undefined ? 404 : 200;
      const text = JSON.stringify(body ?? { error: { code: 'NOT_FOUND', message: 'No such path' } });
      const answer = new Answer({
        exchangeId: `x${requests.length}`,
        status,
        headers: new Headers(),
        text,
        receivedAt: 7,
      });
      if (answer.failure) throw answer.failure;
      return answer;
    },
  };
  const doctor = new PathDoctor({
    client: new ApiClient({ pipeline, operations }),
    operations,
    useBase: async (_, api, base) => {
      expect(api).toBe('booking');
      connection = { ...connection, addresses: { ...connection.addresses, bookingBaseUrl: base } };
    },
  });
  const call = (more: Partial<ApiCall> = {}) =>
    doctor.call({ connection, credentialId: 'k1', operation: 'search', values: {}, ...more });
  const paths = () => requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
  return { doctor, operations, pipeline, call, paths, requests, connection: () => connection, answers };
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
const BASE = 'https://booking.example/api';
const BARE = 'https://booking.example';

describe('PathDoctor', () => {
  it('finds the variant that answers, with one request more, and keeps it for this connection', async () => {
    const document = new MemoryDocument<OperationsFile>();
    const { operations, call, paths, requests, connection } = open({ [`${BASE}/listings`]: list }, document);
    const answer = await call({ values: { location: 'Lisbon' } });
    const found = { from: `GET ${BASE}/v1/search`, to: `GET ${BASE}/listings` };
    expect(answer).toMatchObject({ records: [{ _id: 'a' }], variantId: 'listings', found });
    expect(requests[1]).toMatchObject({ retry: false, lane: 'interactive' });
    expect(requests[1]?.url).toContain('city=Lisbon');
    expect(operations.effective(connection(), 'search')).toMatchObject({
      provenance: 'found',
      variantId: 'listings',
      found,
    });
    expect(operations.effective({ ...connection(), id: 'c2' }, 'search').variantId).toBe('v1-search');
    expect((await call()).found).toBeUndefined();
    expect(paths()).toEqual([`GET ${BASE}/v1/search`, `GET ${BASE}/listings`, `GET ${BASE}/listings`]);
    expect(makeBook(document).effective(connection(), 'search').provenance).toBe('found');
  });

  it.each([
    [BARE, `${BARE}/v1/search`, 'v1-search'],
    [BARE, `${BARE}/listings`, 'listings'],
  ])('finds the other form of the base address (%s, %s)', async (base, url, variantId) => {
    const { call, connection, paths, operations, doctor } = open({ [url]: list });
    expect((await call()).found?.to).toBe(`GET ${url}`);
    expect(connection().addresses.bookingBaseUrl).toBe(base);
    expect(operations.effective(connection(), 'search').variantId).toBe(variantId);
    expect(paths().length).toBeLessThanOrEqual(4);
    await doctor.undo(connection(), 'search');
    expect(connection().addresses.bookingBaseUrl).toBe(BASE);
    expect(operations.effective(connection(), 'search')).toMatchObject({ variantId: 'v1-search', found: null });
  });

  it('adds /api to a base address without it', async () => {
    const { call } = open({ [`${BASE}/listings`]: list });
    const bare = { ...fixture, addresses: { ...fixture.addresses, bookingBaseUrl: BARE } };
    expect((await call({ connection: bare })).found?.to).toBe(`GET ${BASE}/listings`);
  });

  it('knows a host that is called api from a path', async () => {
    const { doctor, requests } = open({});
    const addresses = { ...fixture.addresses, bookingBaseUrl: 'https://api' };
    const call = {
      connection: { ...fixture, addresses },
      credentialId: 'k1',
      operation: 'search' as const,
      values: {},
    };
    expect(await codeOf(doctor.call(call))).toBe('refused');
    expect(new Set(requests.map(({ url }) => new URL(url).host))).toEqual(new Set(['api']));
    expect(requests.map(({ url }) => url)).toContain('https://api/api/v1/search');
  });

  it('does not look again after an undo, nor for what a person chose', async () => {
    const { doctor, operations, call, connection, paths } = open({ [`${BASE}/listings`]: list });
    await call();
    await doctor.undo(connection(), 'search');
    const before = paths().length;
    expect(await codeOf(call())).toBe('refused');
    expect(paths().length).toBe(before + 1);
    await operations.customise(connection(), 'search', {
      ...operations.effective(connection(), 'search').shape,
      path: '/x',
    });
    expect(await codeOf(call())).toBe('refused');
    expect(paths().length).toBe(before + 2);
  });

  it('throws the first error when no path answers, and tries each path once until it is to try again', async () => {
    const { doctor, call, paths, answers } = open({});
    expect(await codeOf(call())).toBe('refused');
    expect(paths()).toEqual(
      [`${BASE}/v1/search`, `${BASE}/listings`, `${BARE}/v1/search`, `${BARE}/listings`].map((url) => `GET ${url}`),
    );
    expect(await codeOf(call())).toBe('refused');
    expect(paths()).toHaveLength(5);
    answers[`${BASE}/listings`] = list;
    doctor.forget('c1');
    expect((await call()).variantId).toBe('listings');
  });

  it('looks once for calls at the same time', async () => {
    const { call, paths } = open({ [`${BASE}/listings`]: list });
    const answers = await Promise.all([call(), call(), call({ lane: 'bulk' })]);
    expect(answers.map(({ variantId }) => variantId)).toEqual(['listings', 'listings', 'listings']);
    expect(paths().filter((path) => path.endsWith('/v1/search'))).toHaveLength(3);
    expect(paths()).toHaveLength(6);
  });

  it('uses what another call found when its own failure comes late', async () => {
    const late = Promise.withResolvers<void>();
    const opened = open({ [`${BASE}/listings`]: list });
    const first = opened.requests;
    const { send } = opened.pipeline;
    opened.pipeline.send = async (request) => {
      const isLate = first.length === 0;
      const answer = send(request);
      if (isLate) await late.promise;
      return answer;
    };
    const waiting = opened.call();
    await opened.call();
    late.resolve();
    expect((await waiting).variantId).toBe('listings');
    expect(opened.paths().filter((path) => path.endsWith('/listings'))).toHaveLength(2);
    expect(opened.paths()).toHaveLength(4);
  });

  it('looks again after a search that was cut short', async () => {
    const { call, answers } = open({ [`${BASE}/listings`]: new AppError('cancelled', {}) });
    expect(await codeOf(call())).toBe('cancelled');
    answers[`${BASE}/listings`] = list;
    expect((await call()).variantId).toBe('listings');
  });

  it('returns an answer whose path cannot be stored', async () => {
    const document = new MemoryDocument<OperationsFile>();
    document.write = () => Promise.reject(new AppError('storageFailed', { what: 'Operations', reason: 'disk full' }));
    const { call, paths } = open({ [`${BASE}/listings`]: list }, document);
    expect(await call()).toMatchObject({ variantId: 'listings', found: null });
    expect(await call()).toMatchObject({ variantId: 'listings' });
    expect(paths()).toHaveLength(4);
  });

  it.each<[string, { status: number; text?: string; headers?: Record<string, string>; isWeak?: true }]>([
    ['405', { status: 405 }],
    ['410', { status: 410, text: '{"message":"withdrawn"}' }],
    ['a redirect', { status: 301, headers: { location: 'https://www.example/' }, isWeak: true }],
    [
      'a web page',
      {
        status: 200,
        text: '<!doctype html><title>Sign in</title>',
        headers: { 'content-type': 'text/html' },
        isWeak: true,
      },
    ],
  ])('wakes on %s as on 404', async (_, { status, text = '', headers = {}, isWeak }) => {
    const { call, pipeline, paths, operations } = open({ [`${BASE}/listings`]: list });
    const send = pipeline.send.bind(pipeline);
    pipeline.send = async (request) => {
      if (!request.url.includes('/v1/search')) return send(request);
      await send(request).catch(() => {});
      const answer = new Answer({ exchangeId: 'x', status, headers: new Headers(headers), text, receivedAt: 7 });
      const redirect = redirectedBy(answer, { url: request.url, address: 'Booking Engine address' });
      if (redirect) throw toAppError(redirect);
      if (answer.failure) throw answer.failure;
      return answer;
    };
    if (isWeak) {
      // It may pass, such as the page of a maintenance: the path is used, and kept when a later call fails in this way again.
      const answers = await Promise.all([call(), call()]);
      expect(answers.map(({ variantId, found }) => [variantId, found])).toEqual([
        ['listings', undefined],
        ['listings', undefined],
      ]);
      expect(operations.effective(fixture, 'search').variantId).toBe('v1-search');
    }
    expect((await call()).found?.to).toBe(`GET ${BASE}/listings`);
    expect(paths().slice(-2)).toEqual([`GET ${BASE}/v1/search`, `GET ${BASE}/listings`]);
    expect(operations.effective(fixture, 'search').variantId).toBe('listings');
  });

  it('never tries a write, a record of its own, a further page, or another error than that', async () => {
    const { call, paths } = open({});
    const calls: Partial<ApiCall>[] = [
      { operation: 'quoteCreate' },
      { operation: 'quoteInstant', values: { quoteId: 'q' } },
      { operation: 'quoteGet', values: { quoteId: 'q' } },
      { operation: 'calendar', values: { listingId: 'l' } },
      { page: { cursor: 'c' } },
      { variantId: 'v1-search' },
    ];
    for (const one of calls) expect(await codeOf(call(one))).toBe('refused');
    expect(paths()).toHaveLength(calls.length);
    const server = { status: 503, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
    const failing = open({ [`${BASE}/v1/search`]: new AppError('serverFailed', { server }) });
    expect(await codeOf(failing.call())).toBe('serverFailed');
    expect(failing.paths()).toHaveLength(1);
  });

  it('goes on to the next path after a 401, which is about the path', async () => {
    const server = { status: 401, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
    const { call, paths } = open({
      [`${BASE}/listings`]: new AppError('unauthorized', { server }),
      [`${BARE}/listings`]: list,
    });
    expect(await call()).toMatchObject({ found: { to: `GET ${BARE}/listings` } });
    expect(paths()).toHaveLength(4);
  });

  it('keeps no path that answers without a list, and ends with an error that is not about the path', async () => {
    const { operations, call } = open({ [`${BASE}/listings`]: { message: 'welcome' } });
    expect(await codeOf(call())).toBe('refused');
    expect(operations.effective(fixture, 'search').found).toBeNull();
    const cancelled = open({ [`${BASE}/listings`]: new AppError('cancelled', {}) });
    expect(await codeOf(cancelled.call())).toBe('cancelled');
  });
});
