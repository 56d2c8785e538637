/** The pipeline over real HTTPS on loopback, against a service with every kind of failure. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Recorder } from '../../src/main/http/recorder.ts';
import { machineRandom } from '../../src/main/platform/machine.ts';
import { AdjustableClock } from '../../src/main/sandbox/adjustable-clock.ts';
import { CircuitBreakers, FAILURE_THRESHOLD, VOTE_INTERVAL_MS } from '../../src/main/traffic/circuit-breakers.ts';
import { Limiter } from '../../src/main/traffic/limits/limiter.ts';
import { Pauses } from '../../src/main/traffic/pauses.ts';
import { PendingRequests } from '../../src/main/traffic/pending-requests.ts';
import { Pipeline } from '../../src/main/traffic/pipeline.ts';
import type { TrafficRequest } from '../../src/main/traffic/request.ts';
import { MAX_ATTEMPTS } from '../../src/main/traffic/retry.ts';
import { Secret } from '../../src/main/vault/secret.ts';
import { isAppError } from '../../src/shared/app-error.ts';
import type { RateRule } from '../../src/shared/model/rates.ts';
import { FairClock } from '../support/fair-clock.ts';
import { FakeLog } from '../support/fake-log.ts';
import { type Loopback, serveHttps, trusting } from '../support/loopback.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryJournal } from '../support/memory-journal.ts';
import { SEARCH_REQUEST } from '../support/search-request.ts';
import { eventually } from '../support/test-console.ts';

let server: Loopback | undefined;
let machine: FairClock;
beforeEach(() => {
  machine = new FairClock();
});
afterEach(async () => {
  await server?.close();
  machine.stop();
});

type Answer = (request: IncomingMessage, response: ServerResponse, number: number, timeOut: () => void) => void;
interface Options {
  /** The rate of the connection's clock. */
  readonly rate?: number;
  readonly rules?: RateRule[];
}

const TIMEOUT_MS = 2_000;

async function make(answer: Answer, { rate = 60, rules = [] }: Options = {}) {
  const arrived: { path: string; at: number }[] = [];
  const clock = new AdjustableClock(machine);
  clock.setRate(rate);
  // A test decides when a request times out, so that a slow handshake of a busy machine is no timeout.
  const timeouts = new ManualClock();
  const timeOut = () => timeouts.advance(TIMEOUT_MS);
  const served = await serveHttps((request, response) => {
    arrived.push({ path: request.url ?? '', at: clock.now() });
    request.resume();
    answer(request, response, arrived.length, timeOut);
  });
  server = served;
  const journal = new MemoryJournal();
  const common = { journal, random: machineRandom, log: new FakeLog() };
  const fetch = trusting(served.certificate);
  const { wire } = new Recorder({ ...common, fetch, clock, machine: timeouts, timeoutMs: TIMEOUT_MS });
  const clockOf = () => clock;
  const breakers = new CircuitBreakers(clockOf);
  const pauses = new Pauses(clockOf);
  const waiting = new PendingRequests({ machine, clockOf, breakers, pauses, random: machineRandom });
  const limiter = new Limiter({ api: 'booking', rules, clock });
  let gate = Promise.resolve();
  const bearer = { authorization: new Secret('Bearer planted-token-0123456789'), generation: 1 };
  const pipeline = new Pipeline({
    ...common,
    wireOf: () => wire,
    limiterOf: () => limiter,
    tokens: {
      bearer: async () => {
        await gate;
        return bearer;
      },
      usable: () => bearer,
      refused: async () => 'final',
    },
    baseOf: () => served.origin,
    clockOf,
    breakers,
    pauses,
    pending: waiting,
  });
  const send = (more: Partial<TrafficRequest> = {}) =>
    pipeline
      .send({
        ...SEARCH_REQUEST,
        url: `${served.origin}/v1/search`,
        headers: [['accept', 'application/json']],
        ...more,
      })
      .then(
        ({ status }) => String(status),
        (error: unknown) => (isAppError(error) ? error.code : String(error)),
      );
  const write = (more: Partial<TrafficRequest> = {}) =>
    send({ method: 'POST', body: '{"a":1}', repeatable: false, operation: 'quoteInstant', title: 'Book', ...more });
  const holdTokens = () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    return held.resolve;
  };
  const phase = (wanted: string) =>
    eventually(async () => waiting.snapshot('c1').requests.find((one) => one.phase === wanted));
  return { arrived, journal, waiting, breakers, limiter, clock, timeOut, send, write, holdTokens, phase };
}

