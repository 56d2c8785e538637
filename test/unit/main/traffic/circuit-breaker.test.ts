import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CircuitBreaker,
  type CircuitPermission,
  FAILURE_THRESHOLD,
  MAX_OPEN_MS,
  MIN_OPEN_MS,
} from '../../../../src/main/traffic/circuit-breaker.ts';

function make() {
  const rests: number[] = [];
  let opened = 0;
  const breaker = new CircuitBreaker({ onBreak: (restMs) => rests.push(restMs), onPassable: () => (opened += 1) });
  const fail = (times = 1) => {
    for (let turn = 0; turn < times; turn += 1) breaker.tryAcquire()?.failed('the service answered 503');
  };
  return { breaker, rests, fail, opened: () => opened };
}

describe('Breaker', () => {
  it('rests after five failures in a row, longer after each try that fails, at most two minutes', () => {
    const { breaker, rests, fail } = make();
    fail(4);
    expect(breaker.state).toBe('closed');
    fail();
    expect([breaker.state, breaker.failures, breaker.reason]).toEqual(['resting', 5, 'the service answered 503']);
    expect(breaker.tryAcquire()).toBeNull();
    for (let turn = 0; turn < 6; turn += 1) {
      breaker.halfOpen();
      fail();
    }
    expect(rests).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]);
    breaker.halfOpen();
    breaker.tryAcquire()?.succeeded();
    expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
    fail(5);
    expect(rests.at(-1)).toBe(MIN_OPEN_MS);
  });

  it('begins to count anew after any answer', () => {
    const { breaker, fail } = make();
    for (let turn = 0; turn < 10; turn += 1) {
      fail(4);
      breaker.tryAcquire()?.succeeded();
    }
    expect(breaker.state).toBe('closed');
  });

  it('lets one try at a time, and another when that one is taken back', () => {
    const { breaker, fail, rests } = make();
    fail(5);
    breaker.halfOpen();
    const trial = breaker.tryAcquire();
    expect([breaker.state, breaker.tryAcquire()]).toEqual(['trying', null]);
    trial?.released();
    expect(breaker.state).toBe('ready');
    trial?.failed('late');
    expect(breaker.state).toBe('ready');
    breaker.tryAcquire()?.failed('again');
    expect(rests).toEqual([10_000, 20_000]);
  });

  it('learns nothing from failures of what was sent before the rest, but from an answer it does', () => {
    const { breaker, fail, rests } = make();
    const [one, two] = [breaker.tryAcquire(), breaker.tryAcquire()];
    fail(5);
    one?.failed('old');
    expect(rests).toEqual([10_000]);
    two?.succeeded();
    expect(breaker.state).toBe('closed');
  });

  it('holds whatever happens: no more than one try, rests that grow and are bounded, no way in while it rests', () => {
    const step = fc.record({
      kind: fc.constantFrom('enter', 'answer', 'fail', 'withdraw', 'rest'),
      pick: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { breaker, rests, opened } = make();
        let open: { pass: CircuitPermission; trial: boolean }[] = [];
        for (const { kind, pick } of steps) {
          const [before, openings] = [breaker.state, opened()];
          if (kind === 'enter') {
            const pass = breaker.tryAcquire();
            expect(pass === null).toBe(before === 'resting' || before === 'trying');
            if (pass) open.push({ pass, trial: before === 'ready' });
            continue;
          }
          if (kind === 'rest') {
            breaker.halfOpen();
            expect(breaker.state).toBe(before === 'resting' ? 'ready' : before);
            continue;
          }
          const one = open[pick % Math.max(1, open.length)];
          if (!one) continue;
          open = open.filter((other) => other !== one);
          if (kind === 'answer') one.pass.succeeded();
          else if (kind === 'fail') one.pass.failed('x');
          else one.pass.released();
          if (kind === 'answer') expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
          if (breaker.state === 'resting') expect(breaker.failures).toBeGreaterThanOrEqual(FAILURE_THRESHOLD);
          // Whoever waits is told whenever the way is free again.
          const free = (state: string) => state === 'closed' || state === 'ready';
          if (!free(before) && free(breaker.state)) expect(opened()).toBe(openings + 1);
        }
        expect(rests.every((restMs) => restMs >= MIN_OPEN_MS && restMs <= MAX_OPEN_MS)).toBe(true);
      }),
    );
  });
});
