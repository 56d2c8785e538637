import { describe, expect, it } from 'vitest';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { settle } from '../../../support/manual-clock.ts';
import { BOOKING_RULES, SlidingLogServer } from './limits/server-model.ts';
import { codeOf, lost, make, type Reply, read, unsent, write } from './pipeline-rig.ts';

describe('Pipeline', () => {
  it('sends with the token and returns the answer', async () => {
    const { clock, seen, pipeline } = make(() => ({ status: 200, text: '[1]' }));
    const answer = await clock.until(pipeline.send(write));
    expect(answer).toMatchObject({ status: 200, text: '[1]' });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.request.headers.get('authorization')).toBe('Bearer t-1');
    expect(await seen[0]?.request.text()).toBe('{"a":1}');
    expect(seen[0]?.about).toMatchObject({
      operation: 'quoteInstant',
      attempt: 1,
      tokenGeneration: 1,
      connectionId: 'c1',
    });
  });

  it('retries a read until it succeeds, as one chain, with growing waits', async () => {
    const { clock, seen, pipeline } = make((_, number) => (number < 4 ? { status: 503 } : { status: 200 }));
    expect(await clock.until(pipeline.send(read))).toMatchObject({ status: 200 });
    expect(seen.map(({ about }) => about.attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(seen.map(({ about }) => about.chainId)).size).toBe(1);
  });

  it('gives up a read after five attempts', async () => {
    const { clock, seen, pipeline } = make(() => ({ status: 500 }));
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('serverFailed');
    expect(seen).toHaveLength(5);
  });

  it.each([301, 302, 303, 307, 308])('sends once what is redirected (%i), and names the target', async (status) => {
    const location = 'https://new.example/v1/search?token=planted';
    const { clock, seen, pipeline } = make(() => ({ status, headers: { location } }));
    const error = await clock.until(pipeline.send(read).catch((thrown: AppError) => thrown));
    expect(error).toMatchObject({
      data: {
        code: 'redirected',
        status,
        location: 'https://new.example/v1/search',
        address: 'Booking Engine address',
      },
    });
    expect(seen).toHaveLength(1);
  });

  it('takes a write for unconfirmed when the redirect may show its result', async () => {
    for (const [status, code] of [
      [302, 'outcomeUnknown'],
      [303, 'outcomeUnknown'],
      [301, 'redirected'],
      [308, 'redirected'],
    ] as const) {
      const { clock, seen, pipeline } = make(() => ({ status, headers: { location: '/done' } }));
      expect(await clock.until(codeOf(pipeline.send(write)))).toBe(code);
      expect(seen).toHaveLength(1);
    }
  });

  it('makes one attempt only when the request says so', async () => {
    const { clock, seen, pipeline } = make(() => ({ status: 500 }));
    expect(await clock.until(codeOf(pipeline.send({ ...read, retry: false })))).toBe('serverFailed');
    expect(seen).toHaveLength(1);
  });

  it.each([401, 403])(
    'issues no token for a request that may not, neither before it nor after a %s',
    async (status) => {
      const { clock, seen, tokens, pipeline } = make(() => ({ status }));
      tokens.repeats = true;
      const probe = { ...read, retry: false, mayIssue: false };
      await clock.until(codeOf(pipeline.send(probe)));
      expect([seen.length, tokens.refusals, tokens.generation]).toEqual([1, [], 1]);
      tokens.without.add(read.credentialId);
      expect(await clock.until(codeOf(pipeline.send(probe)))).toBe('tokenNeeded');
      expect([seen.length, tokens.without.size]).toEqual([1, 1]);
    },
  );

  it('waits as long as Retry-After asks, and so do all other requests', async () => {
    const { clock, seen, pipeline } = make((_, number) =>
      number === 1 ? { status: 429, headers: { 'retry-after': '6' } } : { status: 200 },
    );
    const first = pipeline.send(read);
    await clock.advance(100);
    const second = pipeline.send(read);
    await clock.until(Promise.all([first, second]));
    const start = seen[0]?.at ?? 0;
    expect(seen.slice(1).every(({ at }) => at - start >= 6_000)).toBe(true);
  });

  it.each<[string, Reply, string]>([
    ['its answer was lost', lost, 'outcomeUnknown'],
    ['a gateway answered 502', { status: 502 }, 'outcomeUnknown'],
    ['a gateway answered 504', { status: 504 }, 'outcomeUnknown'],
    ['the service failed with 500', { status: 500 }, 'serverFailed'],
    ['it was refused', { status: 400 }, 'refused'],
  ])('does not retry a write when %s', async (_, reply, code) => {
    const { clock, seen, pipeline } = make(() => reply);
    expect(await clock.until(codeOf(pipeline.send(write)))).toBe(code);
    await clock.advance(120_000);
    expect(seen).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['the limit was hit', { status: 429 }],
    ['it never left', unsent],
  ])('retries a write when %s', async (_, reply) => {
    const { clock, seen, pipeline } = make((_, number) => (number === 1 ? reply : { status: 200 }));
    expect(await clock.until(codeOf(pipeline.send(write)))).toBe('ok');
    expect(seen).toHaveLength(2);
  });

  it.each([read, write])('retries once after a 401, with the newer token ($method)', async (request) => {
    const { clock, seen, tokens, pipeline } = make(({ request: { headers } }) =>
      headers.get('authorization') === 'Bearer t-1' ? { status: 401 } : { status: 200 },
    );
    expect(await clock.until(pipeline.send(request))).toMatchObject({ status: 200 });
    expect(seen.at(-1)?.about.attempt).toBe(2);
    expect(tokens.refusals).toEqual([[1, 401]]);
    expect(seen.map(({ about }) => about.tokenGeneration)).toEqual([1, 2]);
  });

  it.each([read, write])(
    'sends once more with the same token after a 401 that was not about it ($method)',
    async (request) => {
      const { clock, seen, tokens, pipeline } = make((_, number) => ({ status: number === 1 ? 401 : 200 }));
      tokens.repeats = true;
      expect(await clock.until(pipeline.send(request))).toMatchObject({ status: 200 });
      expect(seen.map(({ about }) => about.tokenGeneration)).toEqual([1, 1]);
    },
  );

  it('sends a probe once, also after a 401', async () => {
    const { clock, seen, tokens, pipeline } = make(() => ({ status: 401 }));
    Object.assign(tokens, { repeats: true, answer: 'final' });
    expect(await clock.until(codeOf(pipeline.send({ ...read, retry: false })))).toBe('unauthorized');
    expect(seen).toHaveLength(1);
  });

  it('requests no token after a 401 of a guessed path', async () => {
    const { clock, seen, tokens, pipeline } = make(() => ({ status: 401 }));
    const guess = { ...read, base: 'https://h.example/api', retry: false };
    expect(await clock.until(codeOf(pipeline.send(guess)))).toBe('unauthorized');
    expect([seen.length, tokens.refusals]).toEqual([1, []]);
  });

  it('requests no third token when the newer one is refused too', async () => {
    const { clock, seen, tokens, pipeline } = make(() => ({ status: 401 }));
    const error = await clock.until(pipeline.send(read).catch((caught: unknown) => caught));
    expect(error).toMatchObject({ data: { code: 'unauthorized', token: { generation: 2 }, replaced: true } });
    expect(tokens.refusals).toEqual([[1, 401]]);
    expect(seen).toHaveLength(2);
  });

  it('throws a 403 and requests no token', async () => {
    const { clock, seen, tokens, pipeline } = make(() => ({ status: 403 }));
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('forbidden');
    expect(tokens.refusals).toEqual([[1, 403]]);
    expect(tokens.generation).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('sends no token to an address that the connection no longer has', async () => {
    const { clock, pipeline, address, seen, limiter } = make((_, number) => ({ status: number === 1 ? 503 : 200 }));
    const sending = codeOf(pipeline.send(read));
    await clock.advance(45);
    address.base = 'https://other.example/api';
    expect(await clock.until(sending)).toBe('cancelled');
    expect(await clock.until(codeOf(pipeline.send(write)))).toBe('cancelled');
    address.base = 'https://h.example/ap';
    expect(await clock.until(codeOf(pipeline.send(write)))).toBe('cancelled');
    address.base = null;
    expect(await clock.until(codeOf(pipeline.send(write)))).toBe('cancelled');
    expect(seen).toHaveLength(1);
    expect(limiter.snapshot().windows[2]?.used).toBe(1);
  });

  it('throws invalidInput for an operation that cannot be sent as written', async () => {
    const { clock, pipeline, seen, limiter } = make(() => ({ status: 200 }));
    for (const wrong of [{ headers: [['no header', 'x']] as const }, { method: 'GET' }])
      expect(await clock.until(codeOf(pipeline.send({ ...write, ...wrong })))).toBe('invalidInput');
    expect(seen).toHaveLength(0);
    expect(limiter.snapshot().windows[2]?.used).toBe(0);
  });

  it('hands the secrets of a request to the wire', async () => {
    const { clock, pipeline, seen } = make(() => ({ status: 200 }));
    await clock.until(pipeline.send({ ...write, secrets: ['pl4nted-card'] }));
    expect(seen[0]?.about.secrets).toEqual(['pl4nted-card']);
  });

  it.each([read, write])('retries once after a 403 that was about the token ($method)', async (request) => {
    const { clock, seen, tokens, pipeline } = make((_, number) => ({ status: number === 1 ? 403 : 200 }));
    tokens.forbidden = 'retry';
    expect(await clock.until(pipeline.send(request))).toMatchObject({ status: 200 });
    expect(seen.at(-1)?.about.attempt).toBe(2);
    expect(tokens.reports).toEqual([`${request.operation} refused with 1`, `${request.operation} worked with 2`]);
  });

  it('reports every 403, and retries only once', async () => {
    const { clock, tokens, seen, pipeline } = make(() => ({ status: 403 }));
    tokens.forbidden = 'retry';
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('forbidden');
    expect(tokens.reports).toEqual(['search refused with 1', 'search refused with 2']);
    expect(seen).toHaveLength(2);
  });

  it('releases the permit when there is no token', async () => {
    const { clock, tokens, limiter, seen, pipeline } = make(() => ({ status: 200 }));
    tokens.failure = new AppError('secretMissing', { label: 'k1' });
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('secretMissing');
    expect(limiter.snapshot().windows.map(({ used }) => used)).toEqual([0, 0, 0]);
    expect(seen).toHaveLength(0);
  });

  it('can be cancelled while it waits for a permit, a token, the answer and the next attempt', async () => {
    const waiting = make(() => ({ status: 200 }));
    for (let index = 0; index < 5; index += 1) void waiting.pipeline.send(read);
    await settle();
    await cancelled(waiting, read, 0);
    expect(waiting.seen).toHaveLength(5);

    const tokenless = make(() => ({ status: 200 }));
    tokenless.tokens.gate = new Promise(() => {});
    await cancelled(tokenless, read, 10);
    expect(tokenless.limiter.snapshot().windows[0]?.used).toBe(0);
    expect(tokenless.seen).toHaveLength(0);

    const underWay = make(() => ({ status: 200 }));
    await cancelled(underWay, read, 10);
    expect(underWay.limiter.snapshot().windows[0]?.used).toBe(1);
    await cancelled(
      make(() => ({ status: 200 })),
      write,
      10,
      'outcomeUnknown',
    );

    const backingOff = make(() => ({ status: 429, headers: { 'retry-after': '20' } }));
    await cancelled(backingOff, read, 1_000);
    expect(backingOff.seen).toHaveLength(1);
  });

  async function cancelled(
    { clock, pipeline }: ReturnType<typeof make>,
    request: TrafficRequest,
    afterMs: number,
    code = 'cancelled',
  ) {
    const abort = new AbortController();
    const ended = codeOf(pipeline.send({ ...request, signal: abort.signal }));
    await clock.advance(afterMs);
    abort.abort();
    expect(await ended).toBe(code);
  }

  it('sends 330 requests at once: none is lost or sent twice, and none draws a 429', async () => {
    const server = new SlidingLogServer(BOOKING_RULES);
    const { clock, seen, limiter, pipeline } = make(({ at }) => ({ status: server.arrive(at) }));
    const calls = Array.from({ length: 330 }, (_, index) =>
      pipeline.send({ ...read, lane: 'bulk', url: `${read.url}?n=${index}` }),
    );
    await clock.until(Promise.all(calls));
    expect(seen.every(({ about }) => about.attempt === 1)).toBe(true);
    expect(seen.map(({ request }) => new URL(request.url).searchParams.get('n'))).toEqual(
      [...Array(330).keys()].map(String),
    );
    expect(server.answered429).toBe(0);
    expect(limiter.snapshot().queued).toBe(0);
  });

  it('puts no token into errors or the log', async () => {
    const { clock, log, pipeline } = make((_, number) => (number < 3 ? { status: 500 } : { status: 400 }));
    const error = await clock.until(pipeline.send(read).catch((thrown: unknown) => thrown));
    expect(JSON.stringify(error) + log.text).not.toContain('t-1');
    expect(log.entries).toHaveLength(2);
  });
});
