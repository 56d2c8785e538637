import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CircuitBreaker,
  type CircuitPermission,
  FAILURE_THRESHOLD,
  MAX_OPEN_MS,
  MIN_OPEN_MS,
  VOTE_INTERVAL_MS,
} from '../../../../src/main/traffic/circuit-breakers.ts';

function make() {
  const breaks: number[] = [];
  let passable = 0;
  const onPassable = () => {
    passable += 1;
  };
  let now = 0;
  const events = {
    onBreak: (openMs: number) => breaks.push(openMs),
    onHalfOpen: onPassable,
    onReset: onPassable,
  };
  const breaker = new CircuitBreaker(events, () => now);
  let chains = 0;
  const acquire = (chainId = `chain ${++chains}`) => breaker.tryAcquire(chainId);
  const pass = (ms = VOTE_INTERVAL_MS) => {
    now += ms;
  };
  /** Failures of different chains, each a vote. */
  const fail = (times = 1) => {
    for (let turn = 0; turn < times; turn += 1) {
      pass();
      acquire()?.failed('the service answered 503');
    }
  };
  return { breaker, breaks, acquire, pass, fail, passable: () => passable };
}

describe('CircuitBreaker', () => {
  it('opens after five failures in a row, longer after each failed trial, at most two minutes', () => {
    const { breaker, breaks, acquire, fail } = make();
    fail(4);
    expect(breaker.state).toBe('closed');
    fail();
    expect([breaker.state, breaker.failures, breaker.reason]).toEqual(['open', 5, 'the service answered 503']);
    expect(acquire()).toBeNull();
    for (let turn = 0; turn < 6; turn += 1) {
      breaker.halfOpen();
      fail();
    }
    expect(breaks).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]);
    breaker.halfOpen();
    acquire()?.succeeded();
    expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
    fail(5);
    expect(breaks.at(-1)).toBe(MIN_OPEN_MS);
  });

  it('counts the failures of one instant as one vote', () => {
    const { breaker, acquire, pass } = make();
    for (let batch = 1; batch <= 4; batch += 1) {
      pass();
      for (const permission of Array.from({ length: 20 }, () => acquire())) {
        permission?.failed('no answer within 30 s');
        pass(10);
      }
      expect([breaker.state, breaker.failures]).toEqual(['closed', batch]);
    }
    pass();
    acquire()?.failed('no answer within 30 s');
    expect([breaker.state, breaker.failures]).toEqual(['open', 5]);
  });

  it('counts all failures of one chain as one vote, except those of trials', () => {
    const { breaker, breaks, acquire, pass, fail } = make();
    for (let turn = 0; turn < 20; turn += 1) {
      pass();
      acquire('one chain')?.failed('the service answered 500');
    }
    expect([breaker.state, breaker.failures]).toEqual(['closed', 1]);
    fail(4);
    expect(breaker.state).toBe('open');
    breaker.halfOpen();
    acquire('one chain')?.failed('the service answered 500');
    expect(breaks).toEqual([10_000, 20_000]);
  });

  it('does not open by failures that span less than five seconds', () => {
    const { breaker, acquire, pass } = make();
    for (let ms = 0; ms < 5_000; ms += 10) {
      acquire()?.failed('the connection was refused');
      pass(10);
    }
    expect(breaker.state).toBe('closed');
    acquire()?.failed('the connection was refused');
    expect(breaker.state).toBe('open');
  });

  it('ignores failures of requests that were sent before the last success', () => {
    const { breaker, acquire, pass } = make();
    const lost = Array.from({ length: 30 }, () => acquire());
    acquire()?.succeeded();
    for (const permission of lost) {
      pass();
      permission?.failed('no answer within 30 s');
    }
    expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
  });

  it('counts failures from zero after any success', () => {
    const { breaker, acquire, fail } = make();
    for (let turn = 0; turn < 10; turn += 1) {
      fail(4);
      acquire()?.succeeded();
    }
    expect(breaker.state).toBe('closed');
  });

  it('lets one trial at a time pass, and another when that one is released', () => {
    const { breaker, acquire, fail, breaks } = make();
    fail(5);
    breaker.halfOpen();
    const trial = acquire();
    expect([breaker.state, breaker.canPass, acquire()]).toEqual(['halfOpen', false, null]);
    trial?.released();
    expect([breaker.state, breaker.canPass]).toEqual(['halfOpen', true]);
    trial?.failed('late');
    expect([breaker.state, breaker.canPass]).toEqual(['halfOpen', true]);
    acquire()?.failed('again');
    expect(breaks).toEqual([10_000, 20_000]);
  });

  it('ignores failures of requests from before it opened, but not their successes', () => {
    const { breaker, acquire, fail, breaks } = make();
    const [one, two] = [acquire(), acquire()];
    fail(5);
    one?.failed('old');
    expect(breaks).toEqual([10_000]);
    two?.succeeded();
    expect(breaker.state).toBe('closed');
  });

  it('in any sequence has at most one trial, growing and bounded open times, and passes no request while open', () => {
    const step = fc.record({
      kind: fc.constantFrom('acquire', 'succeed', 'fail', 'release', 'halfOpen'),
      pick: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { breaker, breaks, acquire, pass: passTime, passable } = make();
        let open: { pass: CircuitPermission; trial: boolean }[] = [];
        for (const { kind, pick } of steps) {
          const [before, wasPassable, openings] = [breaker.state, breaker.canPass, passable()];
          passTime(150 * pick);
          if (kind === 'acquire') {
            const pass = acquire();
            expect(pass === null).toBe(!wasPassable);
            if (pass) open.push({ pass, trial: before === 'halfOpen' });
            continue;
          }
          if (kind === 'halfOpen') {
            breaker.halfOpen();
            expect(breaker.state).toBe(before === 'open' ? 'halfOpen' : before);
            continue;
          }
          const one = open[pick % Math.max(1, open.length)];
          if (!one) continue;
          open = open.filter((other) => other !== one);
          if (kind === 'succeed') one.pass.succeeded();
          else if (kind === 'fail') one.pass.failed('x');
          else one.pass.released();
          if (kind === 'succeed') expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
          if (breaker.state === 'open') expect(breaker.failures).toBeGreaterThanOrEqual(FAILURE_THRESHOLD);
          // An event tells the queue when a request may pass again.
          if (!wasPassable && breaker.canPass) expect(passable()).toBe(openings + 1);
        }
        expect(breaks.every((openMs) => openMs >= MIN_OPEN_MS && openMs <= MAX_OPEN_MS)).toBe(true);
      }),
    );
  });
});
