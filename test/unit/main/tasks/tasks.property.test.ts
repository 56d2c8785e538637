/**
 * Whatever a person, the service and the process do, in any order, a task that ends has run each step exactly once and stored its rows exactly
 * once.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/shared/app-error.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { calendarsOfAll, forbidden, listingsOf, oneDay, openService, type Service, taskOf } from './service.ts';

const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4_000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'retryFailed' as const,
        'kill' as const,
        'close' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      state: fc.constantFrom(
        'well' as const,
        'forbids' as const,
        'fails' as const,
        'refuses' as const,
        'breaks' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('token' as const), there: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), byMs: fc.integer({ min: -90_000, max: 90_000 }) }),
  },
);

const server = { status: 500, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };

describe('a task', () => {
  it('runs each step once and stores each row once, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 25 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 5, max: 1_500 }),
        fc.boolean(),
        async (acts, listings, latencyMs, cancels) => {
          const folder = makeTempFolder();
          const clock = new ManualClock();
          let store = join(folder, 'store');
          let lives = 0;
          let state: 'well' | 'forbids' | 'fails' | 'refuses' | 'breaks' = 'well';
          let there = true;
          const start = (): Service => {
            const service = openService({
              folder: store,
              clock,
              listings,
              latencyMs,
              hasToken: () => there,
              answer: (call) => {
                if (state === 'forbids') throw forbidden();
                if (state === 'fails') throw new AppError('serverFailed', { server });
                if (state === 'refuses') throw new AppError('refused', { server: { ...server, status: 404 } });
                if (state === 'breaks') throw new TypeError('broken');
                return oneDay(call);
              },
            });
            service.tasks.restore();
            return service;
          };
          /** Continues with a copy of the files at this instant, as after a SIGKILL of the old process. */
          const kill = (): Service => {
            lives += 1;
            const next = join(folder, `store-${lives}`);
            cpSync(store, next, { recursive: true, filter: (path) => !path.endsWith('-shm') });
            const old = service;
            store = next;
            const fresh = start();
            old.tasks.close();
            return fresh;
          };

          let service = start();
          const { id } = service.tasks.create(calendarsOfAll);
          for (const one of acts) {
            if (one.kind === 'wait') await clock.advance(one.ms);
            else if (one.kind === 'service') state = one.state;
            else if (one.kind === 'token') there = one.there;
            else if (one.kind === 'clock') service.moveClock(one.byMs);
            else if (one.kind === 'kill') service = kill();
            else if (one.kind === 'close') {
              service.tasks.close();
              service = start();
            } else service.tasks[one.kind](id);
            const now = taskOf(service, id);
            expect(now.done + now.failed).toBeLessThanOrEqual(now.steps);
            expect(now.rows).toBe(now.done);
            const held = await listingsOf(service, id);
            expect(new Set(held).size).toBe(held.length);
            expect(held.length).toBe(now.done);
          }

          state = 'well';
          if (cancels) {
            const before = taskOf(service, id);
            const after = service.tasks.cancel(id);
            await clock.advance(120_000);
            expect(taskOf(service, id).state).toBe(before.state === 'done' ? 'done' : 'cancelled');
            expect(await listingsOf(service, id)).toHaveLength(after.done);
          } else {
            for (let turn = 0; turn < 5; turn += 1) {
              service.tasks.resume(id);
              service.tasks.retryFailed(id);
              await clock.advance(120_000);
            }
            expect(taskOf(service, id)).toMatchObject({ state: 'done', done: listings, failed: 0, rows: listings });
            const wanted = Array.from({ length: listings }, (_, index) => `l${index}`).sort();
            expect(await listingsOf(service, id)).toEqual(wanted);
          }
          service.tasks.close();
          removeTempFolder(folder);
        },
      ),
      { numRuns: 15 },
    );
  });
});
