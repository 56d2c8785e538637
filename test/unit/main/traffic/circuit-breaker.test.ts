import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Breaker,
  FAILURES_TO_REST,
  FIRST_REST_MS,
  LONGEST_REST_MS,
  type Pass,
} from '../../../../src/main/traffic/circuit-breaker.ts';

function make() {
  const rests: number[] = [];
  let opened = 0;
  const breaker = new Breaker({ rests: (restMs) => rests.push(restMs), opens: () => (opened += 1) });
  const fail = (times = 1) => {
    for (let turn = 0; turn < times; turn += 1) breaker.enter()?.failed('the service answered 503');
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
    expect(breaker.enter()).toBeNull();
    for (let turn = 0; turn < 6; turn += 1) {
      breaker.rested();
      fail();
    }
    expect(rests).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]);
    breaker.rested();
    breaker.enter()?.answered();
    expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
    fail(5);
    expect(rests.at(-1)).toBe(FIRST_REST_MS);
  });

  it('begins to count anew after any answer', () => {
    const { breaker, fail } = make();
    for (let turn = 0; turn < 10; turn += 1) {
      fail(4);
      breaker.enter()?.answered();
    }
    expect(breaker.state).toBe('closed');
  });

  it('lets one try at a time, and another when that one is taken back', () => {
    const { breaker, fail, rests } = make();
    fail(5);
    breaker.rested();
    const trial = breaker.enter();
    expect([breaker.state, breaker.enter()]).toEqual(['trying', null]);
    trial?.withdrawn();
    expect(breaker.state).toBe('ready');
    trial?.failed('late');
    expect(breaker.state).toBe('ready');
    breaker.enter()?.failed('again');
    expect(rests).toEqual([10_000, 20_000]);
  });

  it('learns nothing from failures of what was sent before the rest, but from an answer it does', () => {
    const { breaker, fail, rests } = make();
    const [one, two] = [breaker.enter(), breaker.enter()];
    fail(5);
    one?.failed('old');
    expect(rests).toEqual([10_000]);
    two?.answered();
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
        let open: { pass: Pass; trial: boolean }[] = [];
        for (const { kind, pick } of steps) {
          const [before, openings] = [breaker.state, opened()];
          if (kind === 'enter') {
            const pass = breaker.enter();
            expect(pass === null).toBe(before === 'resting' || before === 'trying');
            if (pass) open.push({ pass, trial: before === 'ready' });
            continue;
          }
          if (kind === 'rest') {
            breaker.rested();
            expect(breaker.state).toBe(before === 'resting' ? 'ready' : before);
            continue;
          }
          const one = open[pick % Math.max(1, open.length)];
          if (!one) continue;
          open = open.filter((other) => other !== one);
          if (kind === 'answer') one.pass.answered();
          else if (kind === 'fail') one.pass.failed('x');
          else one.pass.withdrawn();
          if (kind === 'answer') expect([breaker.state, breaker.failures]).toEqual(['closed', 0]);
          if (breaker.state === 'resting') expect(breaker.failures).toBeGreaterThanOrEqual(FAILURES_TO_REST);
          // Whoever waits is told whenever the way is free again.
          const free = (state: string) => state === 'closed' || state === 'ready';
          if (!free(before) && free(breaker.state)) expect(opened()).toBe(openings + 1);
        }
        expect(rests.every((restMs) => restMs >= FIRST_REST_MS && restMs <= LONGEST_REST_MS)).toBe(true);
      }),
    );
  });
});
