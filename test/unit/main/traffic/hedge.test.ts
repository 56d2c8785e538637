import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerTimes, hedged, hedgeIntervals } from '../../../../src/main/traffic/hedge.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

describe('AnswerTimes', () => {
  it('calls an answer late by those of its operation, and after three seconds as long as these are few', () => {
    const times = new AnswerTimes();
    for (let turn = 0; turn < 7; turn += 1) times.record('search', 200);
    expect(times.lateAfterMs('search')).toBe(3_000);
    times.record('search', 200);
    expect([times.lateAfterMs('search'), times.lateAfterMs('listing')]).toEqual([250, 3_000]);
    for (let turn = 0; turn < 64; turn += 1) times.record('search', 5);
    expect(times.lateAfterMs('search')).toBe(150);
  });

  it('is not misled by one answer in twenty that takes long', () => {
    const times = new AnswerTimes();
    for (let turn = 0; turn < 64; turn += 1) times.record('search', turn % 22 === 0 ? 9_000 : 300);
    expect(times.lateAfterMs('search')).toBe(375);
  });
});

it('hedgeIntervals begin with the late answer, grow fourfold and stay below four seconds', () => {
  expect(hedgeIntervals(150, 4)).toEqual([150, 600, 2_400, 4_000]);
  expect(hedgeIntervals(3_000, 2)).toEqual([3_000, 4_000]);
  expect(hedgeIntervals(9_000, 2)).toEqual([9_000, 9_000]);
  expect(hedgeIntervals(150, -1)).toEqual([]);
});

describe('hedged', () => {
  const attempt = fc.record({
    endsAfterMs: fc.integer({ min: 0, max: 3_000 }),
    isFinal: fc.boolean(),
    mayBeSent: fc.boolean(),
  });

  it('ends with the first final outcome, or the last one, aborts the others, and sends nothing afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 5 }), async (attempts) => {
        const clock = new ManualClock();
        const losers = new AbortController();
        const sent: { readonly id: number; readonly endsAt: number; readonly isFinal: boolean }[] = [];
        const send = () => {
          const { endsAfterMs = 0, isFinal = true } = attempts[sent.length] ?? {};
          const one = { id: sent.length, endsAt: clock.now() + endsAfterMs, isFinal };
          sent.push(one);
          return new Promise<typeof one>((resolve) => clock.after(endsAfterMs, () => resolve(one)));
        };
        const outcome = await clock.until(
          hedged({
            first: send(),
            sendAgain: async () => (attempts[sent.length]?.mayBeSent ? { outcome: send() } : null),
            isFinal: (one) => one.isFinal,
            intervalsMs: attempts.slice(1).map(() => 500),
            clock,
            losers,
          }),
        );
        const finals = sent.filter((one) => one.isFinal).map(({ endsAt }) => endsAt);
        if (sent.some(({ endsAt }) => endsAt > clock.now())) expect(losers.signal.aborted).toBe(true);
        if (outcome.isFinal) expect(outcome.endsAt).toBe(Math.min(...finals));
        else expect(sent.every(({ endsAt, isFinal }) => !isFinal && endsAt <= clock.now())).toBe(true);
        const count = sent.length;
        await clock.advance(10_000);
        await settle();
        expect(sent).toHaveLength(count);
      }),
      { numRuns: 200 },
    );
  });
});
