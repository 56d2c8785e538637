import { describe, expect, it } from 'vitest';
import { cancelled } from '../../../../src/main/http/abort.ts';
import { CircuitBreakers, FAILURE_THRESHOLD, VOTE_INTERVAL_MS } from '../../../../src/main/traffic/circuit-breakers.ts';
import { Pauses } from '../../../../src/main/traffic/pauses.ts';
import { PendingRequests } from '../../../../src/main/traffic/pending-requests.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import { MAX_PENDING_LISTED, PendingSnapshot } from '../../../../src/shared/model/pending.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { SEARCH_REQUEST } from '../../../support/search-request.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

const request = SEARCH_REQUEST;
const never = () => new Promise<never>(() => {});
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
/** Waits until the signal aborts, as the limiter does. */
const untilAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(cancelled(false))));

function make() {
  const clock = new ManualClock();
  const breakers = new CircuitBreakers(() => clock);
  const random = new SequenceRandom();
  const pauses = new Pauses(() => clock);
  const pending = new PendingRequests({ machine: clock, clockOf: () => clock, breakers, pauses, random });
  const published: PendingSnapshot[] = [];
  pending.changed.subscribe((snapshot) => published.push(PendingSnapshot.parse(snapshot)));
  return { clock, breakers, pending, published };
}

