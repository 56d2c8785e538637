/** Matrix tasks: which requests they send, and what they keep for the next one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../../src/main/api/api-client.ts';
import type { NewTask } from '../../../../src/main/tasks/planner.ts';
import { dayNumber, type Json, nightsBetween, plainDateOf } from '../../../../src/shared/model/primitives.ts';
import type { TaskSpec } from '../../../../src/shared/model/task.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { connectionId, openService, type Service, type ServiceOptions, taskOf } from './service.ts';

const HOUR = 3_600_000;

type MatrixSpec = Extract<TaskSpec, { kind: 'matrix' }>;
type Changes = Partial<MatrixSpec['stays']> & { listings?: Partial<MatrixSpec['listings']>; maxAgeMs?: number };

/** Thirty arrivals of three nights, at all listings. */
function matrixOf({ listings, maxAgeMs = HOUR, ...stays }: Changes = {}): NewTask & { spec: MatrixSpec } {
  return {
    connectionId,
    applicationId: null,
    spec: {
      kind: 'matrix',
      stays: {
        firstArrival: '2027-01-01',
        lastArrival: '2027-01-30',
        weekends: false,
        nights: 3,
        guests: null,
        ...stays,
      },
      listings: { ids: null, places: [], bedrooms: null, ...listings },
      maxAgeMs,
    },
  };
}

/** Every day that was asked for, free at 100. */
function wholeCalendar({ values }: ApiCall): Json {
  const { from, to } = values as { from: string; to: string };
  return Array.from({ length: nightsBetween(from, to) + 1 }, (_, at) => ({
    date: plainDateOf(dayNumber(from) + at),
    status: 'available',
    price: 100,
    currency: 'EUR',
  }));
}

/** Calendars of whole ranges; a search finds the first two listings. */
const answer = (call: ApiCall): Json =>
  call.operation === 'calendar'
    ? wholeCalendar(call)
    : ['l0', 'l1'].map((_id) => ({ _id, prices: { basePrice: 90, currency: 'EUR' } }));

const open = (options: ServiceOptions = {}): Service => openService({ answer, searchPageSize: 20, ...options });

async function run(service: Service, input = matrixOf()): Promise<string> {
  const { id } = service.tasks.create(input);
  for (let turn = 0; turn < 2_000 && taskOf(service, id).state === 'running'; turn += 1)
    await service.clock.advance(250);
  expect(taskOf(service, id)).toMatchObject({ state: 'done', failed: 0 });
  return id;
}

const spans = ({ calls }: Service): string[] =>
  calls.map(({ values }) => `${String(values.listingId)} ${String(values.from)} ${String(values.to)}`);

describe('the plan of a matrix', () => {
  it('reads one calendar for each listing when searches would take more requests', () => {
    const plan = open({ listings: 60 }).tasks.plan(matrixOf());
    expect(plan).toMatchObject({ requests: 60, atLeast: false });
    expect(plan.remarks).toContain('60 requests, one for each listing; searching each arrival would take 90.');
  });

  it('searches each arrival when calendars would take more, and reads nothing for no arrival', () => {
    const service = open({ listings: 60 });
    const plan = service.tasks.plan(matrixOf({ weekends: true }));
    // Ten Fridays and Saturdays, three pages each.
    expect(plan).toMatchObject({ requests: 30, atLeast: false });
    expect(plan.remarks).toContain(
      'A search for each of 10 arrivals; reading each listing would take 60 requests. A search does not say why a listing is not free.',
    );
    expect(service.tasks.plan(matrixOf({ weekends: true, lastArrival: '2027-01-01' })).requests).toBe(3);
    expect(
      service.tasks.plan(matrixOf({ weekends: true, firstArrival: '2027-01-03', lastArrival: '2027-01-07' })).requests,
    ).toBe(0);
  });

  it('searches when no listing is loaded', () => {
    expect(open({ listings: 0 }).tasks.plan(matrixOf())).toMatchObject({ requests: 30, atLeast: true });
  });

  it('leaves out listings that are unpublished, too small or not chosen', () => {
    const service = open({
      listings: 60,
      listed: (index) => index >= 10,
      listing: (index) => ({
        sleeps: index < 20 ? 2 : 4,
        place: index % 2 === 0 ? 'Lisbon' : 'Porto',
        bedrooms: index % 3 === 0 ? 2 : 1,
      }),
    });
    const plan = service.tasks.plan(matrixOf({ guests: 4 }));
    expect(plan.requests).toBe(40);
    expect(plan.remarks).toContain('10 unpublished properties skipped.');
    expect(plan.remarks).toContain('10 properties for fewer than 4 guests skipped.');
    expect(service.tasks.plan(matrixOf({ guests: 4, listings: { places: ['Lisbon'], bedrooms: 2 } })).requests).toBe(6);
    expect(service.tasks.plan(matrixOf({ listings: { ids: ['l0', 'l11', 'l0', 'gone'] } })).requests).toBe(3);
    expect(() => service.tasks.plan(matrixOf({ listings: { places: ['Nowhere'] } }))).toThrow('invalidInput');
    expect(() => service.tasks.plan(matrixOf({ lastArrival: '2026-12-31' }))).toThrow('invalidInput');
    expect(() => service.tasks.plan(matrixOf({ lastArrival: '2029-01-01' }))).toThrow('invalidInput');
  });
});

