import { describe, expect, it } from 'vitest';
import { CircuitBreakers, type TrialSlot, VOTE_INTERVAL_MS } from '../../../../src/main/traffic/circuit-breakers.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

const [connection, host] = ['c1', 'h.example'];

function make() {
  const clock = new ManualClock();
  const breakers = new CircuitBreakers(() => clock);
  let chains = 0;
  const acquire = () => breakers.tryAcquire(connection, host, `chain ${++chains}`);
  /** Failures of different chains, each a vote, the last one now. */
  const fail = (times = 5) => {
    const now = clock.now();
    for (let turn = times - 1; turn >= 0; turn -= 1) {
      clock.jumpTo(now - turn * VOTE_INTERVAL_MS);
      acquire()?.failed('no answer within 30 s');
    }
  };
  const order: string[] = [];
  const turns = new Map<string, TrialSlot>();
  const wait = (name: string, signal = new AbortController().signal) =>
    breakers.waitForSlot(connection, host, signal).then(
      (turn) => {
        order.push(name);
        turns.set(name, turn);
      },
      (error: unknown) => order.push(`${name} ${isAppError(error) ? error.code : error}`),
    );
  return { clock, breakers, acquire, fail, order, turns, wait };
}

describe('CircuitBreakers', () => {
  it('reports an open circuit, which affects no other host or connection', async () => {
    const { clock, breakers, fail } = make();
    const now = clock.now();
    fail();
    const error = breakers.rejection(connection, host);
    expect(error?.data).toMatchObject({ host, until: now + 10_000, failures: 5, reason: 'no answer within 30 s' });
    expect(breakers.openCircuits(connection)).toMatchObject([{ host, since: now, until: now + 10_000, failures: 5 }]);
    expect(breakers.rejection(connection, 'other.example')).toBeNull();
    expect(breakers.rejection('c2', host)).toBeNull();
    await clock.advance(9_999);
    expect(breakers.rejection(connection, host)).not.toBeNull();
    await clock.advance(1);
    expect(breakers.rejection(connection, host)).toBeNull();
    fail(1);
    expect(breakers.openCircuits(connection)).toMatchObject([{ since: now, until: now + 30_000, failures: 6 }]);
  });

  it('grants one slot at a time, and all when the host answers', async () => {
    const { clock, breakers, acquire, fail, order, turns, wait } = make();
    fail();
    for (const name of ['a', 'b', 'c', 'd']) void wait(name);
    await clock.advance(10_000);
    expect(order).toEqual(['a']);
    turns.get('a')?.release();
    await settle();
    expect(order).toEqual(['a', 'b']);
    const pass = acquire();
    turns.get('b')?.release();
    await settle();
    expect(order).toEqual(['a', 'b']);
    pass?.failed('x');
    await clock.advance(19_999);
    expect(order).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(order).toEqual(['a', 'b', 'c']);
    acquire()?.succeeded();
    await settle();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    expect(breakers.isClosed(connection, host)).toBe(true);
    expect(breakers.openCircuits(connection)).toEqual([]);
  });

  it('drops an aborted request from the queue, and ends the open time when a person asks', async () => {
    const { clock, breakers, fail, order, wait } = make();
    const changes: string[] = [];
    breakers.changed.subscribe((id) => changes.push(id));
    fail();
    const abort = new AbortController();
    void wait('a', abort.signal);
    void wait('b');
    abort.abort();
    await settle();
    expect(order).toEqual(['a cancelled']);
    await clock.advance(1_000);
    breakers.halfOpenNow(connection, host);
    await settle();
    expect(order).toEqual(['a cancelled', 'b']);
    expect(clock.pending).toBe(0);
    expect(changes).toEqual([connection, connection]);
    breakers.halfOpenNow(connection, 'unknown.example');
    breakers.halfOpenAll();
  });

  it('drops the circuits of hosts that a connection no longer uses, and lets their queued requests go on', async () => {
    const { clock, breakers, fail, order, wait } = make();
    const changes: string[] = [];
    fail();
    void wait('a');
    breakers.changed.subscribe((id) => changes.push(id));
    breakers.retainHosts('c2', new Set());
    breakers.retainHosts(connection, new Set([host]));
    expect([changes.length, breakers.openCircuits(connection).length]).toEqual([0, 1]);
    breakers.retainHosts(connection, new Set(['new.example']));
    await settle();
    expect([changes, breakers.openCircuits(connection), order, clock.pending]).toEqual([[connection], [], ['a'], 0]);
  });

  it('has a circuit for each connection to a host', async () => {
    const { breakers, clock } = make();
    for (let turn = 1; turn <= 5; turn += 1) {
      clock.jumpTo(clock.now() + VOTE_INTERVAL_MS);
      breakers.tryAcquire('c1', host, `chain ${turn}`)?.failed('no answer within 30 s');
    }
    expect(['c1', 'c2'].map((id) => breakers.openCircuits(id).length)).toEqual([1, 0]);
    expect([breakers.rejection('c1', host)?.code, breakers.rejection('c2', host)]).toEqual(['circuitOpen', null]);
  });
});
