/** The waits of the pipeline: for what, how long, and how they end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoAnswer } from '../../../../src/main/http/no-answer.ts';
import { FAILURE_THRESHOLD, VOTE_INTERVAL_MS } from '../../../../src/main/traffic/circuit-breakers.ts';
import { MAX_PAUSE_MS } from '../../../../src/main/traffic/pauses.ts';
import { DEADLINES } from '../../../../src/main/traffic/pending-requests.ts';
import { MAX_ATTEMPTS } from '../../../../src/main/traffic/retry.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
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

describe('a request without a token', () => {
  const hangs = { ...read, credentialId: 'hangs', lane: 'bulk' as const };

  it('holds no permit: an application with a token sends at once', async () => {
    const rig = make(ok);
    rig.tokens.hanging.add('hangs');
    for (let index = 0; index < 10; index += 1) rig.pipeline.send(hangs).catch(() => {});
    await rig.clock.advance(5_000);
    expect(rig.limiter.snapshot().windows.map(({ used }) => used)).toEqual([0, 0, 0]);
    const start = rig.clock.now();
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    expect(rig.clock.now() - start).toBe(40);
    rig.pending.removeConnection('c1');
  });

  it('that lost its token while it was queued returns its permit and waits for another token', async () => {
    const rules = [{ windowMs: 10_000, limit: 1 }];
    const rig = make(ok, { rules });
    await rig.clock.until(rig.pipeline.send(read));
    const first = codeOf(rig.pipeline.send({ ...read, credentialId: 'late' }));
    await rig.clock.advance(1_000);
    rig.tokens.without.add('late');
    const token = Promise.withResolvers<void>();
    rig.tokens.gate = token.promise;
    const second = codeOf(rig.pipeline.send({ ...read, credentialId: 'other', lane: 'bulk' }));
    await rig.clock.advance(60_000);
    expect(rig.seen).toHaveLength(1);
    rig.tokens.generation = 2;
    token.resolve();
    expect(await rig.clock.until(Promise.all([first, second]))).toEqual(['ok', 'ok']);
    expect(rig.seen[1]?.request.headers.get('authorization')).toBe('Bearer t-2');
  });

  it('carries the token that is current when it is sent', async () => {
    const rig = make(ok, { rules: [{ windowMs: 10_000, limit: 1 }] });
    await rig.clock.until(rig.pipeline.send(read));
    const queued = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(1_000);
    rig.tokens.generation = 2;
    expect(await rig.clock.until(queued)).toBe('ok');
    expect(rig.seen[1]?.request.headers.get('authorization')).toBe('Bearer t-2');
    expect(rig.seen[1]?.about.tokenGeneration).toBe(2);
  });

  it('is recorded with the lengths of both waits', async () => {
    const rig = make(ok, { rules: [{ windowMs: 10_000, limit: 1 }] });
    await rig.clock.until(rig.pipeline.send(read));
    const token = Promise.withResolvers<void>();
    rig.tokens.gate = token.promise;
    const start = rig.clock.now();
    const ended = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(3_000);
    token.resolve();
    expect(await rig.clock.until(ended)).toBe('ok');
    const { about, at = 0 } = rig.seen[1] ?? {};
    expect(about?.queuedAt).toBe(start);
    expect(at - (about?.grantedAt ?? 0)).toBe(3_000);
    expect(at - start).toBeGreaterThan(9_000);
  });
});

describe('an open circuit', () => {
  const down = () => ({ status: 500 });
  /** Five requests fail, one after the other. */
  const closeHost = async ({ clock, pipeline }: ReturnType<typeof make>) => {
    for (let number = 1; number <= FAILURE_THRESHOLD; number += 1) {
      if (number > 1) await clock.advance(VOTE_INTERVAL_MS);
      expect(await clock.until(codeOf(pipeline.send({ ...read, retry: false })))).toBe('serverFailed');
    }
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

  it('is not opened by one click on an operation that always fails', async () => {
    const rig = make(({ about }) => ({ status: about.operation === 'listing' ? 500 : 200 }));
    expect(await rig.clock.until(codeOf(rig.pipeline.send({ ...read, operation: 'listing' })))).toBe('serverFailed');
    expect(rig.seen).toHaveLength(MAX_ATTEMPTS);
    expect(rig.breakers.isClosed('c1', 'h.example')).toBe(true);
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
  });

  it('opens after a few requests when a person keeps clicking on a host that is down', async () => {
    const rig = make(down);
    const codes: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      codes.push(await rig.clock.until(codeOf(rig.pipeline.send(read))));
      await rig.clock.advance(2_000);
    }
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'serverFailed'));
    // The circuit is not open yet when the first two clicks end, and the others are not retried.
    expect(rig.seen).toHaveLength(2 * MAX_ATTEMPTS + 3);
    expect(rig.breakers.isClosed('c1', 'h.example')).toBe(false);
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
    const all = Array.from({ length: 60 }, () => codeOf(rig.pipeline.send({ ...read, lane: 'bulk', retry: false })));
    await rig.clock.advance(20_000);
    // Failures of five instants, and the requests that were sent before the last of them.
    const sent = rig.seen.length;
    expect(sent).toBeLessThan(40);
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

  it('gets a trial of another application while one waits for its token', async () => {
    let status = 500;
    const rig = make(() => ({ status }));
    await closeHost(rig);
    status = 200;
    rig.tokens.hanging.add('hangs');
    const stuck = codeOf(rig.pipeline.send({ ...read, credentialId: 'hangs', lane: 'bulk' }));
    const other = codeOf(rig.pipeline.send({ ...read, lane: 'bulk' }));
    await rig.clock.advance(11_000);
    expect(await other).toBe('ok');
    rig.pending.removeConnection('c1');
    expect(await stuck).toBe('cancelled');
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

describe('a 503 with Retry-After', () => {
  const day = 86_400;
  const listing = { ...read, operation: 'listing', title: 'Listing' };
  const calendar = { ...read, operation: 'calendar', title: 'Calendar' };
  const onlyListing = (seconds: number) => make(({ about }) => (about.operation === 'listing' ? busy(seconds) : ok()));

  it('holds no other operation back', async () => {
    const rig = onlyListing(day);
    expect(await rig.clock.until(codeOf(rig.pipeline.send(listing)))).toBe('serverFailed');
    const start = rig.clock.now();
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    expect(rig.clock.now() - start).toBe(40);
  });

  it('refuses its operation at once while it cannot be sent before its deadline', async () => {
    const rig = onlyListing(day);
    await rig.clock.until(codeOf(rig.pipeline.send(listing)));
    const [until, sent] = [rig.clock.now() + MAX_PAUSE_MS, rig.seen.length];
    const start = rig.clock.now();
    const refused = await rig.clock.until(rig.pipeline.send(listing).catch((thrown: unknown) => thrown));
    expect(refused).toMatchObject({
      data: { code: 'servicePaused', what: 'Listing', host: 'h.example', until, status: 503 },
    });
    expect([rig.clock.now() - start, rig.seen.length]).toEqual([0, sent]);
    expect(rig.pending.snapshot('c1').pauses).toEqual([
      { host: 'h.example', operation: 'Listing', until, status: 503 },
    ]);
  });

  it('is not believed for longer than a quarter of an hour', async () => {
    const rig = onlyListing(day);
    await rig.clock.until(codeOf(rig.pipeline.send(listing)));
    await rig.clock.advance(MAX_PAUSE_MS);
    expect(rig.pending.snapshot('c1').pauses).toEqual([]);
    expect(await rig.clock.until(codeOf(rig.pipeline.send(listing)))).toBe('serverFailed');
  });

  it('shows a shorter pause as the reason of the wait, and a person can end it', async () => {
    const rig = onlyListing(60);
    const first = codeOf(rig.pipeline.send({ ...listing, retry: false }));
    expect(await rig.clock.until(first)).toBe('serverFailed');
    const waiting = codeOf(rig.pipeline.send({ ...listing, retry: false }));
    await rig.clock.advance(1_000);
    expect(rig.pending.snapshot('c1').requests).toMatchObject([
      { phase: 'pause', until: rig.clock.now() + 59_000, reason: 'h.example asked for a pause (503).' },
    ]);
    expect(rig.seen).toHaveLength(1);
    rig.pending.tryHost('c1', 'h.example');
    await rig.clock.until(waiting);
    expect(rig.seen).toHaveLength(2);
  });

  it('is listed after a 429 too, and a person can end it', async () => {
    const rig = make((_, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '60' } } : ok()));
    expect(await rig.clock.until(codeOf(rig.pipeline.send({ ...listing, retry: false })))).toBe('rateLimited');
    const [pause] = rig.pending.snapshot('c1').pauses;
    expect(pause).toMatchObject({ host: 'h.example', operation: null, status: 429 });
    expect((pause?.until ?? 0) - rig.clock.now()).toBeGreaterThan(50_000);
    const published: number[] = [];
    rig.pending.changed.subscribe(({ pauses }) => published.push(pauses.length));
    await rig.clock.advance(1_000);
    expect(published.at(-1)).toBe(1);
    rig.pending.tryHost('c1', 'h.example');
    expect(rig.pending.snapshot('c1').pauses).toEqual([]);
    await rig.clock.advance(1_000);
    expect(published.at(-1)).toBe(0);
  });

  it('pauses the host when several operations say so', async () => {
    const rig = make(({ about }) => (about.operation === 'search' ? ok() : busy(day)));
    await rig.clock.until(Promise.all([listing, calendar].map((one) => codeOf(rig.pipeline.send(one)))));
    expect(await codeOf(rig.pipeline.send(read))).toBe('servicePaused');
    expect(rig.pending.snapshot('c1').pauses).toMatchObject([{ host: 'h.example', operation: null }]);
    rig.pending.tryHost('c1', 'h.example');
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
  });

  it('gives permits back that its operation has already been granted', async () => {
    const rules = [{ windowMs: 10_000, limit: 1 }];
    const rig = make(({ about }) => (about.operation === 'listing' ? busy(600) : ok()), { rules });
    const queued = Array.from({ length: 5 }, () =>
      codeOf(rig.pipeline.send({ ...listing, lane: 'bulk', retry: false })),
    );
    const click = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(15_000);
    expect(await click).toBe('ok');
    expect(rig.seen).toHaveLength(2);
    rig.pending.removeConnection('c1');
    await Promise.all(queued);
  });

  it('refuses at once what a 429 pauses beyond its deadline, and a person can send it now', async () => {
    const rig = make((_, number) => (number === 1 ? { ...busy(day), status: 429 } : ok()));
    expect(await rig.clock.until(codeOf(rig.pipeline.send(listing)))).toBe('rateLimited');
    expect(await codeOf(rig.pipeline.send(read))).toBe('servicePaused');
    rig.pending.tryHost('c1', 'h.example');
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
  });
});