describe('a matrix', () => {
  it('asks nothing twice within the accepted age', async () => {
    const service = open({ listings: 12 });
    const id = await run(service);
    expect(taskOf(service, id).title).toBe(
      'Flexible dates of 12 listings, 3 nights, arrivals 2027-01-01 to 2027-01-30',
    );
    expect(spans(service)).toHaveLength(12);
    expect(spans(service)[0]).toBe('l0 2027-01-01 2027-02-03');
    // Other nights of the same days are known too.
    expect(service.tasks.plan(matrixOf({ nights: 2 })).requests).toBe(0);
    expect(service.tasks.plan(matrixOf({ maxAgeMs: 0 })).requests).toBe(12);
    await service.clock.advance(HOUR);
    expect(service.tasks.plan(matrixOf()).requests).toBe(12);
    expect(service.tasks.plan(matrixOf({ maxAgeMs: 24 * HOUR })).requests).toBe(0);
  });

  it('asks only the new days, and only at the new listings', async () => {
    const service = open({ listings: 4 });
    await run(service, matrixOf({ listings: { ids: ['l0', 'l1'] } }));
    service.calls.length = 0;
    await run(service, matrixOf({ lastArrival: '2027-02-10', listings: { ids: ['l0', 'l2'] } }));
    expect(spans(service)).toEqual(['l0 2027-02-04 2027-02-14', 'l2 2027-01-01 2027-02-14']);
    expect(service.tasks.plan(matrixOf({ lastArrival: '2027-02-10' })).requests).toBe(2);
  });

  it('keeps searches for their nights and guests', async () => {
    const service = open({ listings: 60 });
    await run(service, matrixOf({ weekends: true }));
    expect(service.calls.map(({ operation }) => operation)).toEqual(Array.from({ length: 10 }, () => 'search'));
    expect(service.tasks.plan(matrixOf({ weekends: true })).requests).toBe(0);
    expect(service.tasks.plan(matrixOf({ weekends: true, guests: 2 })).requests).toBeGreaterThan(0);
    service.calls.length = 0;
    await run(service, matrixOf({ weekends: true, lastArrival: '2027-02-06' }));
    expect(service.calls.map(({ values }) => values.checkIn)).toEqual(['2027-02-05', '2027-02-06']);
  });

  it('reads on after an answer that the service cut, and ends at one without progress', async () => {
    const cut = (call: ApiCall): Json => (wholeCalendar(call) as Json[]).slice(0, 20);
    const service = open({ listings: 1, answer: cut });
    await run(service, matrixOf({ listings: { ids: ['l0'] } }));
    expect(spans(service)).toEqual(['l0 2027-01-01 2027-02-03', 'l0 2027-01-21 2027-02-03']);
    const short = open({
      answer: (call) => (wholeCalendar(call) as Json[]).filter((day) => (day as { date: string }).date < '2027-01-11'),
    });
    await run(short, matrixOf({ listings: { ids: ['l0'] } }));
    expect(short.calls).toHaveLength(2);
    expect(short.tasks.plan(matrixOf({ listings: { ids: ['l0'] } })).requests).toBe(0);
  });

  it('fails the step of an answer without a day that was asked for', async () => {
    for (const body of [
      [],
      [{ nothing: 1 }],
      [{ date: 'soon' }],
      [{ date: '2020-01-01' }],
      { days: 'none' },
    ] as Json[]) {
      const service = open({ listings: 1, answer: () => body });
      const { id } = service.tasks.create(matrixOf({ listings: { ids: ['l0'] } }));
      await service.clock.advance(5_000);
      expect(service.tasks.failures(id)).toMatchObject([{ error: { code: 'answerUnusable' } }]);
      expect(service.tasks.plan(matrixOf({ listings: { ids: ['l0'] } })).requests).toBe(1);
    }
  });
});

describe('a matrix on disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => removeTempFolder(folder));

  it('goes on after a restart and asks nothing twice; removing the task keeps the answers', async () => {
    const clock = new ManualClock();
    const first = open({ listings: 40, folder, clock });
    const { id } = first.tasks.create(matrixOf());
    await clock.advance(3_000);
    await first.tasks.close();
    const asked = spans(first);
    expect(asked.length).toBeGreaterThan(5);
    const second = open({ listings: 40, folder, clock });
    second.tasks.restore();
    await clock.advance(60_000);
    expect(taskOf(second, id).state).toBe('done');
    const again = spans(second).filter((span) => asked.includes(span));
    // Only what was in flight when the console quit is asked again.
    expect(again.length).toBeLessThanOrEqual(8);
    expect(new Set([...asked, ...spans(second)]).size).toBe(40);
    await second.tasks.remove(id);
    expect(second.tasks.plan(matrixOf()).requests).toBe(0);
    await second.tasks.close();
  });
});
