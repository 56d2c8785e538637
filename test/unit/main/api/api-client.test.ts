import { describe, expect, it } from 'vitest';
import { type ApiCall, ApiClient } from '../../../../src/main/api/api-client.ts';
import { summarise } from '../../../../src/main/api/describe-record.ts';
import { Pager } from '../../../../src/main/api/pager.ts';
import { probeSearch } from '../../../../src/main/api/probe-search.ts';
import { readPath } from '../../../../src/main/api/read-json.ts';
import { Answer } from '../../../../src/main/http/answer.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import { connection, makeBook } from './support.ts';

type Reply = unknown | ((request: TrafficRequest) => { status: number; body: unknown });

function make(reply: Reply) {
  const requests: TrafficRequest[] = [];
  const operations = makeBook();
  const pipeline = {
    async send(request: TrafficRequest) {
      requests.push(request);
      const { status, body } = typeof reply === 'function' ? reply(request) : { status: 200, body: reply };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const parts = { exchangeId: `x${requests.length}`, status, headers: new Headers(), text, receivedAt: 7 };
      const answer = new Answer(parts);
      if (answer.failure) throw answer.failure;
      return answer;
    },
  };
  const client = new ApiClient({ pipeline, operations });
  const call = (more: Partial<ApiCall> = {}) =>
    client.call({ connection, credentialId: 'k1', operation: 'listListings', values: {}, ...more });
  return { requests, operations, client, call };
}
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: `l${index}` }));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

