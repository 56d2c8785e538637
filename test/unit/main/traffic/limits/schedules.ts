/** Schedules of requests for property tests of the limiter: in any lane and task, with aborts, restarts and changes of the rules. */
import fc from 'fast-check';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { isAppError } from '../../../../../src/shared/app-error.ts';
import { Lane, type RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { MemoryUnsyncedLineFile } from '../../../../support/memory-unsynced-line-file.ts';
import type { RateServer } from '../../../../support/rate-servers/models.ts';
import { type Delays, sendOver } from '../../../../support/rate-servers/network.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';

export const RULES: RateRule[] = [
  { windowMs: 1_000, limit: 3 },
  { windowMs: 6_000, limit: 13 },
  { windowMs: 60_000, limit: 125 },
];

export interface Wish {
  readonly gapMs: number;
  readonly lane: Lane;
  readonly task: string;
  readonly delays: Delays;
  readonly abortAfterMs: number | null;
}

const lane = fc.constantFrom(...Lane.options);
const task = fc.constantFrom('', 'one', 'two');
const upTo = (max: number) => fc.integer({ min: 0, max });

/** Any delays: the schedule is too short for the limiter to learn round trips. */
export const anyWish: fc.Arbitrary<Wish> = fc.record({
  gapMs: fc.oneof(fc.constant(0), upTo(900), upTo(9_000)),
  lane,
  task,
  delays: fc.record({
    thereMs: fc.oneof(
      { weight: 8, arbitrary: upTo(80) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 2_500 }) },
    ),
    workMs: upTo(700),
    backMs: upTo(400),
  }),
  abortAfterMs: fc.option(upTo(3_000), { freq: 5 }),
});

/** No more jitter than the limiter assumes. */
export const ordinaryWish: fc.Arbitrary<Wish> = fc.record({
  gapMs: fc.oneof({ weight: 4, arbitrary: upTo(500) }, { weight: 1, arbitrary: upTo(4_000) }),
  lane,
  task,
  delays: fc.record({ thereMs: upTo(80), workMs: upTo(500), backMs: upTo(80) }),
  abortAfterMs: fc.option(upTo(3_000), { freq: 8 }),
});

export interface Played {
  readonly server: RateServer;
  /** Wishes in the order of their permits. */
  readonly granted: readonly number[];
  readonly aborted: readonly number[];
  /** When requests were sent and when they arrived, in the order of arrival. */
  readonly arrivals: readonly { readonly sentAt: number; readonly at: number }[];
  /** When the rules were changed. */
  readonly changedAt: number;
  readonly limiter: Limiter;
  readonly clock: VirtualClock;
}

/** The desktops that play a plan together; alone it is one. */
export interface Team {
  readonly size: number;
  readonly clock: VirtualClock;
  /** Lets a desktop share its limit; returns how to kill its process. */
  join(limiter: Limiter, desktop: number): () => void;
}

const alone = (): Team => ({ size: 1, clock: new VirtualClock(), join: () => () => {} });

export interface Plan {
  readonly wishes: readonly Wish[];
  /** The process is killed after the wishes at these indexes, and started again later. */
  readonly restartsAfter?: readonly number[];
  /** After the wish at `index` the rules are changed to these. */
  readonly rulesAfter?: { readonly index: number; readonly rules: readonly RateRule[] };
}

/**
 * Plays a plan to its end against a server, the wishes dealt to the desktops in turn. Wishes that are queued when the processes are killed are lost.
 */
export async function play(
  server: RateServer,
  { wishes, restartsAfter = [], rulesAfter }: Plan,
  { size, clock, join }: Team = alone(),
): Promise<Played> {
  const kept = Array.from({ length: size }, () => ({ file: new MemoryUnsyncedLineFile(), log: new FakeLog() }));
  let kills: (() => void)[] = [];
  const start = (rules: readonly RateRule[]) => {
    const limiters = kept.map((usageLog) => new Limiter({ api: 'booking', rules, clock, usageLog }));
    kills = limiters.map(join);
    return limiters;
  };
  let rules: readonly RateRule[] = RULES;
  let limiters = start(rules);
  /** The number of the running process. */
  let run = 0;
  const granted: number[] = [];
  const aborted: number[] = [];
  const arrivals: { sentAt: number; at: number }[] = [];
  let changedAt = Number.POSITIVE_INFINITY;
  const counting = (sentAt: number): RateServer => ({
    ...server,
    arrive(at) {
      arrivals.push({ sentAt, at });
      return server.arrive(at);
    },
  });
  const ask = (index: number, { lane, task, delays, abortAfterMs }: Wish) => {
    const abort = new AbortController();
    if (abortAfterMs !== null) clock.after(abortAfterMs, () => abort.abort());
    const mine = run;
    limiters[index % size]?.acquire({ kind: 'read', lane, task, signal: abort.signal }).then(
      (permit) => {
        if (mine !== run) return;
        granted.push(index);
        permit.sent();
        sendOver(clock, counting(clock.now()), delays, ({ status, headers }) => {
          if (mine === run) permit.answered(answerOf({ status, headers }, clock.now()));
        });
      },
      (error: unknown) => {
        if (!isAppError(error, 'cancelled')) throw error;
        if (mine === run) aborted.push(index);
      },
    );
  };
  for (const [index, wish] of wishes.entries()) {
    await clock.advanceTo(clock.now() + wish.gapMs);
    ask(index, wish);
    if (rulesAfter?.index === index) {
      rules = rulesAfter.rules;
      changedAt = clock.now();
      for (const limiter of limiters) limiter.setRules(rules);
    }
    if (!restartsAfter.includes(index)) continue;
    // When the next process begins, all requests of this one have arrived.
    run += 1;
    for (const kill of kills) kill();
    await clock.advanceTo(clock.now() + 2_600);
    limiters = start(rules);
  }
  await clock.advanceTo(clock.now() + 200_000);
  const [limiter] = limiters as [Limiter];
  return { server, granted, aborted, arrivals, changedAt, limiter, clock };
}