const ok: Answer = (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}');
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('{}');
const dies: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"half":', () => response.destroy());
};
const drops: Answer = (request) => request.socket.destroy();
const hangs: Answer = () => {};
const timesOut: Answer = (_request, _response, _number, timeOut) => timeOut();
const pass = (clock: AdjustableClock, ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));

describe('a service that fails', () => {
  it.each<[string, Answer]>([
    ['dies in the middle of its answer', dies],
    ['drops the connection', drops],
    ['answers 503', status(503)],
    ['does not answer', timesOut],
  ])('and %s for a while gets a read again until it works, recorded as one chain', async (_, fault) => {
    const { send, arrived, journal } = await make((request, response, number, timeOut) =>
      (number <= 3 ? fault : ok)(request, response, number, timeOut),
    );
    expect(await send()).toBe('200');
    expect(arrived).toHaveLength(4);
    expect(journal.exchanges.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(journal.exchanges.map(({ chainId }) => chainId)).size).toBe(1);
  });

  it.each<[string, Answer, string]>([
    ['dies in the middle of its answer', dies, 'outcomeUnknown'],
    ['drops the connection', drops, 'outcomeUnknown'],
    ['does not answer', timesOut, 'outcomeUnknown'],
    ['answers 503', status(503), 'outcomeUnknown'],
    ['answers 500', status(500), 'serverFailed'],
  ])('and %s gets a write only once', async (_, fault, code) => {
    const { write, arrived, clock } = await make(fault);
    expect(await write()).toBe(code);
    await pass(clock, 60_000);
    expect(arrived).toHaveLength(1);
  });

  it('and stays down gets few of twenty queued requests in a minute, at growing intervals', async () => {
    const { send, arrived, waiting, clock } = await make(status(503), { rate: 10 });
    const all = Array.from({ length: 20 }, (_, index) =>
      send({ lane: 'bulk', url: `${server?.origin}/v1/s?${index}` }),
    );
    // Without a limit all are sent at once, and again, until the circuit opens; the test counts the requests after that.
    await eventually(async () => waiting.snapshot('c1').openCircuits.length > 0);
    const [first] = waiting.snapshot('c1').openCircuits;
    await pass(clock, 5_000);
    const before = arrived.length;
    clock.setRate(60);
    await pass(clock, 60_000);
    const seconds = arrived.slice(before).map(({ at }) => Math.round((at - (first?.since ?? 0)) / 1_000));
    const trials = seconds.filter((second) => second <= 60);
    expect(trials.length).toBe(2);
    expect(trials[0]).toBeGreaterThanOrEqual(10);
    expect(trials[1]).toBeGreaterThanOrEqual(30);
    expect(waiting.snapshot('c1')).toMatchObject({
      total: 20,
      openCircuits: [{ host: new URL(server?.origin ?? '').host }],
    });
    waiting.removeConnection('c1');
    expect(new Set(await Promise.all(all))).toEqual(new Set(['cancelled']));
  });

  it('and stays down gets few requests when a person keeps clicking', async () => {
    const { send, arrived, clock } = await make(status(503));
    const began = clock.now();
    const codes = new Set<string>();
    while (clock.now() - began < 60_000) {
      codes.add(await send());
      await pass(clock, 300);
    }
    expect(codes).toEqual(new Set(['serverFailed', 'circuitOpen']));
    // Two clicks get five attempts each, the others one each while two more votes are due; then there are trials.
    const single = 1 + 2 * Math.ceil(VOTE_INTERVAL_MS / 300);
    expect(arrived.length).toBeLessThanOrEqual(2 * MAX_ATTEMPTS + single + 3);
  });

  it('and recovers answers all queued requests, each once', async () => {
    let alive = false;
    const { send, arrived, waiting } = await make((...args) => (alive ? ok : status(503))(...args), {
      rules: [{ windowMs: 1_000, limit: 5 }],
    });
    const all = Array.from({ length: 40 }, (_, index) =>
      send({ lane: index % 2 ? 'bulk' : 'background', url: `${server?.origin}/v1/search?n=${index}` }),
    );
    await eventually(async () => waiting.snapshot('c1').openCircuits.length > 0);
    alive = true;
    expect(new Set(await Promise.all(all))).toEqual(new Set(['200']));
    const served = arrived.map(({ path }) => path);
    expect(new Set(served).size).toBe(40);
    // Requests of five seconds fail before the circuit opens.
    expect(served.length).toBeLessThanOrEqual(40 + 30);
    expect(waiting.snapshot('c1')).toMatchObject({ total: 0, openCircuits: [] });
  });
});

