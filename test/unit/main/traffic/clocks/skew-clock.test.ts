import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MeasuredSkew, SkewClock, type SkewMoved } from '../../../../../src/main/traffic/clocks/skew-clock.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 21, 9);

/** A machine whose clock is wrong by `wrongMs`, beside the true time. */
class Machine {
  readonly clock: ManualClock;
  #steadyMs = 0;
  #trueMs = START;

  constructor(wrongMs = 0) {
    this.clock = new ManualClock(START + wrongMs);
  }

  get true(): number {
    return this.#trueMs;
  }

  readonly steady = () => this.#steadyMs;

  /** Time passes; while the machine sleeps, the monotonic clock stands still. */
  async pass(ms: number, asleep = false): Promise<void> {
    this.#trueMs += ms;
    if (asleep) this.clock.jumpTo(this.clock.now() + ms);
    else {
      this.#steadyMs += ms;
      await this.clock.advance(ms);
    }
  }

  jump(ms: number): void {
    this.clock.jumpTo(this.clock.now() + ms);
  }

  /** An answer of the service, its Date in whole seconds. */
  async answer(time: SkewClock, outMs = 20, backMs = 20): Promise<void> {
    const arrived = time.beginRoundTrip();
    await this.pass(outMs);
    const date = Math.floor(this.#trueMs / 1_000) * 1_000;
    await this.pass(backMs);
    arrived(date);
  }
}

const clockOn = (machine: Machine, known: MeasuredSkew | null = null) =>
  new SkewClock({ machine: machine.clock, monotonic: machine.steady, known });
const offBy = (machine: Machine, time: SkewClock) => time.now() - machine.true;
const close = (value: number) => expect(Math.abs(value)).toBeLessThanOrEqual(3_100);

describe('a service’s time', () => {
  it('measures elapsed time with sleep, whatever the clock is set to or measured', async () => {
    const machine = new Machine(-5 * HOUR);
    const time = clockOn(machine);
    const start = time.elapsed();
    await machine.pass(HOUR);
    machine.jump(3 * HOUR);
    await machine.answer(time);
    expect(time.elapsed() - start).toBe(HOUR + 40);
    await machine.pass(2 * HOUR, true);
    time.onWake();
    expect(time.elapsed() - start).toBe(3 * HOUR + 40);
  });

  it('is the machine’s time until an answer shows another', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    expect(time.now()).toBe(machine.clock.now());
    expect(time.face()).toEqual({ anchorMachine: 0, anchorVirtual: 0, rate: 1 });
    expect([time.fresh, time.measured]).toEqual([false, null]);
    await machine.answer(time);
    expect(time.measured).toEqual({ offsetMs: 0, measuredAt: machine.clock.now() });
    expect(time.fresh).toBe(true);
  });

  it.each([3 * HOUR, -3 * HOUR, 40 * 365 * 24 * HOUR, -15_000])(
    'is right on a clock that is wrong by %d ms',
    async (wrong) => {
      const machine = new Machine(wrong);
      const time = clockOn(machine);
      const moves: SkewMoved[] = [];
      time.moved.subscribe((moved) => moves.push(moved));
      await machine.answer(time);
      close(offBy(machine, time));
      expect(moves).toMatchObject([{ first: true, firstEver: true }]);
      expect(time.movedMs).toBe(moves[0]?.byMs);
      expect(time.face().anchorVirtual).toBe(time.measured?.offsetMs);
      for (let turn = 0; turn < 5; turn += 1) await machine.answer(time, 900, 30);
      expect(moves).toHaveLength(1);
    },
  );

  it('is not moved by jitter, nor by an answer with a long round trip', async () => {
    const machine = new Machine(1_500);
    const time = clockOn(machine);
    for (const [out, back] of [
      [10, 10],
      [1_900, 10],
      [10, 1_900],
      [28_000, 10],
      [10, 28_000],
    ] as const)
      await machine.answer(time, out, back);
    expect(time.measured?.offsetMs).toBe(0);
  });

  it('is corrected by a quicker answer', async () => {
    const machine = new Machine(HOUR);
    const time = clockOn(machine);
    await machine.answer(time, 10, 25_000);
    expect(Math.abs(offBy(machine, time))).toBeGreaterThan(10_000);
    await machine.answer(time);
    close(offBy(machine, time));
  });

  it('ignores a broken Date', () => {
    const machine = new Machine();
    const time = clockOn(machine);
    for (const date of [0, -1, 1e15]) time.beginRoundTrip()(date);
    expect(time.measured).toBeNull();
  });

  it('is measured right by answers that overlap the move', async () => {
    const machine = new Machine(3 * HOUR);
    const time = clockOn(machine);
    const late = time.beginRoundTrip();
    await machine.answer(time);
    late(machine.true);
    close(offBy(machine, time));
  });
});