describe('a late answer', () => {
  const isLost = (number: number) => number % 2 === 1;
  /** Warms up, then loses the answer of every second request. */
  const losing = async () => {
    let lossy = 0;
    const rig = make(ok, { rules: [], delayOf: () => (lossy > 0 && isLost(lossy++) ? 30_000 : 40) });
    for (let turn = 0; turn < 10; turn += 1) await rig.clock.until(rig.pipeline.send(read));
    lossy = 1;
    return rig;
  };

  it('of a click is asked for again as soon as it is later than usual', async () => {
    const rig = await losing();
    const [start, sent] = [rig.clock.now(), rig.seen.length];
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    expect(rig.clock.now() - start).toBeLessThanOrEqual(200);
    expect(rig.seen.slice(sent).map(({ about }) => about.attempt)).toEqual([1, 2]);
    expect(rig.pending.snapshot('c1').total).toBe(0);
  });

  it('of an operation that is not known yet is asked for again after three seconds', async () => {
    const rig = make(ok, { rules: [], delayOf: (number) => (number === 1 ? 30_000 : 40) });
    const start = rig.clock.now();
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    expect(rig.clock.now() - start).toBe(3_040);
  });

  it('that still comes first counts', async () => {
    const rig = make(ok, { rules: [], delayOf: (number) => (number === 1 ? 5_000 : 20_000) });
    const start = rig.clock.now();
    expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
    expect(rig.clock.now() - start).toBe(5_000);
    expect(rig.seen).toHaveLength(2);
    expect(rig.seen[1]?.request.signal.aborted).toBe(true);
  });

  it.each([
    ['a write', write],
    ['a bulk request', { ...read, lane: 'bulk' as const }],
    ['a request without retries', { ...read, retry: false }],
  ])('of %s is waited for', async (_, request) => {
    const rig = make(ok, { rules: [], delayOf: () => 29_000 });
    expect(await rig.clock.until(codeOf(rig.pipeline.send(request)))).toBe('ok');
    expect(rig.seen).toHaveLength(1);
  });

  it('is asked for again five times at most, and not after a person has cancelled', async () => {
    const rig = make(ok, { rules: [], delayOf: () => 29_000 });
    const ended = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(25_000);
    expect(rig.seen).toHaveLength(MAX_ATTEMPTS);
    const other = codeOf(rig.pipeline.send(read));
    await rig.clock.advance(100);
    const ids = rig.pending.snapshot('c1').requests.map(({ id }) => id);
    rig.pending.cancel('c1', ids);
    expect([await ended, await other]).toEqual(['cancelled', 'cancelled']);
    await rig.clock.advance(60_000);
    expect(rig.seen).toHaveLength(MAX_ATTEMPTS + 1);
  });
});