describe('ten requests at once', () => {
  it('each end in their own way, and none waits for another', async () => {
    const kinds: Record<string, Answer> = { ok, dies, drops, hangs, refused: status(404), none: status(204) };
    const { send, write, arrived, waiting, timeOut } = await make((request, ...rest) => {
      const kind = /kind=(\w+)/.exec(request.url ?? '')?.[1] ?? 'ok';
      (kinds[kind] ?? ok)(request, ...rest);
    });
    const to = (kind: string) => ({ url: `${server?.origin}/v1/x?kind=${kind}`, retry: false });
    const hanging = Promise.all([send(to('hangs')), write(to('hangs'))]);
    const outcomes = await Promise.all([
      ...[send(to('ok')), write(to('ok')), send(to('dies')), write(to('dies'))],
      ...[send(to('drops')), write(to('drops')), send(to('refused')), send(to('none'))],
    ]);
    expect(outcomes).toEqual([
      ...['200', '200', 'unreachable', 'outcomeUnknown'],
      ...['unreachable', 'outcomeUnknown', 'refused', '204'],
    ]);
    await eventually(async () => arrived.length === 10);
    await timeOut();
    expect(await hanging).toEqual(['timedOut', 'outcomeUnknown']);
    expect(arrived).toHaveLength(10);
    expect(waiting.snapshot('c1').total).toBe(0);
  });
});

describe('cancelling over a real connection', () => {
  const cancelOne = async ({ waiting }: Awaited<ReturnType<typeof make>>, id: string) => waiting.cancel('c1', [id]);

  it('while a request waits for its permit, its token, its answer, the next attempt or its circuit', async () => {
    const limited = await make(hangs, { rules: [{ windowMs: 3_600_000, limit: 1 }] });
    const [blocked, queued] = [limited.send(), limited.send()];
    await limited.phase('answer');
    await cancelOne(limited, (await limited.phase('limit')).id);
    expect(await queued).toBe('cancelled');
    await eventually(async () => limited.arrived.length === 1);
    await cancelOne(limited, (await limited.phase('answer')).id);
    expect(await blocked).toBe('cancelled');
    expect(limited.arrived).toHaveLength(1);
    await server?.close();

    const tokenless = await make(ok);
    const release = tokenless.holdTokens();
    const waitsForToken = tokenless.send();
    await cancelOne(tokenless, (await tokenless.phase('token')).id);
    expect(await waitsForToken).toBe('cancelled');
    release();
    await pass(tokenless.clock, 3_000);
    expect(tokenless.arrived).toHaveLength(0);
    await server?.close();

    const busy = await make((_, response) => response.writeHead(503, { 'retry-after': '60' }).end(), { rate: 1 });
    const backsOff = busy.send();
    await cancelOne(busy, (await busy.phase('backoff')).id);
    expect(await backsOff).toBe('cancelled');
    expect(busy.arrived).toHaveLength(1);
    await server?.close();

    const dead = await make(status(500));
    for (let turn = 0; turn < FAILURE_THRESHOLD; turn += 1) {
      await dead.send({ retry: false });
      await pass(dead.clock, VOTE_INTERVAL_MS);
    }
    dead.clock.setRate(1);
    const queuedForCircuit = dead.send({ lane: 'background' });
    await cancelOne(dead, (await dead.phase('circuit')).id);
    expect(await queuedForCircuit).toBe('cancelled');
    expect(dead.arrived).toHaveLength(5);
  });

  it('lets a write that was sent run to its end', async () => {
    let finish = () => {};
    const rig = await make((...args) => {
      finish = () => ok(...args);
    });
    const written = rig.write();
    const { id } = await rig.phase('answer');
    await eventually(async () => rig.arrived.length === 1);
    await cancelOne(rig, id);
    await pass(rig.clock, 3_000);
    finish();
    expect(await written).toBe('200');
  });
});