describe('a service whose back ends disagree about the time', () => {
  /** An answer of a back end whose clock is `aheadMs` ahead. */
  const answerOf = async (machine: Machine, time: SkewClock, aheadMs: number) => {
    const arrived = time.beginRoundTrip();
    await machine.pass(40);
    arrived(Math.floor((machine.true + aheadMs) / 1_000) * 1_000);
  };

  it.each([3_500, 6_000, -90_000])('by %d ms has one time', async (apart) => {
    const machine = new Machine(HOUR);
    const time = clockOn(machine);
    const moves: SkewMoved[] = [];
    time.moved.subscribe((moved) => moves.push(moved));
    for (let turn = 0; turn < 500; turn += 1) {
      await answerOf(machine, time, turn % 2 === 0 ? 0 : apart);
      await machine.pass(1_000);
    }
    expect(moves).toHaveLength(1);
    close(offBy(machine, time));
  });

  it.each([
    [6_000, 3_000],
    [20_000, 9_000],
  ])('by %d ms has one time over a network that takes %d ms, until an answer is quick', async (apart, tripMs) => {
    const machine = new Machine(HOUR);
    const time = clockOn(machine);
    const moves: SkewMoved[] = [];
    time.moved.subscribe((moved) => moves.push(moved));
    for (let turn = 0; turn < 100; turn += 1) {
      const arrived = time.beginRoundTrip();
      await machine.pass(tripMs);
      arrived(machine.true - tripMs / 2 + (turn % 2 === 0 ? 0 : apart));
      await machine.pass(1_000);
    }
    expect(moves).toHaveLength(1);
    await answerOf(machine, time, -apart);
    close(offBy(machine, time) + apart);
  });

  it('has the time of most answers, whichever came first', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    for (let turn = 0; turn < 500; turn += 1) await answerOf(machine, time, turn % 25 === 0 ? 30_000 : 0);
    close(offBy(machine, time));
  });

  it('is followed when all of them change', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    for (let turn = 0; turn < 30; turn += 1) await answerOf(machine, time, 0);
    for (let turn = 0; turn < 30; turn += 1) await answerOf(machine, time, 20_000);
    close(offBy(machine, time) - 20_000);
  });
});

describe('when the machine’s clock is set', () => {
  it.each([3 * HOUR, -3 * HOUR, 5_000])('while running, by %d ms, the time stays', async (jump) => {
    const machine = new Machine();
    const time = clockOn(machine);
    await machine.answer(time);
    let changes = 0;
    time.changed.subscribe(() => {
      changes += 1;
    });
    machine.jump(jump);
    expect(offBy(machine, time)).toBe(0);
    await Promise.resolve();
    expect(changes).toBe(1);
    expect(time.face().anchorVirtual).toBe(-jump);
    expect(time.measured?.offsetMs).toBe(-jump);
    await machine.pass(HOUR);
    expect(offBy(machine, time)).toBe(0);
  });

  it('a disciplined clock is followed', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    machine.jump(400);
    expect(time.face().anchorVirtual).toBe(0);
  });

  it('between two runs, the stored skew is stale, and the first answer corrects it', async () => {
    const machine = new Machine();
    const known = { offsetMs: -3 * HOUR, measuredAt: START - HOUR };
    const time = clockOn(machine, known);
    expect(time.fresh).toBe(false);
    expect(offBy(machine, time)).toBe(-3 * HOUR);
    const moves: SkewMoved[] = [];
    time.moved.subscribe((moved) => moves.push(moved));
    await machine.answer(time);
    close(offBy(machine, time));
    expect(moves).toMatchObject([{ first: true, firstEver: false }]);
  });
});

