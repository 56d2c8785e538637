import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RetryAfterCause } from '../../../../src/main/http/answer.ts';
import { NoAnswer } from '../../../../src/main/http/no-answer.ts';
import { backoffMs, decide, MAX_ATTEMPTS, outcomeUnknown } from '../../../../src/main/traffic/retry.ts';
import { AppError, toAppError } from '../../../../src/shared/app-error.ts';
import { type ErrorCode, ErrorData, type ReportedError } from '../../../../src/shared/errors.ts';
import { Lane } from '../../../../src/shared/model/rates.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

const server = (status: number): ReportedError => ({
  status,
  serverCode: null,
  serverMessage: null,
  requestId: null,
  exchangeId: 'x1',
});
const unreachable = (sent: boolean) =>
  new AppError('unreachable', { host: 'h', reason: 'closed', exchangeId: 'x1' }, { cause: new NoAnswer(sent) });
const serverFailed = (status: number) => new AppError('serverFailed', { server: server(status) });

describe('decide', () => {
  it('decides for every code', () => {
    for (const option of ErrorData.options) {
      const code = option.shape.code.value as ErrorCode;
      const error = toAppError({ code, server: server(400) } as unknown as ErrorData);
      expect(['retry', 'fail', 'unknown']).toContain(decide(error, true));
      expect(['retry', 'fail', 'unknown']).toContain(decide(error, false));
    }
  });

  it('retries reads after 429, 5xx, no connection and no answer', () => {
    const timedOut = new AppError(
      'timedOut',
      { host: 'h', afterMs: 30_000, exchangeId: null },
      { cause: new NoAnswer(true) },
    );
    const limited = new AppError('rateLimited', { retryAt: null, server: server(429) });
    for (const error of [
      limited,
      serverFailed(500),
      serverFailed(503),
      unreachable(true),
      unreachable(false),
      timedOut,
    ])
      expect(decide(error, true)).toBe('retry');
    expect(decide(new AppError('refused', { server: server(404) }), true)).toBe('fail');
    expect(decide(new AppError('forbidden', { server: server(403) }), true)).toBe('fail');
  });

  it('never retries an unconfirmed write', () => {
    expect(decide(unreachable(true), false)).toBe('unknown');
    expect(decide(new AppError('timedOut', { host: 'h', afterMs: 1, exchangeId: null }), false)).toBe('unknown');
    expect(decide(new AppError('cancelled', {}, { cause: new NoAnswer(true) }), false)).toBe('unknown');
    expect(decide(new AppError('answerUnusable', { problem: 'large', exchangeId: null }), false)).toBe('unknown');
    for (const status of [502, 503, 504, 520, 522, 524, 599])
      expect(decide(serverFailed(status), false)).toBe('unknown');
    for (const status of [500, 501]) expect(decide(serverFailed(status), false)).toBe('fail');
  });

  it('retries a write that was certainly not done', () => {
    expect(decide(unreachable(false), false)).toBe('retry');
    expect(decide(new AppError('rateLimited', { retryAt: null, server: server(429) }), false)).toBe('retry');
    expect(decide(new AppError('cancelled', {}, { cause: new NoAnswer(false) }), false)).toBe('fail');
  });

  it('gives the reason and the exchange of an unconfirmed write', () => {
    expect(outcomeUnknown(unreachable(true), 'Book').data).toEqual({
      code: 'outcomeUnknown',
      what: 'Book',
      reason: 'closed',
      exchangeId: 'x1',
    });
    expect(outcomeUnknown(serverFailed(504), 'Book').data.reason).toBe('the service answered 504');
  });
});

describe('backoffMs', () => {
  it.each([
    ['interactive', 500],
    ['background', 500],
    ['bulk', 2_000],
  ] as const)('stays within the exponential and its cap, and ends after the last attempt (%s)', (lane, baseMs) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 8 }), (seed, failures) => {
        const state = { lane, failures, now: 0, remainingMs: 1e9 };
        const waitMs = backoffMs(serverFailed(500), state, new SequenceRandom(seed));
        if (failures >= MAX_ATTEMPTS) return waitMs === null;
        return waitMs !== null && waitMs >= 0 && waitMs <= Math.min(20_000, baseMs * 2 ** (failures - 1));
      }),
    );
  });

  it('keeps the last attempt of a bulk request for seven seconds and more', () => {
    const error = serverFailed(503);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new SequenceRandom(seed);
        const state = { lane: 'bulk' as const, now: 0, remainingMs: 1e9 };
        const waits = [1, 2, 3].map((failures) => backoffMs(error, { ...state, failures }, random) ?? 0);
        return waits.reduce((sum, ms) => sum + ms) >= 7_000;
      }),
    );
  });

  it('waits at least as long as the server asks', () => {
    const random = new SequenceRandom();
    const standing = { lane: 'interactive' as const, failures: 1, now: 2_000, remainingMs: 120_000 };
    const limited = (retryAt: number) => new AppError('rateLimited', { retryAt, server: server(429) });
    expect(backoffMs(limited(9_000), standing, random)).toBeGreaterThanOrEqual(7_000);
    expect(backoffMs(limited(9_000), standing, random)).toBeLessThan(7_500);
    expect(backoffMs(limited(102_000), standing, random)).toBeGreaterThanOrEqual(100_000);
    const busy = new AppError('serverFailed', { server: server(503) }, { cause: new RetryAfterCause(7_000) });
    expect(backoffMs(busy, standing, random)).toBeGreaterThanOrEqual(5_000);
  });

  it('gives null for an attempt that could begin only after the deadline', () => {
    const until = fc.option(fc.integer({ min: 0, max: 300_000 }));
    const numbers = fc.record({
      lane: fc.constantFrom(...Lane.options),
      failures: fc.integer({ min: 1, max: 6 }),
      now: fc.integer({ min: 0, max: 1_000 }),
      remainingMs: fc.integer({ min: -10, max: 200_000 }),
    });
    fc.assert(
      fc.property(fc.integer(), until, numbers, (seed, at, standing) => {
        const error = new AppError('serverFailed', { server: server(503) }, { cause: new RetryAfterCause(at) });
        const waitMs = backoffMs(error, standing, new SequenceRandom(seed));
        return waitMs === null || (waitMs < standing.remainingMs && (at === null || standing.now + waitMs >= at));
      }),
    );
  });
});