describe('PendingRequests', () => {
  it.each([3_600_000, -3_600_000])(
    'keeps the deadline of a request when the machine’s clock is set (by %i ms)',
    async (byMs) => {
      const clock = new ManualClock();
      let setMs = 0;
      const machine = { now: () => clock.now() + setMs, after: clock.after.bind(clock), face: () => clock.face() };
      const breakers = new CircuitBreakers(() => machine);
      const random = new SequenceRandom();
      const pauses = new Pauses(() => machine);
      const parts = { machine, clockOf: () => machine, breakers, pauses, random };
      const chain = new PendingRequests({ ...parts, monotonic: () => clock.now() }).add({
        ...request,
        deadlineMs: 10_000,
      });
      await clock.advance(1_000);
      setMs = byMs;
      expect(chain.remainingMs).toBe(9_000);
      const ended = codeOf(chain.waitFor('limit', untilAbort));
      await clock.advance(8_999);
      expect(chain.remainingMs).toBe(1);
      await clock.advance(1);
      expect([await ended, chain.remainingMs]).toEqual(['deadlineExceeded', 0]);
    },
  );

  it('shows what each request waits for, since when and until when', async () => {
    const { clock, pending } = make();
    const start = clock.now();
    const chain = pending.add({ ...request, taskId: 'task-1', lane: 'bulk' });
    await clock.advance(100);
    chain.beginAttempt(2);
    void chain.waitFor('backoff', never, () => ({ until: start + 900, reason: 'The service answered 503.' }));
    expect(pending.snapshot('c1')).toMatchObject({
      total: 1,
      requests: [
        {
          id: chain.id,
          title: 'Search',
          lane: 'bulk',
          taskId: 'task-1',
          attempt: 2,
          phase: 'backoff',
          since: start,
          phaseSince: start + 100,
          until: start + 900,
          reason: 'The service answered 503.',
        },
      ],
    });
    pending.remove('c1', chain);
    expect(pending.snapshot('c1')).toMatchObject({ total: 0, requests: [] });
    expect(pending.snapshot('other')).toMatchObject({ total: 0, requests: [], openCircuits: [] });
  });

  it('lists a hundred of thousands: queued requests last, the oldest first', async () => {
    const { clock, pending } = make();
    const chains = Array.from({ length: 5_000 }, () => pending.add(request));
    chains[4_000]?.beginSending();
    chains[3_000]?.beginSending();
    const { total, requests } = pending.snapshot('c1');
    expect([total, requests.length]).toEqual([5_000, MAX_PENDING_LISTED]);
    const first = [chains[3_000], chains[4_000], chains[0], chains[1]].map((chain) => chain?.id);
    expect(requests.slice(0, 4).map(({ id }) => id)).toEqual(first);
    for (const chain of chains) chain.beginSending();
    expect(pending.snapshot('c1').requests.map(({ id }) => id)).toEqual(chains.slice(0, 100).map(({ id }) => id));
    for (const chain of chains) pending.remove('c1', chain);
    await clock.advance(1_000);
    expect([pending.snapshot('c1').total, clock.pending]).toEqual([0, 0]);
  });

  it('publishes changes at most four times a second, and nothing when nothing changed', async () => {
    const { clock, pending, published } = make();
    pending.remove('c1', pending.add(request));
    await clock.advance(1_000);
    expect(published).toHaveLength(0);
    for (let turn = 0; turn < 100; turn += 1) {
      pending.add(request);
      await clock.advance(10);
    }
    await clock.advance(5_000);
    expect(published.length).toBeLessThanOrEqual(5);
    expect(published.at(-1)?.total).toBe(100);
    expect(published.map(({ revision }) => revision)).toEqual(
      [...published.map(({ revision }) => revision)].sort((a, b) => a - b),
    );
  });

  it('publishes open circuits, and again when the clock was corrected', async () => {
    const { clock, breakers, pending, published } = make();
    const chain = pending.add(request);
    for (let turn = 1; turn <= FAILURE_THRESHOLD; turn += 1) {
      clock.jumpTo(clock.now() + VOTE_INTERVAL_MS);
      breakers.tryAcquire('c1', 'h.example', `chain ${turn}`)?.failed('x');
    }
    pending.remove('c1', chain);
    await clock.advance(250);
    expect(published).toMatchObject([{ total: 0, openCircuits: [{ host: 'h.example' }] }]);
    pending.tryHost('c1', 'h.example');
    expect(breakers.rejection('c1', 'h.example')).toBeNull();
    await clock.advance(250);
    pending.refresh('c1');
    await clock.advance(250);
    expect(published).toHaveLength(3);
  });

  it('cancels a queued request, but a write that was sent runs to its end', async () => {
    const { pending } = make();
    const waiting = pending.add({ ...request, repeatable: false });
    const ended = codeOf(waiting.waitFor('limit', untilAbort));
    pending.cancel('c1', [waiting.id, 'gone']);
    expect(await ended).toBe('cancelled');
    expect(await codeOf(waiting.waitFor('token', never))).toBe('cancelled');

    const write = pending.add({ ...request, repeatable: false });
    write.beginSending();
    pending.cancel('c1', [write.id]);
    expect(write.signal.aborted).toBe(false);
    expect(await codeOf(write.waitFor('backoff', never))).toBe('cancelled');

    const read = pending.add(request);
    read.beginSending();
    pending.cancel('c1', [read.id]);
    expect(read.signal.aborted).toBe(true);
  });

  it('ends a waiting request at its deadline, but not a request in flight', async () => {
    const { clock, pending } = make();
    const waiting = pending.add({ ...request, deadlineMs: 5_000 });
    const error = waiting.waitFor('limit', untilAbort).catch((thrown: unknown) => thrown);
    await clock.advance(5_000);
    expect(await error).toMatchObject({ data: { code: 'deadlineExceeded', what: 'Search', afterMs: 5_000 } });
    const inFlight = pending.add({ ...request, deadlineMs: 5_000 });
    inFlight.beginSending();
    await clock.advance(6_000);
    expect([inFlight.signal.aborted, inFlight.remainingMs]).toEqual([false, 0]);
    expect(await codeOf(inFlight.waitFor('limit', untilAbort))).toBe('deadlineExceeded');
  });

  it('cancels all requests of a connection that was removed', async () => {
    const { clock, pending, published } = make();
    const chain = pending.add(request);
    const ended = codeOf(chain.waitFor('limit', untilAbort));
    pending.removeConnection('c1');
    expect(await ended).toBe('cancelled');
    pending.remove('c1', chain);
    await settle();
    await clock.advance(1_000);
    expect([published.length, clock.pending]).toEqual([0, 0]);
    pending.stop();
  });
});