describe('sleep', () => {
  it('counts as time, also when it looked like a jump at first', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    await machine.answer(time);
    await machine.pass(9 * HOUR, true);
    expect(offBy(machine, time)).toBe(-9 * HOUR);
    await machine.pass(2_000);
    time.onWake();
    expect(offBy(machine, time)).toBe(0);
    await machine.pass(HOUR, true);
    time.onWake();
    expect(offBy(machine, time)).toBe(0);
  });

  it('changes nothing on a machine whose monotonic clock includes it', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    await machine.pass(9 * HOUR);
    time.onWake();
    expect(offBy(machine, time)).toBe(0);
  });

  it('is not counted twice when an answer showed it first', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    await machine.answer(time);
    await machine.pass(9 * HOUR, true);
    time.now();
    await machine.answer(time);
    time.onWake();
    close(offBy(machine, time));
  });

  it('does not include a jump of long ago', async () => {
    const machine = new Machine();
    const time = clockOn(machine);
    machine.jump(3 * HOUR);
    time.now();
    await machine.pass(HOUR);
    time.onWake();
    expect(offBy(machine, time)).toBe(0);
  });
});

it('waits for its delay, whatever moves the time meanwhile', async () => {
  const machine = new Machine(-3 * HOUR);
  const time = clockOn(machine);
  let rung = 0;
  time.after(4 * HOUR, () => {
    rung += 1;
  });
  await machine.answer(time);
  await machine.pass(4 * HOUR - 1_000);
  expect(rung).toBe(0);
  await machine.pass(2_000);
  expect(rung).toBe(1);
});

it('is at most a few seconds wrong after a quick answer, whatever happened to the machine’s clock', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('pass' as const), ms: fc.nat(30 * HOUR) }),
    fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -50 * HOUR, max: 50 * HOUR }) }),
    fc.record({ do: fc.constant('sleep' as const), ms: fc.nat(30 * HOUR) }),
    fc.record({ do: fc.constant('restart' as const), ms: fc.constant(0) }),
    fc.record({ do: fc.constant('slow' as const), ms: fc.nat(29_000) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -50 * HOUR, max: 50 * HOUR }),
      fc.array(step, { maxLength: 15 }),
      async (wrong, steps) => {
        const machine = new Machine(wrong);
        let time = clockOn(machine);
        await machine.answer(time);
        for (const next of steps) {
          // A jump just before sleep is indistinguishable from sleep.
          if (next.do === 'sleep') await machine.pass(HOUR);
          const before = offBy(machine, time);
          if (next.do === 'pass') await machine.pass(next.ms);
          if (next.do === 'slow') await machine.answer(time, next.ms, 10);
          if (next.do === 'sleep') {
            await machine.pass(next.ms, true);
            time.onWake();
          }
          if (next.do === 'jump') machine.jump(next.ms);
          if (next.do === 'restart') time = clockOn(machine, time.measured);
          const far =
            next.do === 'slow' ? 16_000 : Math.abs(next.do === 'jump' && Math.abs(next.ms) <= 2_000 ? next.ms : 0);
          expect(Math.abs(offBy(machine, time) - before)).toBeLessThanOrEqual(far + 1);
        }
        await machine.answer(time);
        close(offBy(machine, time));
      },
    ),
    { numRuns: 150 },
  );
});