describe('a drop-out of the network', () => {
  it('of up to five seconds leaves clicks usable within seconds, and opens no circuit', async () => {
    const plan = fc.record({
      startMs: fc.integer({ min: 0, max: 2_000 }),
      lengthMs: fc.integer({ min: 100, max: 5_000 }),
      fails: fc.constantFrom('lost', 'refused'),
      roundTripMs: fc.integer({ min: 5, max: 300 }),
      bulk: fc.integer({ min: 0, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ startMs, lengthMs, fails, roundTripMs, bulk }) => {
        let [from, until] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        const isOut = (at: number) => at >= from && at < until;
        const timedOut = new AppError(
          'timedOut',
          { host: 'h', afterMs: 30_000, exchangeId: null },
          { cause: new NoAnswer(true) },
        );
        const rig = make(({ at }) => (isOut(at) ? (fails === 'lost' ? timedOut : unsent) : ok()), {
          delayOf: (_, at) => (isOut(at) ? (fails === 'lost' ? 30_000 : 1) : roundTripMs),
        });
        for (let turn = 0; turn < 10; turn += 1) await rig.clock.until(rig.pipeline.send(read));
        await rig.clock.advance(10_000);
        from = rig.clock.now() + startMs;
        until = from + lengthMs;
        const tasks = Array.from({ length: bulk }, () => codeOf(rig.pipeline.send({ ...read, lane: 'bulk' })));
        const clicks: Promise<string>[] = [];
        const booking = codeOf(rig.pipeline.send(write));
        for (let turn = 0; turn < 4; turn += 1) {
          await rig.clock.advance((startMs + lengthMs) / 4);
          clicks.push(codeOf(rig.pipeline.send(read)));
        }
        await rig.clock.advance(Math.max(0, until - rig.clock.now()));
        const start = rig.clock.now();
        expect(await rig.clock.until(codeOf(rig.pipeline.send(read)))).toBe('ok');
        expect(rig.clock.now() - start).toBeLessThanOrEqual(6_000);
        expect(rig.breakers.isClosed('c1', 'h.example')).toBe(true);
        await rig.clock.until(Promise.all([...clicks, ...tasks, booking]));
        expect(rig.breakers.isClosed('c1', 'h.example')).toBe(true);
        const writes = rig.seen.filter(
          ({ about, at }) => about.operation === write.operation && !(fails === 'refused' && isOut(at)),
        );
        expect(writes.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 16 },
    );
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
      for (let number = 1; number <= FAILURE_THRESHOLD; number += 1) {
        await rig.clock.advance(VOTE_INTERVAL_MS);
        expect(await rig.clock.until(codeOf(rig.pipeline.send({ ...read, retry: false })))).toBe('serverFailed');
      }
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
      { numRuns: 100 },
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
