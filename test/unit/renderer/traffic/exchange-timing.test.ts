import { describe, expect, it } from 'vitest';
import { extentOf, timingOf, timingsOf } from '../../../../src/renderer/features/traffic/drawer/exchange-timing.ts';
import { exchangeFixture } from '../../../support/fixtures.ts';

const times = { queuedAt: 1_000, grantedAt: 1_400, sentAt: 1_500, firstByteMs: 120, durationMs: 200 };
const steps = (...args: Parameters<typeof timingOf>) =>
  timingOf(...args).segments.map(({ step, from, until }) => [step, from, until]);

describe('timingOf', () => {
  it('divides the time of an exchange into limit, token, response and download', () => {
    expect(steps(exchangeFixture(times))).toEqual([
      ['limit', 1_000, 1_400],
      ['token', 1_400, 1_500],
      ['response', 1_500, 1_620],
      ['download', 1_620, 1_700],
    ]);
  });

  it('leaves out waits of length zero', () => {
    const at = { queuedAt: 1_500, grantedAt: 1_500 };
    expect(steps(exchangeFixture({ ...times, ...at })).map(([step]) => step)).toEqual(['response', 'download']);
  });

  it('has one step for a response that did not arrive', () => {
    const lost = exchangeFixture({ ...times, status: null, firstByteMs: null, durationMs: 30_000 });
    expect(steps(lost).at(-1)).toEqual(['lost', 1_500, 31_500]);
    expect(steps(exchangeFixture({ ...times, status: null, firstByteMs: null, durationMs: null })).at(-1)).toEqual([
      'lost',
      1_500,
      1_500,
    ]);
  });

  it('never has negative durations, even if the clock stepped back', () => {
    const timing = timingOf(exchangeFixture({ ...times, queuedAt: 9_000, grantedAt: 8_000 }));
    for (const { from, until } of timing.segments) expect(until).toBeGreaterThanOrEqual(from);
  });
});

describe('timingsOf', () => {
  it('shows the backoff between attempts', () => {
    const chain = [
      exchangeFixture({ ...times, attempt: 1, status: 503 }),
      exchangeFixture({ ...times, attempt: 2, queuedAt: 3_700, grantedAt: 3_900, sentAt: 3_900 }),
    ];
    const [, second] = timingsOf(chain);
    expect(second?.segments.map(({ step, from, until }) => [step, from, until]).slice(0, 2)).toEqual([
      ['backoff', 1_700, 3_700],
      ['limit', 3_700, 3_900],
    ]);
    expect(extentOf(timingsOf(chain))).toEqual({ from: 1_000, until: 4_100 });
  });

  it('counts the whole gap as backoff when the request was queued once', () => {
    const chain = [exchangeFixture(times), exchangeFixture({ ...times, attempt: 2, grantedAt: 3_000, sentAt: 3_100 })];
    expect(timingsOf(chain)[1]?.segments[0]).toEqual({ step: 'limit', from: 1_700, until: 3_000 });
  });
});
