/** Bulk tasks from plan to end, over the real limiter in virtual time. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../../src/main/api/api-client.ts';
import { kindOf } from '../../../../src/main/tasks/kinds/kinds.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { UNDO_MS } from '../../../../src/shared/time/undo-time.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { applicationFixture, connectionFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import {
  calendarsOfAll,
  connectionId,
  forbidden,
  listingsOf,
  oneDay,
  openService,
  type Service,
  type ServiceOptions,
  taskOf,
} from './service.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).sort();

/** The stays of two weeks of check-in days. */
const stays = {
  connectionId,
  applicationId: null,
  spec: { kind: 'stays', firstCheckIn: '2026-12-01', lastCheckIn: '2026-12-14', nights: 2, guests: 2 },
} as const;

const server = { status: 503, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
const refused = (status: number) => new AppError('refused', { server: { ...server, status } });
const unauthorized = () => new AppError('unauthorized', { server: { ...server, status: 401 } });

async function untilIdle(service: Service, id: string): Promise<void> {
  for (let turn = 0; turn < 1_000 && taskOf(service, id).state === 'running'; turn += 1)
    await service.clock.advance(1_000);
}

describe('a plan', () => {
  it('states its requests, its binding window and its duration, and sends nothing', () => {
    const { tasks, calls } = openService({ listings: 240 });
    const plan = tasks.plan(calendarsOfAll);
    expect(plan).toMatchObject({ requests: 240, atLeast: false, binding: { windowMs: 60_000, limit: 275 }, waitMs: 0 });
    expect(plan.durationMs).toBeGreaterThan(51_000);
    expect(plan.durationMs).toBeLessThan(54_000);
    expect(plan.remarks.join(' ')).toContain('One request for each of 240 listings; each answer covers 1 day.');
    expect(calls).toHaveLength(0);
  });

  it('includes a running task and a missing token', async () => {
    const service = openService({ listings: 240, hasToken: () => false });
    service.tasks.create(calendarsOfAll);
    await service.clock.advance(1_000);
    const plan = service.tasks.plan(calendarsOfAll);
    expect(plan.waitMs).toBeGreaterThan(45_000);
    expect(plan.remarks.join(' ')).toContain('Another task is running');
    expect(plan.remarks.join(' ')).toContain('Website has no valid token, so the task begins with a token request.');
  });

  it('states its assumption without a limit and before the first answer', () => {
    const plan = openService({ rules: [], listings: 60 }).tasks.plan(calendarsOfAll);
    expect(plan).toMatchObject({ requests: 60, binding: null, durationMs: 5_000 });
    expect(plan.remarks.join(' ')).toContain('assumes half a second');
  });

  it('leaves out listings that are not listed, and says so', async () => {
    const service = openService({
      listings: 30,
      listed: (index) => index % 3 > 0,
      answer: () => {
        throw refused(404);
      },
    });
    const plan = service.tasks.plan(calendarsOfAll);
    expect(plan.requests).toBe(20);
    expect(plan.everyday).toContain('10 unpublished properties skipped; choose them by name to include them.');
    expect(plan.remarks).toContain('10 unpublished properties skipped; choose them by name to include them.');
    const named = { ...calendarsOfAll, spec: { ...calendarsOfAll.spec, listingIds: ['l0', 'l1'] } };
    expect(service.tasks.plan(named)).toMatchObject({ requests: 2 });
    expect(service.tasks.plan(named).remarks.join(' ')).not.toContain('left out');
    const { id } = service.tasks.create(named);
    await untilIdle(service, id);
    expect(service.tasks.failures(id).map(({ hint }) => hint)).toEqual([
      'Its record on the Listings page says that it is not listed.',
      null,
    ]);
    expect(() => openService({ listed: () => false }).tasks.plan(calendarsOfAll)).toThrow('invalidInput');
  });

  it('states the progress while listings load or reload', () => {
    const remarks = (loading: { loaded: number; expected: number | null }) =>
      openService({ listings: 30, loading: () => loading }).tasks.plan(calendarsOfAll).remarks;
    expect(remarks({ loaded: 25_200, expected: 50_000 })).toContain(
      'The listings are still loading: 25,200 of 50,000 so far. A task that starts now covers only these.',
    );
    expect(remarks({ loaded: 5, expected: null }).join(' ')).toContain('reloading');
  });

  it('names an unfinished task with the same spec', async () => {
    const service = openService({ listings: 30 });
    const { id } = service.tasks.create(calendarsOfAll);
    expect(service.tasks.plan(calendarsOfAll).duplicate).toEqual({ id, state: 'running' });
    service.tasks.pause(id);
    expect(service.tasks.plan(calendarsOfAll).duplicate).toEqual({ id, state: 'paused' });
    const until = '2026-12-02';
    expect(service.tasks.plan({ ...calendarsOfAll, spec: { ...calendarsOfAll.spec, until } }).duplicate).toBeNull();
    service.tasks.cancel(id);
    expect(service.tasks.plan(calendarsOfAll).duplicate).toBeNull();
  });

  it('estimates requests per step from an earlier task of its kind', async () => {
    const service = openService({ pages: 3, listings: 0 });
    const first = { ...stays, spec: { ...stays.spec, lastCheckIn: '2026-12-06' } };
    expect(service.tasks.plan(first)).toMatchObject({ requests: 6, atLeast: true, fromEarlierTask: false });
    const { id } = service.tasks.create(first);
    await untilIdle(service, id);
    expect(taskOf(service, id).requests).toBe(12);
    const plan = service.tasks.plan(stays);
    expect(plan).toMatchObject({ requests: 28, atLeast: false, fromEarlierTask: true });
    expect(plan.remarks.join(' ')).not.toContain('assumed');
  });

  it('plans every page that the loaded listings can fill, so that a task of stays needs no more than its plan', async () => {
    const service = openService({
      ...{ listings: 340, searchPageSize: 100, pages: 4 },
      answer: ({ page }) => [{ _id: `page ${page?.skip ?? 0}` }],
    });
    const plan = service.tasks.plan(stays);
    const steps = plan.requests / 4;
    expect(plan).toMatchObject({ atLeast: false, fromEarlierTask: false });
    expect(plan.remarks[0]).toBe(`At most 4 pages of results, one request each, for each of ${steps} check-in days.`);
    const { id } = service.tasks.create(stays);
    const began = service.clock.now();
    await untilIdle(service, id);
    expect(taskOf(service, id).requests).toBe(plan.requests);
    const took = (taskOf(service, id).finishedAt ?? 0) - began;
    expect(Math.abs(plan.durationMs / took - 1)).toBeLessThan(0.25);
  });

  it('estimates each of several tasks that take turns within a quarter', async () => {
    const service = openService({ pages: 3, rules: [{ windowMs: 60_000, limit: 275 }] });
    const began = service.clock.now();
    const first = service.tasks.create(stays).id;
    await untilIdle(service, first);
    await service.clock.advance(120_000);
    const start = service.clock.now();
    const tasks = Array.from({ length: 6 }, (_, at) => {
      const firstCheckIn = `2026-12-${String(at + 1).padStart(2, '0')}`;
      const lastCheckIn = `2026-12-${String(at + 14).padStart(2, '0')}`;
      return service.tasks.create({ ...stays, spec: { ...stays.spec, firstCheckIn, lastCheckIn } }).id;
    });
    const promised: number[] = [];
    for (let turn = 0; turn < 1_000 && tasks.some((id) => taskOf(service, id).state === 'running'); turn += 1) {
      if (turn === 20)
        promised.push(...tasks.map((id) => service.clock.now() - start + (taskOf(service, id).estimateMs ?? 0)));
      await service.clock.advance(250);
    }
    const took = tasks.map((id) => (taskOf(service, id).finishedAt ?? 0) - start);
    expect(began).toBeLessThan(start);
    expect(Math.max(...took)).toBeGreaterThan(30_000);
    for (const [at, ms] of promised.entries()) expect(Math.abs(ms / (took[at] ?? 1) - 1)).toBeLessThan(0.25);
  });

  it('rejects input that is no task', () => {
    const { tasks } = openService({ listings: 0 });
    const issuesOf = (spec: Parameters<typeof tasks.plan>[0]['spec']) => {
      try {
        tasks.plan({ connectionId, applicationId: null, spec });
      } catch (error) {
        if (error instanceof AppError && error.data.code === 'invalidInput') return error.data.issues;
        throw error;
      }
      return [];
    };
    expect(issuesOf(calendarsOfAll.spec)).toMatchObject([{ message: 'Load the properties first.' }]);
    expect(issuesOf({ ...calendarsOfAll.spec, listingIds: ['a'], until: '2026-11-30' })).toHaveLength(1);
    expect(issuesOf({ ...calendarsOfAll.spec, listingIds: ['a'], until: '2036-11-30' })).toHaveLength(1);
    expect(
      issuesOf({ kind: 'stays', firstCheckIn: '2026-12-02', lastCheckIn: '2026-12-01', nights: 2, guests: null }),
    ).toHaveLength(1);
    const many = Array.from({ length: 50_001 }, (_, index) => String(index));
    expect(issuesOf({ ...calendarsOfAll.spec, listingIds: many })).toMatchObject([{ path: 'spec' }]);
    expect(() => tasks.plan({ ...calendarsOfAll, connectionId: 'other' })).toThrow('notFound');
  });
});

describe('a task', () => {
  it('reads every listing once at the limit, and its estimate comes true', async () => {
    const service = openService({ listings: 240 });
    const planned = service.tasks.plan(calendarsOfAll).durationMs;
    const began = service.clock.now();
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(20_000);
    const half = taskOf(service, id);
    expect(half.state).toBe('running');
    expect((half.estimateMs ?? 0) + 20_000).toBeGreaterThan(0.93 * planned);
    expect((half.estimateMs ?? 0) + 20_000).toBeLessThan(1.07 * planned);
    await untilIdle(service, id);
    const done = taskOf(service, id);
    expect(done).toMatchObject({
      state: 'done',
      steps: 240,
      done: 240,
      failed: 0,
      requests: 240,
      rows: 240,
      estimateMs: null,
    });
    expect(Math.abs((done.finishedAt ?? 0) - began - planned)).toBeLessThan(0.04 * planned);
    expect(await listingsOf(service, id)).toEqual(ids(240));
    expect(service.calls.every(({ lane, taskId }) => lane === 'bulk' && taskId === id)).toBe(true);
  });

  it.each([100, 8_000])('keeps the limiter as busy as it can be while answers take %i ms', async (latencyMs) => {
    const clock = new ManualClock();
    const limiter = openService({ clock }).limiter;
    const began = clock.now();
    const one = async () => {
      const permit = await limiter.acquire({ kind: 'read', lane: 'bulk', task: 't' });
      permit.sent();
      await new Promise<void>((resolve) => void clock.after(latencyMs, resolve));
      permit.answered(answerOf({ status: 200 }));
    };
    await clock.until(Promise.all(Array.from({ length: 330 }, one)));
    const bareMs = clock.now() - began;

    const service = openService({ listings: 330, latencyMs });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    const tookMs = (taskOf(service, id).finishedAt ?? 0) - taskOf(service, id).createdAt;
    // The task sends few requests before the first answer.
    expect(tookMs - latencyMs).toBeLessThan(1.03 * bareMs);
  });

  it('publishes its progress at most four times a second', async () => {
    const service = openService({ listings: 60, rules: [], latencyMs: 20 });
    service.tasks.create(calendarsOfAll);
    await service.clock.advance(3_000);
    expect(service.events.length).toBeLessThanOrEqual(13);
    expect(service.events.at(-1)?.tasks[0]).toMatchObject({ state: 'done', done: 60 });
    const revisions = service.events.map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('is paused, resumed and cancelled by a person; its results stay', async () => {
    const service = openService({ listings: 60 });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(5_000);
    expect(service.tasks.pause(id)).toMatchObject({ state: 'paused', error: null });
    await service.clock.advance(60_000);
    const paused = taskOf(service, id);
    expect(paused.done).toBeLessThan(45);
    expect(service.calls.length).toBe(paused.done);
    expect(service.tasks.resume(id).state).toBe('running');
    await service.clock.advance(1_000);
    expect(service.tasks.cancel(id)).toMatchObject({ state: 'cancelled' });
    await service.clock.advance(60_000);
    const cancelled = taskOf(service, id);
    expect(cancelled.done).toBeLessThan(60);
    expect(cancelled.finishedAt).not.toBeNull();
    expect(await listingsOf(service, id)).toHaveLength(cancelled.done);
    expect(service.tasks.resume(id).state).toBe('cancelled');
    expect(service.limiter.snapshot().queued).toBe(0);
  });

  it('sends no request after a pause, not even for a further page', async () => {
    const stays = {
      kind: 'stays',
      firstCheckIn: '2026-12-01',
      lastCheckIn: '2026-12-12',
      nights: 2,
      guests: 2,
    } as const;
    for (const spec of [calendarsOfAll.spec, stays]) {
      const service = openService({ listings: 90, latencyMs: 2_000, pages: 4 });
      const { id } = service.tasks.create({ ...calendarsOfAll, spec });
      await service.clock.advance(11_100);
      service.tasks.pause(id);
      const sent = service.calls.length;
      expect(sent).toBeGreaterThan(10);
      expect(taskOf(service, id)).toMatchObject({ state: 'paused', requests: sent });
      await service.clock.advance(60_000);
      expect(service.calls).toHaveLength(sent);
      expect(taskOf(service, id)).toMatchObject({ state: 'paused', requests: sent, failed: 0, error: null });
      // Aborted steps run again, also when the person resumes at once.
      service.tasks.resume(id);
      await service.clock.advance(5_000);
      service.tasks.pause(id);
      service.tasks.resume(id);
      await untilIdle(service, id);
      expect(taskOf(service, id)).toMatchObject({ state: 'done', failed: 0 });
    }
  });

  it('pauses when a person cancels its pending requests, and runs those steps after it is resumed', async () => {
    let cancelled = false;
    const service = openService({
      listings: 30,
      answer: (call) => {
        if (cancelled) throw new AppError('cancelled', {});
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(2_000);
    cancelled = true;
    await service.clock.advance(20_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', error: null, failed: 0 });
    cancelled = false;
    service.tasks.resume(id);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 30, failed: 0 });
    expect(await listingsOf(service, id)).toEqual(ids(30));
  });

  it('aborts requests that are in flight ten seconds after a pause', async () => {
    const service = openService({ latencyMs: 60_000 });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(1_000);
    service.tasks.pause(id);
    await service.clock.advance(120_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', done: 0, failed: 0 });
  });

  it('continues when single steps fail, and retries them on demand', async () => {
    let broken = true;
    const service = openService({
      listings: 30,
      answer: (call) => {
        if (broken && Number(String(call.values.listingId).slice(1)) % 4 === 3) throw refused(404);
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 23, failed: 7, rows: 23 });
    expect(service.tasks.failures(id)[0]).toMatchObject({ step: 'Place 3 (l3)', error: { code: 'refused' } });
    broken = false;
    expect(service.tasks.retryFailed(id)).toMatchObject({ state: 'running', failed: 0 });
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 30, failed: 0, requests: 37 });
    expect(await listingsOf(service, id)).toEqual(ids(30));
  });

  it('retries failed steps while others are in flight, and requests those only once', async () => {
    let broken = true;
    const service = openService({
      listings: 60,
      latencyMs: 3_000,
      answer: (call) => {
        if (broken && call.values.listingId === 'l0') throw refused(404);
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    while (taskOf(service, id).failed === 0) await service.clock.advance(100);
    broken = false;
    service.tasks.retryFailed(id);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 60, failed: 0, requests: 61 });
    expect(await listingsOf(service, id)).toEqual(ids(60));
  });

  it('pauses after a few 403 in a row instead of sending hundreds of requests', async () => {
    let refusing = true;
    const service = openService({
      listings: 120,
      answer: (call) => {
        if (refusing && service.calls.length > 50) throw forbidden();
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    const halted = taskOf(service, id);
    expect(halted).toMatchObject({ state: 'paused', failed: 0, error: { code: 'forbidden' } });
    expect(service.calls.length).toBeLessThan(65);
    refusing = false;
    service.tasks.resume(id);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 120, failed: 0, error: null });
    expect(await listingsOf(service, id)).toEqual(ids(120));
  });

  it.each([
    new AppError('addressMissing', { address: 'Booking Engine address' }),
    new AppError('secretMissing', { label: 'Website' }),
    new AppError('notFound', { what: 'This connection' }),
    new AppError('credentialsRejected', { label: 'Website', server }),
    new AppError('tokenAnswerUnusable', { problem: 'it is a web page', exchangeId: null }),
    new AppError('redirected', {
      host: 'h',
      status: 301,
      location: null,
      address: 'Booking Engine address',
      exchangeId: null,
    }),
  ])('pauses at once for $code, which a person must decide', async (error) => {
    const service = openService({
      answer: () => {
        throw error;
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', failed: 0, error: { code: error.code } });
    expect(service.calls.length).toBeLessThanOrEqual(3);
  });

  it.each([
    new AppError('circuitOpen', { host: 'h', until: 0, failures: 9, reason: 'it answered 503' }),
    new AppError('servicePaused', { what: 'w', host: 'h', until: 0, status: 503 }),
    new AppError('quotaExhausted', { label: 'Website', limit: 5, nextSlotAt: null, assumption: 'rolling' }),
    new AppError('reserveKept', { label: 'Website', reserve: 1, nextSlotAt: null, assumption: 'rolling' }),
    new AppError('tokenEndpointUnreachable', { host: 'h', reason: 'r', mayHaveBeenIssued: false }),
    new AppError('tokenEndpointFailed', { label: 'Website', server }),
    new AppError('queueFull', { queued: 10_000, estimateMs: 1 }),
  ])('waits after $code, and goes on by itself', async (error) => {
    const clock = new ManualClock();
    const until = clock.now() + 20 * 60_000;
    const service = openService({
      clock,
      answer: (call) => {
        if (clock.now() < until) throw error;
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await clock.advance(19 * 60_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'running', done: 0, failed: 0, error: { code: error.code } });
    expect(service.calls.length).toBeLessThanOrEqual(3 * 20);
    await clock.advance(3 * 60_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 10, failed: 0, error: null });
  });

  it.each([
    new AppError('unreachable', { host: 'h', reason: 'r', exchangeId: null }),
    new AppError('timedOut', { host: 'h', afterMs: 30_000, exchangeId: null }),
    new AppError('serverFailed', { server }),
    new AppError('rateLimited', { retryAt: null, server: { ...server, status: 429 } }),
  ])('goes on by itself after an outage of a quarter of an hour ($code)', async (error) => {
    const clock = new ManualClock();
    const from = clock.now() + 20_000;
    const service = openService({
      clock,
      listings: 140,
      answer: (call) => {
        if (clock.now() >= from && clock.now() < from + 900_000) throw error;
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 140, failed: 0, error: null });
    expect(service.calls.length).toBeLessThan(340);
  });

  it('goes on as soon as a step in flight succeeds while it waits', async () => {
    const clock = new ManualClock();
    const late = () => new Promise<void>((resolve) => void clock.after(2_000, resolve));
    let first: unknown = null;
    const service = openService({
      clock,
      listings: 20,
      answer: async (call) => {
        first ??= call;
        if (call === first) throw new AppError('circuitOpen', { host: 'h', until: 0, failures: 9, reason: 'r' });
        await late();
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await clock.advance(1_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'running', error: { code: 'circuitOpen' } });
    const sent = service.calls.length;
    expect(sent).toBeGreaterThan(1);
    await clock.advance(5_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'running', error: null });
    expect(service.calls.length).toBeGreaterThan(sent);
  });

  it('runs each step once more when the disk fails as it begins to wait', async () => {
    let isDown = true;
    const succeeded: unknown[] = [];
    const service = openService({
      answer: (call) => {
        if (isDown) throw new AppError('queueFull', { queued: 10_000, estimateMs: 1 });
        succeeded.push(call.values.listingId);
        return oneDay(call);
      },
    });
    const change = service.store.change.bind(service.store);
    service.store.change = () => {
      throw new AppError('storageFailed', { what: 'Tasks', reason: 'full' });
    };
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(5_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', error: { code: 'storageFailed' } });
    service.store.change = change;
    isDown = false;
    service.tasks.resume(id);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 10, failed: 0 });
    expect(succeeded.sort()).toEqual(ids(10));
  });

  it('ends although some steps always fail at the service', async () => {
    const service = openService({
      listings: 40,
      answer: (call) => {
        if (/^l1\d$/.test(String(call.values.listingId))) throw new AppError('serverFailed', { server });
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(5 * 60_000);
    expect(taskOf(service, id)).toMatchObject({ done: 30 });
    await service.clock.advance(3 * 3_600_000);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 30, failed: 10 });
  });

  it('that waits can be paused by a person, and then stays paused', async () => {
    let isDown = true;
    const service = openService({
      answer: (call) => {
        if (isDown) throw new AppError('tokenEndpointFailed', { label: 'Website', server });
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(10_000);
    expect(service.tasks.pause(id)).toMatchObject({ state: 'paused' });
    isDown = false;
    const sent = service.calls.length;
    await service.clock.advance(600_000);
    expect(service.calls).toHaveLength(sent);
    service.tasks.resume(id);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 10, failed: 0, error: null });
  });

  it('fails a step that is always answered 401, and goes on to its end', async () => {
    const service = openService({
      listings: 60,
      answer: (call) => {
        if (call.values.listingId === 'l30') throw unauthorized();
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 59, failed: 1, error: null });
    expect(service.tasks.failures(id)).toMatchObject([{ error: { code: 'unauthorized' } }]);
  });

  it.each([['401', unauthorized] as const, ['403', forbidden] as const])(
    'pauses after several %s in a row, and after it is resumed fails those that are refused again',
    async (_, refusal) => {
      const service = openService({
        listings: 60,
        answer: (call) => {
          if (/^l(2\d|3\d)$/.test(String(call.values.listingId))) throw refusal();
          return oneDay(call);
        },
      });
      const { id } = service.tasks.create(calendarsOfAll);
      let resumed = 0;
      for (; taskOf(service, id).state !== 'done' && resumed < 9; resumed += 1) {
        await untilIdle(service, id);
        if (taskOf(service, id).state === 'paused') service.tasks.resume(id);
      }
      expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 40, failed: 20 });
      expect(resumed).toBeGreaterThan(1);
    },
  );

  it('pauses when its first ten steps fail, because then the task itself is wrong', async () => {
    const service = openService({
      listings: 100,
      answer: () => {
        throw refused(404);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', failed: 0, error: { code: 'refused' } });
    expect(service.calls.length).toBeLessThan(20);
  });

  it('runs a step again that got no permit before its deadline', async () => {
    let late = 3;
    const service = openService({
      answer: (call) => {
        late -= 1;
        if (late >= 0) throw new AppError('deadlineExceeded', { what: 'Calendar of a listing', afterMs: 900_000 });
        return oneDay(call);
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'done', done: 10, failed: 0 });
  });

  it('pauses after an internal error, and shows only its log id', async () => {
    const service = openService({
      answer: () => {
        throw new Error('planted-detail');
      },
    });
    const { id } = service.tasks.create(calendarsOfAll);
    await untilIdle(service, id);
    expect(taskOf(service, id)).toMatchObject({ state: 'paused', error: { code: 'internal' } });
    expect(JSON.stringify(service.tasks.snapshot(connectionId))).not.toContain('planted-detail');
  });

  it('shares the limit evenly with another task', async () => {
    const service = openService({ listings: 100 });
    const first = service.tasks.create(calendarsOfAll).id;
    const second = service.tasks.create(calendarsOfAll).id;
    await service.clock.advance(20_000);
    const [a, b] = [taskOf(service, first), taskOf(service, second)];
    expect(Math.abs(a.done - b.done)).toBeLessThan(0.25 * a.done);
    expect(a.estimateMs).toBeGreaterThan(15_000);
  });

  it('is forgotten with its connection, and its snapshot has few of its listings', async () => {
    const service = openService();
    const listingIds = Array.from({ length: 5_000 }, (_, index) => `x${index}`);
    const spec = { ...calendarsOfAll.spec, listingIds };
    const task = service.tasks.create({ ...calendarsOfAll, spec });
    expect(task.spec.kind === 'calendars' && task.spec.listingIds?.length).toBe(20);
    expect(task.steps).toBe(5_000);
    service.tasks.forget(connectionId);
    expect(service.tasks.snapshot(connectionId).tasks).toEqual([]);
    expect(() => service.tasks.pause(task.id)).toThrow('notFound');
  });

  it('comes back at its place and with its results when its deletion is undone', async () => {
    const service = openService({ listings: 3 });
    const ids = ['2026-12-01', '2026-12-02', '2026-12-03'].map(
      (day) => service.tasks.create({ ...calendarsOfAll, spec: { ...calendarsOfAll.spec, from: day, until: day } }).id,
    );
    await service.clock.advance(10_000);
    const listed = () => service.tasks.snapshot(connectionId).tasks.map(({ id }) => id);
    const before = listed();
    const [, id = ''] = ids;
    const results = await listingsOf(service, id);
    const deletionId = await service.tasks.remove(id);
    expect(listed()).toEqual(before.filter((other) => other !== id));
    expect(() => service.tasks.pause(id)).toThrow('notFound');
    await expect(service.tasks.remove(id)).rejects.toThrow('notFound');
    await service.clock.advance(UNDO_MS);
    await service.deletions.undo(deletionId);
    expect(listed()).toEqual(before);
    await service.clock.advance(60_000);
    expect(taskOf(service, id).state).toBe('done');
    expect(await listingsOf(service, id)).toEqual(results);
    await service.tasks.remove(id);
    await service.clock.advance(60_000);
    expect(service.store.tasks().map((task) => task.id)).not.toContain(id);
  });

  it('keeps a plausible estimate while its clock jumps', async () => {
    const service = openService({ listings: 240 });
    const { id } = service.tasks.create(calendarsOfAll);
    await service.clock.advance(20_000);
    service.moveClock(30 * 86_400_000);
    await service.clock.advance(500);
    const ahead = taskOf(service, id).estimateMs ?? 0;
    expect(ahead).toBeGreaterThan(5_000);
    expect(ahead).toBeLessThan(60_000);
    service.moveClock(-31 * 86_400_000);
    await service.clock.advance(500);
    const back = taskOf(service, id).estimateMs ?? 0;
    expect(back).toBeGreaterThan(5_000);
    expect(back).toBeLessThan(120_000);
  });
});

describe('after a restart', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => removeTempFolder(folder));

  async function restarted(options: ServiceOptions) {
    const clock = new ManualClock();
    const first = openService({ folder, clock, listings: 60 });
    const { id } = first.tasks.create(calendarsOfAll);
    await clock.advance(5_000);
    const { done } = taskOf(first, id);
    expect(done).toBeGreaterThan(10);
    first.tasks.close();
    const second = openService({ folder, clock, listings: 60, ...options });
    second.tasks.restore();
    return { id, done, second };
  }

  it('resumes by itself when there is a token', async () => {
    const { id, done, second } = await restarted({});
    expect(taskOf(second, id)).toMatchObject({ state: 'running', done });
    await untilIdle(second, id);
    expect(taskOf(second, id)).toMatchObject({ state: 'done', done: 60 });
    expect(second.calls).toHaveLength(60 - done);
    expect(await listingsOf(second, id)).toEqual(ids(60));
  });

  it('is gone when it was removed before a kill, and sends nothing', async () => {
    const clock = new ManualClock();
    const pending: ServiceOptions['pending'] = [];
    const first = openService({ folder, clock, listings: 60, pending });
    const { id } = first.tasks.create(calendarsOfAll);
    await clock.advance(5_000);
    await first.tasks.remove(id);
    const second = openService({ folder, clock: new ManualClock(clock.now()), listings: 60, pending: [...pending] });
    await second.deletions.finishEarlier();
    second.tasks.restore();
    await second.clock.advance(60_000);
    expect([second.tasks.snapshot(connectionId).tasks, second.store.tasks(), second.calls]).toEqual([[], [], []]);
    await first.tasks.close();
  });

  it('stays hidden and sends nothing when its deletion fails at the start', async () => {
    const clock = new ManualClock();
    const pending: ServiceOptions['pending'] = [];
    const first = openService({ folder, clock, listings: 60, pending });
    const { id } = first.tasks.create(calendarsOfAll);
    await clock.advance(5_000);
    await first.tasks.remove(id);
    await first.tasks.close();
    const second = openService({ folder, clock: new ManualClock(clock.now()), listings: 60, pending: [...pending] });
    second.store.remove = () => {
      throw new AppError('storageFailed', { what: 'The tasks', reason: 'the disk is full', access: 'write' });
    };
    await second.deletions.finishEarlier();
    second.tasks.restore();
    await second.clock.advance(60_000);
    expect([second.tasks.snapshot(connectionId).tasks, second.calls]).toEqual([[], []]);
    expect(second.store.tasks()).toHaveLength(1);
  });

  it('pauses with a reason when resuming would issue a token', async () => {
    const { id, done, second } = await restarted({ hasToken: () => false });
    await second.clock.advance(60_000);
    expect(taskOf(second, id)).toMatchObject({
      state: 'paused',
      done,
      error: { code: 'tokenNeeded', label: 'Website' },
    });
    expect(second.calls).toHaveLength(0);
    second.tasks.resume(id);
    await untilIdle(second, id);
    expect(taskOf(second, id)).toMatchObject({ state: 'done', done: 60, error: null });
  });

  it('does not judge a token before it is read, and leaves alone what a person changed meanwhile', async () => {
    const reads = Promise.withResolvers<void>();
    let hasToken = false;
    const unread = { hasToken: () => hasToken, tokenRead: () => reads.promise };
    const { id, done, second } = await restarted(unread);
    await second.clock.advance(60_000);
    expect(taskOf(second, id)).toMatchObject({ state: 'running', done, error: null });
    expect(second.calls).toHaveLength(0);
    second.tasks.pause(id);
    hasToken = true;
    reads.resolve();
    await second.clock.advance(60_000);
    expect(taskOf(second, id)).toMatchObject({ state: 'paused', done, error: null });
    second.tasks.resume(id);
    await untilIdle(second, id);
    expect(taskOf(second, id)).toMatchObject({ state: 'done', done: 60 });
  });

  it('stays a running task when the console closes before its token is read', async () => {
    const reads = Promise.withResolvers<void>();
    const { done, second } = await restarted({ hasToken: () => false, tokenRead: () => reads.promise });
    await second.tasks.close();
    reads.resolve();
    await second.clock.advance(60_000);
    expect(second.log.entries).toEqual([]);
    const third = openService({ folder, clock: second.clock, listings: 60 });
    expect(third.store.tasks()).toMatchObject([{ state: 'running', done, error: null }]);
    await third.tasks.close();
  });

  it('pauses a task with a damaged plan, and resumes the others', async () => {
    const clock = new ManualClock();
    const first = openService({ folder, clock, listings: 20 });
    const damaged = first.tasks.create(calendarsOfAll);
    const whole = first.tasks.create(calendarsOfAll);
    first.tasks.close();
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.exec("UPDATE plans SET steps = x'00ff' WHERE task = (SELECT min(task) FROM plans)");
    database.close();
    const second = openService({ folder, clock, listings: 20 });
    second.tasks.restore();
    const stopped = { state: 'paused', error: { code: 'storageFailed' } };
    expect(taskOf(second, damaged.id)).toMatchObject(stopped);
    expect(() => second.tasks.resume(damaged.id)).toThrow('storageFailed');
    expect(taskOf(second, damaged.id)).toMatchObject(stopped);
    await untilIdle(second, whole.id);
    expect(taskOf(second, whole.id)).toMatchObject({ state: 'done', done: 20 });
  });

  it('pauses without its application, and waits on the disk without its connection', async () => {
    const { id, second } = await restarted({ connection: () => connectionFixture({ applications: [] }) });
    expect(taskOf(second, id)).toMatchObject({ state: 'paused', error: { code: 'notFound' } });
    second.tasks.close();
    const third = openService({
      folder,
      connection: () => {
        throw new AppError('notFound', { what: 'This connection' });
      },
    });
    third.tasks.restore();
    expect(third.store.tasks()).toHaveLength(1);
  });
});

describe('stays', () => {
  const spec = {
    kind: 'stays',
    firstCheckIn: '2026-12-30',
    lastCheckIn: '2027-01-02',
    nights: 3,
    guests: 2,
  } as const;

  it('searches each day and stores a row for each listing', async () => {
    const service = openService({
      listings: 0,
      answer: () => [
        { _id: 'a', title: 'A', prices: { basePrice: 100, currency: 'EUR' } },
        { _id: 'b', title: 'B' },
      ],
    });
    expect(service.tasks.plan({ connectionId, applicationId: null, spec })).toMatchObject({
      requests: 4,
      atLeast: true,
    });
    const { id } = service.tasks.create({ connectionId, applicationId: null, spec });
    await untilIdle(service, id);
    const { rows, total, columns } = await service.tasks.rows({ id, search: '', offset: 0, limit: 10 });
    expect(total).toBe(8);
    expect(columns.map(({ key }) => key)).toEqual([
      'checkIn',
      'checkOut',
      'listing',
      'title',
      'perNight',
      'total',
      'currency',
      'remark',
    ]);
    const first = rows.find(({ step, cells }) => step === '2026-12-30' && cells[2] === 'a');
    expect(first?.cells).toEqual(['2026-12-30', '2027-01-02', 'a', 'A', 100, 300, 'EUR', null]);
    expect(service.calls[0]?.values).toEqual({ checkIn: '2026-12-30', checkOut: '2027-01-02', guests: 2 });
  });

  it('reads every page of a day, also past a thousand', async () => {
    const answer = ({ page }: ApiCall) => [{ _id: `l${page?.skip ?? 0}` }];
    const service = openService({ pages: 1_205, answer, rules: [], latencyMs: 1 });
    const day = { ...spec, lastCheckIn: spec.firstCheckIn };
    const { id } = service.tasks.create({ connectionId, applicationId: null, spec: day });
    await untilIdle(service, id);
    const { rows, total } = await service.tasks.rows({ id, search: '', offset: 0, limit: 1 });
    expect([total, rows[0]?.cells.at(-1)]).toEqual([1_205, null]);
  });

  it('fails a day whose only page is empty and names a further one', async () => {
    const { run } = kindOf(spec);
    const page = { body: [], records: [], total: null, limit: 20, nextSkip: null, receivedAt: 0, variantId: 'v' };
    const send = async () => ({ ...page, nextCursor: 'c', exchangeId: 'x' });
    await expect(run(spec, { key: '2026-12-30', title: '' }, send)).rejects.toMatchObject({ code: 'answerUnusable' });
    const none = async () => ({ ...page, nextCursor: null, exchangeId: 'x' });
    expect(await run(spec, { key: '2026-12-30', title: '' }, none)).toEqual({ rows: [] });
  });

  it('says in each row of a day that it may be incomplete, and why', async () => {
    const service = openService({ pages: 9, answer: () => [{ _id: 'a' }, { _id: 'b' }] });
    const { id } = service.tasks.create({ connectionId, applicationId: null, spec });
    await untilIdle(service, id);
    const { rows, total } = await service.tasks.rows({ id, search: '', offset: 0, limit: 10 });
    expect(total).toBe(8);
    expect(new Set(rows.map(({ cells }) => cells.at(-1)))).toEqual(
      new Set(['May be incomplete. The service sent a page again instead of the next one.']),
    );
  });

  it('uses the chosen application', async () => {
    const other = applicationFixture({ id: 'cred-app-2', label: 'Partner' });
    const service = openService({
      connection: () => connectionFixture({ applications: [applicationFixture(), other] }),
      answer: () => [],
    });
    service.tasks.create({ connectionId, applicationId: 'cred-app-2', spec });
    await service.clock.advance(1_000);
    expect(service.calls[0]?.credentialId).toBe('cred-app-2');
  });
});