describe('ApiClient', () => {
  it('keeps apart records whose numeric ids are one double', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `90071992547409${93 + at}`);
    const body = `{"results":[${ids.map((id) => `{"_id":${id},"beds":2}`).join()}],"count":30}`;
    const answer = await make(body).call();
    expect(answer.records?.map((record) => summarise(record).id)).toEqual(ids);
    const pager = new Pager();
    expect((await pager.read(async () => answer)).fresh).toHaveLength(30);
    expect(readPath(answer.body, 'results.0.beds')).toBe(2);
  });

  it.each([
    [{ error_code: 'ACCOUNT_SUSPENDED', message: 'Your account is suspended' }, 'Your account is suspended'],
    [{ error: { code: 'INTERNAL', message: 'Search is under maintenance' } }, 'Search is under maintenance'],
    [{ errors: [{ message: 'Unknown field' }] }, 'Unknown field'],
    [{ error_code: 'X_FAILED' }, 'X_FAILED'],
    ['<html><head><title>Down for maintenance</title></head></html>', 'Down for maintenance'],
  ])('keeps the reason of a 200 that is an error: %j', async (body, reason) => {
    const read = async () => new Pager().read(() => make(body).call());
    await expect(read()).rejects.toSatisfy(
      (error) => isAppError(error, 'answerUnusable') && error.data.problem.includes(reason),
    );
  });

  it('ignores a total that is not a safe count', async () => {
    for (const count of [1e300, 2 ** 53, -1])
      expect(await make({ results: [], count }).call()).toMatchObject({ total: null });
  });

  it('passes on the secrets among the values, because a custom shape may put them anywhere', async () => {
    const { requests, operations, call } = make({});
    const { shape } = operations.effective(connection, 'quoteInstant');
    await operations.customise(connection, 'quoteInstant', { ...shape, body: { payment: { id: '{{cardToken}}' } } });
    const values = { quoteId: 'q1', ratePlanId: 'plan', cardToken: 'pl4nted-card' };
    await call({ operation: 'quoteInstant', values });
    expect(requests[0]).toMatchObject({ body: '{"payment":{"id":"pl4nted-card"}}', secrets: ['pl4nted-card'] });
  });

  it('asks for listings page by page and keeps the body whole', async () => {
    const body = { results: records(100), count: 130, odd: { kept: true } };
    const { requests, call } = make(body);
    const answer = await call();
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://open.example/v1/listings?limit=100&skip=0',
      api: 'openApi',
      operation: 'listListings',
      repeatable: true,
      body: null,
      headers: [['accept', 'application/json']],
    });
    expect(answer).toEqual({
      body,
      records: body.results,
      total: 130,
      limit: 100,
      nextSkip: 100,
      nextCursor: null,
      exchangeId: 'x1',
      receivedAt: 7,
      variantId: 'v1-listings',
    });
    await call({ page: { skip: 100, limit: 50 } });
    expect(requests[1]?.url).toBe('https://open.example/v1/listings?limit=50&skip=100');
  });

  it.each([
    ['a full page goes on, whatever the count says', 100, 100, 0, 100],
    ['a short page goes on while the count says so', 40, 130, 0, 40],
    ['a short page goes on otherwise too', 40, 0, 0, 40],
    ['an empty page is the end, whatever the count says', 0, 1_000, 100, null],
  ])('%s', async (_, got, count, skip, nextSkip) => {
    const { call } = make({ results: records(got), count });
    expect((await call({ page: { skip } })).nextSkip).toBe(nextSkip);
  });

  it('finds the records in an answer of another shape', async () => {
    expect((await make(records(3)).call()).records).toHaveLength(3);
    expect((await make({ data: { listings: records(2) } }).call()).records).toHaveLength(2);
    expect((await make({ message: 'hello' }).call()).records).toBeNull();
  });

  it('reads the page size that the server says, when it is smaller than requested', async () => {
    for (const [limit, expected] of [
      [50, 50],
      [1_000, 100],
      [0, 100],
      ['50', 50],
      [-1, 100],
    ] as const)
      expect(await make({ results: [], limit }).call()).toMatchObject({ limit: expected });
    const { operations, call } = make({ results: [] });
    const { shape } = operations.effective(connection, 'listListings');
    await operations.customise(connection, 'listListings', { ...shape, paging: { kind: 'none' } });
    expect(await call()).toMatchObject({ limit: null, nextSkip: null, nextCursor: null });
  });

  it('follows a cursor', async () => {
    const { requests, call } = make({ results: records(2), pagination: { total: 9, cursor: { next: 'n1' } } });
    expect(await call({ operation: 'search' })).toMatchObject({ nextCursor: 'n1', total: 9, nextSkip: null });
    expect(await call({ operation: 'search', page: { cursor: 'n1' } })).toMatchObject({ nextCursor: 'n1' });
    expect(requests[1]?.url).toBe('https://booking.example/api/v1/search?cursor=n1');
  });

  it('sends a write as JSON and marks it as not repeatable', async () => {
    const { requests, call } = make({ _id: 'q1' });
    await call({ operation: 'quoteCoupons', values: { quoteId: 'q1', coupons: ['A'] } });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://booking.example/api/reservations/quotes/q1/coupons',
      body: '{"coupons":["A"]}',
      repeatable: false,
    });
  });

  it('reports an answer that is not JSON as unusable for a read and as unconfirmed for a write', async () => {
    const { call } = make('<html>');
    expect(await codeOf(call())).toBe('answerUnusable');
    expect(await codeOf(call({ operation: 'quoteInstant', values: { quoteId: 'q' } }))).toBe('outcomeUnknown');
    expect(await make('').call()).toMatchObject({ body: null, records: null });
  });

  it('names the missing address of a connection', async () => {
    const without = { ...connection, addresses: { ...connection.addresses, bookingBaseUrl: null } };
    const error = await make({})
      .call({ connection: without, operation: 'search' })
      .catch((thrown: unknown) => thrown);
    expect(isAppError(error, 'addressMissing') && error.data.address).toBe('Booking Engine address');
  });
});

describe('probeSearch', () => {
  const notFound = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'No such path' } } };

  it('chooses the first variant that answers, one request each', async () => {
    const { requests, client, operations } = make((request: TrafficRequest) =>
      request.url.includes('/v1/search') ? notFound : { status: 200, body: { results: records(3) } },
    );
    const result = await probeSearch({ client, operations }, connection, 'k1');
    expect(result.chosen).toBe('listings');
    expect(result.tried.map(({ variantId, answered }) => [variantId, answered])).toEqual([
      ['v1-search', false],
      ['listings', true],
    ]);
    expect(result.tried[0]?.outcome).toContain('No such path');
    expect(requests.map(({ retry }) => retry)).toEqual([false, false]);
    expect(operations.effective(connection, 'search').variantId).toBe('listings');
  });

  it('chooses no variant when none answers, and stops at an error that does not concern the path', async () => {
    const none = make(() => notFound);
    expect(await probeSearch(none, connection, 'k1')).toMatchObject({ chosen: null });
    expect(none.requests).toHaveLength(2);
    const offline = make(() => {
      throw new AppError('quotaExhausted', { label: 'k1', limit: 3, nextSlotAt: null, assumption: 'rolling' });
    });
    expect(await codeOf(probeSearch(offline, connection, 'k1'))).toBe('quotaExhausted');
    expect(offline.requests).toHaveLength(1);
  });
});
