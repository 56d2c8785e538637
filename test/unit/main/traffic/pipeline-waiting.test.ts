/** The waits of the pipeline: for what, how long, and how they end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEADLINES } from '../../../../src/main/traffic/chain.ts';
import { MAX_ATTEMPTS } from '../../../../src/main/traffic/retry.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { settle } from '../../../support/manual-clock.ts';
import { codeOf, lost, make, type Reply, read, unsent, write } from './pipeline-rig.ts';

const ok = (): Reply => ({ status: 200 });
const busy = (retryAfter: number) => ({ status: 503, headers: { 'retry-after': String(retryAfter) } });

describe('the deadline of a chain', () => {
  it('ends a queued request that was never sent', async () => {
    const rules = [{ windowMs: 3_600_000, limit: 1 }];
    const { clock, pipeline, seen, limiter } = make(ok, { rules });
    await clock.until(pipeline.send(read));
    const waiting = pipeline.send({ ...read, deadlineMs: 7_000 }).catch((thrown: unknown) => thrown);
    await clock.advance(6_999);
    expect(limiter.snapshot().queued).toBe(1);
    await clock.advance(1);
    expect(await waiting).toMatchObject({ data: { code: 'deadlineExceeded', what: 'Search', afterMs: 7_000 } });
    expect([limiter.snapshot().queued, seen.length]).toEqual([0, 1]);
  });

  it.each(['interactive', 'background', 'bulk'] as const)('is by default that of its lane (%s)', async (lane) => {
    const { clock, pipeline } = make(ok, { rules: [{ windowMs: 3_600_000, limit: 1 }] });
    await clock.until(pipeline.send(read));
    const [start, ended] = [clock.now(), codeOf(pipeline.send({ ...read, lane }))];
    expect(await clock.until(ended)).toBe('deadlineExceeded');
    expect(clock.now() - start).toBe(DEADLINES[lane]);
  });

  it('throws the failure at once when the next attempt could begin only after it', async () => {
    const { clock, pipeline, seen } = make(() => busy(130));
    const start = clock.now();
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('serverFailed');
    expect([clock.now() - start, seen.length]).toEqual([40, 1]);
  });

  it('lets an attempt that begins before it wait as long as the service asks', async () => {
    const { clock, pipeline, seen } = make((_, number) => (number === 1 ? busy(100) : { status: 200 }));
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('ok');
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(100_000);
  });

  it('ends a request that was sent with the failure of its last attempt', async () => {
    const { clock, pipeline, seen, tokens } = make(() => ({ status: 500 }));
    const ended = codeOf(pipeline.send({ ...read, deadlineMs: 5_000 }));
    await clock.advance(40);
    tokens.gate = new Promise(() => {});
    expect(await clock.until(ended)).toBe('serverFailed');
    expect(seen).toHaveLength(1);
  });

  it('does not abort a request in flight', async () => {
    const { clock, pipeline } = make(ok, { roundTripMs: 20_000 });
    expect(await clock.until(codeOf(pipeline.send({ ...read, deadlineMs: 5_000 })))).toBe('ok');
  });

  it('is measured in real time where the connection’s clock runs faster, backoff on that clock', async () => {
    const { clock, pipeline, seen } = make((_, number) => (number === 1 ? busy(600) : { status: 200 }), {
      rate: 720,
      roundTripMs: 3_000,
    });
    const start = clock.now();
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('ok');
    expect(seen).toHaveLength(2);
    expect(clock.now() - start).toBeLessThan(8_000);
  });
});

describe('an open circuit', () => {
  const down = () => ({ status: 500 });
  const closeHost = async ({ clock, pipeline }: ReturnType<typeof make>) => {
    expect(await clock.until(codeOf(pipeline.send(read)))).toBe('serverFailed');
  };

  it('lets no request pass, and interactive requests fail fast', async () => {
    const rig = make(down);
    await closeHost(rig);
    const error = await rig.pipeline.send(read).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      data: { code: 'circuitOpen', host: 'h.example', failures: 5, reason: 'the service answered 500' },
    });
    expect(await codeOf(rig.pipeline.send(write))).toBe('circuitOpen');
    expect(rig.seen).toHaveLength(5);
    expect(rig.limiter.snapshot().queued).toBe(0);
  });

  it('lets one queued request pass as the trial, and all when the host answers', async () => {
    let status = 500;
    const rig = make(() => ({ status }));
    await closeHost(rig);
    const lanes = ['bulk', 'background', 'bulk'] as const;
    const all = lanes.map((lane) => codeOf(rig.pipeline.send({ ...read, lane })));
    await settle();
    expect(rig.pending.snapshot('c1').requests).toMatchObject(
      lanes.map((lane) => ({
        lane,
        phase: 'circuit',
        until: rig.breakers.openCircuit('c1', 'h.example')?.until,
        reason: 'h.example failed 5 times in a row (the service answered 500).',
      })),
    );
    await rig.clock.advance(10_040);
    expect(rig.seen).toHaveLength(6);
    status = 200;
    await rig.clock.advance(60_000);
    expect(await Promise.all(all)).toEqual(['ok', 'ok', 'ok']);
    expect(rig.seen).toHaveLength(9);
    expect(rig.breakers.isClosed('c1', 'h.example')).toBe(true);
  });

  it('queues no request that could be sent only after its deadline', async () => {
    const rig = make(down);
    await closeHost(rig);
    const request = { ...read, lane: 'bulk' as const, deadlineMs: 9_000 };
    expect(await codeOf(rig.pipeline.send(request))).toBe('circuitOpen');
    const longer = codeOf(rig.pipeline.send({ ...request, deadlineMs: 11_000 }));
    const longest = codeOf(rig.pipeline.send({ ...request, deadlineMs: 12_000 }));
    await rig.clock.advance(12_000);
    expect([await longer, await longest]).toEqual(['serverFailed', 'circuitOpen']);
    expect(rig.seen).toHaveLength(6);
  });

  it('releases the permits of requests when it opens', async () => {
    const rig = make(down, { roundTripMs: 2_000 });
    const all = Array.from({ length: 40 }, () => codeOf(rig.pipeline.send({ ...read, lane: 'bulk', retry: false })));
    await rig.clock.advance(10_000);
    // Five failures, and the requests that were sent before the fifth failure.
    const sent = rig.seen.length;
    expect(sent).toBeLessThan(20);
    expect(rig.limiter.snapshot().windows[2]?.used).toBe(sent);
    expect(rig.pending.snapshot('c1').requests.some(({ phase }) => phase === 'circuit')).toBe(true);
    await rig.clock.advance(50_000);
    expect(rig.seen.length - sent).toBeLessThanOrEqual(3);
    rig.pending.removeConnection('c1');
    await Promise.all(all);
  });

  it('gets another trial when the trial is cancelled, before or after it was sent', async () => {
    const rig = make(down, { roundTripMs: 5_000 });
    await closeHost(rig);
    const [first, second] = [0, 1].map(() => codeOf(rig.pipeline.send({ ...read, lane: 'bulk', retry: false })));
    let open = () => {};
    rig.tokens.gate = new Promise((resolve) => (open = () => resolve()));
    await rig.clock.advance(10_000);
    const ids = rig.pending.snapshot('c1').requests.map(({ id }) => id);
    expect(rig.pending.snapshot('c1').requests.map(({ phase }) => phase)).toEqual(['token', 'circuit']);
    rig.pending.cancel('c1', ids.slice(0, 1));
    expect(await first).toBe('cancelled');
    open();
    await rig.clock.advance(1_000);
    expect(rig.seen).toHaveLength(6);
    rig.pending.cancel('c1', ids.slice(1));
    expect(await second).toBe('cancelled');
    expect(rig.breakers.rejection('c1', 'h.example')).toBeNull();
  });

  it('is half-open as soon as a person asks', async () => {
    let status = 500;
    const rig = make(() => ({ status }));
    await closeHost(rig);
    status = 200;
    rig.pending.tryHost('c1', 'h.example');
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
  });

  it.each([
    [429, 'rateLimited'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'refused'],
  ])('does not occur while every fifth answer has status %i', async (status, code) => {
    const rig = make((_, number) => ({ status: number % 5 === 0 ? status : 500 }));
    rig.tokens.answer = 'final';
    for (let turn = 0; turn < 25; turn += 1)
      await rig.clock.until(codeOf(rig.pipeline.send({ ...read, retry: false })));
    expect(rig.seen).toHaveLength(25);
    expect(rig.breakers.isClosed('c1', 'h.example')).toBe(true);
    expect(code).toBeTruthy();
  });
});

describe('cancelling', () => {
  it.each<[string, Partial<Parameters<typeof make>[1] & object>, (rig: ReturnType<typeof make>) => void, string]>([
    ['its permit', { rules: [{ windowMs: 60_000, limit: 1 }] }, () => {}, 'limit'],
    ['its token', {}, ({ tokens }) => (tokens.gate = new Promise(() => {})), 'token'],
    ['its answer', {}, () => {}, 'answer'],
  ])('while it waits for %s', async (_, options, prepare, phase) => {
    const rig = make(ok, options);
    if (phase === 'limit') await rig.clock.until(rig.pipeline.send(read));
    prepare(rig);
    const sentBefore = rig.seen.length;
    const ended = codeOf(rig.pipeline.send(read));
    const other = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(10);
    const [one] = rig.pending.snapshot('c1').requests;
    expect(one).toMatchObject({ phase, attempt: 1 });
    rig.pending.cancel('c1', [one?.id ?? '']);
    expect(await ended).toBe('cancelled');
    expect(rig.pending.snapshot('c1').total).toBe(1);
    if (phase === 'answer') expect(await rig.clock.until(other)).toBe('ok');
    else expect(rig.seen).toHaveLength(sentBefore);
  });

  it('releases permit and trial slot, at any moment between token and sending', async () => {
    for (let moment = 0; moment < 20; moment += 1) {
      let status = 500;
      const rig = make(() => ({ status }), { rules: [{ windowMs: 1_000, limit: 1 }] });
      expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('serverFailed');
      await rig.clock.advance(11_000);
      status = 200;
      const token = Promise.withResolvers<void>();
      rig.tokens.gate = token.promise;
      const abort = new AbortController();
      const ended = codeOf(rig.pipeline.send({ ...read, signal: abort.signal }));
      await settle();
      token.resolve();
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
      abort.abort();
      expect(await rig.clock.until(ended)).toBe('cancelled');
      expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    }
  });

  it('during backoff, with the reason of the backoff', async () => {
    const rig = make(() => busy(20));
    const ended = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(1_000);
    const [one] = rig.pending.snapshot('c1').requests;
    expect(one).toMatchObject({ phase: 'backoff', reason: 'The service answered 503, so it is retried.' });
    expect((one?.until ?? 0) - rig.clock.now()).toBeGreaterThan(18_000);
    rig.pending.cancel('c1', [one?.id ?? '']);
    expect(await ended).toBe('cancelled');
    expect(rig.seen).toHaveLength(1);
  });

  it('lets a write that was sent run to its end, and does not retry it', async () => {
    for (const [status, code] of [
      [200, 'ok'],
      [429, 'cancelled'],
      [401, 'cancelled'],
      [500, 'serverFailed'],
      [503, 'outcomeUnknown'],
    ] as const) {
      const rig = make(() => ({ status }));
      const ended = codeOf(rig.pipeline.send(write));
      await rig.clock.advance(10);
      rig.pending.cancel('c1', [rig.pending.snapshot('c1').requests[0]?.id ?? '']);
      expect(await rig.clock.until(ended)).toBe(code);
      expect(rig.seen).toHaveLength(1);
    }
  });
});

describe('a 401 of a request that has ended', () => {
  it('renews no token for a write that was cancelled in flight, nor for a request past its deadline', async () => {
    const rig = make(() => ({ status: 401 }), { roundTripMs: 1_000 });
    const taken = codeOf(rig.pipeline.send(write));
    const late = codeOf(rig.pipeline.send({ ...read, deadlineMs: 500 }));
    await rig.clock.advance(10);
    rig.pending.cancel('c1', [rig.pending.snapshot('c1').requests[0]?.id ?? '']);
    expect(await rig.clock.until(taken)).toBe('cancelled');
    expect(await rig.clock.until(late)).toBe('unauthorized');
    expect(rig.tokens.refusals).toEqual([]);
    expect(rig.seen).toHaveLength(2);
  });

  it('differs from a 403, which is reported for the history of 403s', async () => {
    const rig = make(() => ({ status: 403 }));
    const taken = codeOf(rig.pipeline.send(write));
    await rig.clock.advance(10);
    rig.pending.cancel('c1', [rig.pending.snapshot('c1').requests[0]?.id ?? '']);
    expect(await rig.clock.until(taken)).toBe('cancelled');
    expect(rig.tokens.refusals).toEqual([[1, 403]]);
  });
});

describe('any sequence of answers', () => {
  const timedOut = new AppError('timedOut', { host: 'h', afterMs: 30_000, exchangeId: 'x' });
  const reply = fc.oneof(
    fc.constantFrom<Reply>(lost, unsent, timedOut, { status: 401 }, { status: 403 }, { status: 400 }, { status: 200 }),
    fc.constantFrom<Reply>({ status: 429 }, { status: 500 }, { status: 502 }, { status: 503 }, { status: 524 }),
    fc.integer({ min: 0, max: 200 }).map((after): Reply => busy(after)),
    fc.integer({ min: 0, max: 200 }).map((after): Reply => ({ ...busy(after), status: 429 })),
  );
  /** Answers after which a write may be retried, because the service did nothing. */
  const undone = (one: Reply) => one === unsent || (!(one instanceof AppError) && [401, 403, 429].includes(one.status));

  it('has bounded attempts, none after the deadline, and sends no unconfirmed write twice', async () => {
    const plan = fc.record({
      replies: fc.array(reply, { minLength: 1, maxLength: 8 }),
      repeatable: fc.boolean(),
      lane: fc.constantFrom('interactive', 'background', 'bulk'),
      deadlineMs: fc.option(fc.integer({ min: 1, max: 300_000 }), { nil: undefined }),
      roundTripMs: fc.constantFrom(0, 40, 29_000),
      refusals: fc.constantFrom('retry', 'final'),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ replies, repeatable, lane, deadlineMs, roundTripMs, refusals }) => {
        const given: Reply[] = [];
        const rig = make(
          (_, number) => {
            const one = replies[(number - 1) % replies.length] ?? ok();
            given.push(one);
            return one;
          },
          { roundTripMs },
        );
        rig.tokens.answer = refusals;
        rig.tokens.forbidden = refusals;
        const start = rig.clock.now();
        const base = repeatable ? read : write;
        const limits = deadlineMs === undefined ? {} : { deadlineMs };
        await rig.clock.until(codeOf(rig.pipeline.send({ ...base, lane, ...limits })));
        expect(rig.seen.length).toBeLessThanOrEqual(MAX_ATTEMPTS + 1);
        for (const { at } of rig.seen) expect(at - start).toBeLessThanOrEqual(deadlineMs ?? DEADLINES[lane]);
        if (!repeatable) expect(given.slice(0, -1).every(undone)).toBe(true);
        expect(rig.pending.snapshot('c1').total).toBe(0);
        await rig.clock.advance(600_000);
        expect(rig.seen).toHaveLength(given.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the drain signal', () => {
  const rules = [{ windowMs: 1_000, limit: 1 }];

  it('cancels a request that waits, and lets a request in flight run to its end', async () => {
    const { clock, pipeline, seen, limiter } = make(ok, { rules, roundTripMs: 3_000 });
    const drain = new AbortController();
    const all = Array.from({ length: 4 }, () =>
      codeOf(pipeline.send({ ...read, lane: 'bulk', drainSignal: drain.signal })),
    );
    await clock.advance(2_500);
    const sent = seen.length;
    expect([1, 2, 3]).toContain(sent);
    drain.abort();
    await settle();
    expect(limiter.snapshot().queued).toBe(0);
    const ends = await clock.until(Promise.all(all));
    expect(ends).toEqual(ends.map((_, at) => (at < sent ? 'ok' : 'cancelled')));
    expect(await codeOf(pipeline.send({ ...read, drainSignal: drain.signal }))).toBe('cancelled');
    expect(seen).toHaveLength(sent);
  });

  it('prevents the retry of a failed request', async () => {
    const { clock, pipeline, seen } = make(() => ({ status: 500 }), { roundTripMs: 1_000 });
    const drain = new AbortController();
    const ended = codeOf(pipeline.send({ ...read, lane: 'bulk', drainSignal: drain.signal }));
    await clock.advance(500);
    drain.abort();
    expect(await clock.until(ended)).toBe('cancelled');
    expect(seen).toHaveLength(1);
  });
});
