/**
 * Bulk tasks over the whole console and real HTTPS: at the limit without a 429, killed half-way and resumed, each listing read once. The
 * sandbox's clock runs faster, so that minutes pass in seconds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '../../src/shared/model/task.ts';
import { FairClock } from '../support/fair-clock.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-31', listingIds: null } as const;
const all = { connectionId, applicationId: null, spec };

let folder: string;
let clock: FairClock;
const consoles: TestConsole[] = [];
/** The listings whose calendar was requested, in order. */
let asked: string[] = [];
let tokenRequests = 0;

beforeEach(() => {
  folder = makeTempFolder();
  clock = new FairClock();
  asked = [];
  tokenRequests = 0;
});
afterEach(async () => {
  for (const one of consoles.splice(0)) await one.close();
  clock.stop();
  removeTempFolder(folder);
});

async function open(): Promise<TestConsole> {
  const one = await openTestConsole({
    folder,
    clock,
    chooseFile: async (wish) => join(folder, wish.suggestedName),
    watch: (request) => {
      const id = /\/listings\/([^/]+)\/calendar/.exec(request.url)?.[1];
      if (id) asked.push(id);
      if (request.url.endsWith('/oauth2/token')) tokenRequests += 1;
    },
  });
  consoles.push(one);
  return one;
}

/** Loads the listings of the sandbox. Returns a task for `listings` of those that its Booking Engine has. */
async function load(one: TestConsole, listings: number) {
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setListings', count: Math.ceil(listings * 1.5) }));
  await outputOf(one.latchkey.listings.load({ connectionId }));
  await eventually(async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase === 'done');
  const table = { connectionId, search: '', sort: [], columns: ['isListed'], offset: 0, limit: 500 };
  const { rows } = await outputOf(one.latchkey.listings.rows(table));
  const listingIds = rows.filter(({ cells }) => cells[0] === true).map(({ id }) => id);
  expect(listingIds.length).toBeGreaterThanOrEqual(listings);
  return { ...all, spec: { ...spec, listingIds: listingIds.slice(0, listings) } };
}

const rate = (one: TestConsole, times: number) =>
  outputOf(one.latchkey.sandbox.apply({ kind: 'setClockRate', rate: times }));

async function taskOf(one: TestConsole, id: string): Promise<Task> {
  const { tasks } = await outputOf(one.latchkey.tasks.list({ connectionId }));
  const found = tasks.find((task) => task.id === id);
  if (!found) throw new Error('the task is gone');
  return found;
}

const ended = (one: TestConsole, id: string): Promise<Task> =>
  eventually(async () => {
    const task = await taskOf(one, id);
    return task.state === 'running' ? null : task;
  });

describe('bulk tasks', () => {
  it('reads the calendars of loaded listings at the limit', async () => {
    const one = await open();
    expect(await errorOf(one.latchkey.tasks.plan(all))).toMatchObject({
      code: 'invalidInput',
      issues: [{ message: 'Load the properties first.' }],
    });
    const wanted = await load(one, 40);
    await rate(one, 20);
    const plan = await outputOf(one.latchkey.tasks.plan(wanted));
    expect(plan).toMatchObject({ requests: 40, binding: { windowMs: 60_000, limit: 275 } });
    const { id } = await outputOf(one.latchkey.tasks.create(wanted));
    const done = await ended(one, id);
    expect(done).toMatchObject({ state: 'done', failed: 0, done: 40, rows: 40 * 31 });
    const tookMs = (done.finishedAt ?? 0) - done.createdAt;
    // Not faster than the limit allows. How much slower depends on the machine; other tests measure that in virtual time.
    expect(tookMs).toBeGreaterThan(0.95 * plan.durationMs);
    const state = await outputOf(one.latchkey.sandbox.state(null));
    expect(state.answered429).toBe(0);
    expect(new Set(asked).size).toBe(40);
    expect(asked).toHaveLength(40);
    expect(done.requests).toBe(40);

    const written = await outputOf(one.latchkey.tasks.exportTable({ id, search: '', heads: [], format: 'csv' }));
    expect(written?.records).toBe(40 * 31);
    const lines = readFileSync(written?.path ?? '', 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 40 * 31);
    expect(lines[0]).toBe(
      '\uFEFFListing,Title,Date,Status,Price,Currency,Min. nights,Max. nights,Closed to arrival,Closed to departure',
    );
    const found = await outputOf(one.latchkey.tasks.rows({ id, search: '2026-12-24', offset: 0, limit: 500 }));
    expect(found.total).toBe(40);
    expect(found.rows.every(({ cells }) => cells[2] === '2026-12-24')).toBe(true);
    await outputOf(one.latchkey.tasks.remove({ id }));
    expect((await outputOf(one.latchkey.tasks.list({ connectionId }))).tasks).toEqual([]);
  });

  it('resumes after a kill, and requests only the listings in flight twice', async () => {
    const first = await open();
    const wanted = await load(first, 40);
    await rate(first, 20);
    const { id } = await outputOf(first.latchkey.tasks.create(wanted));
    await eventually(async () => (await taskOf(first, id)).done >= 15);
    // As after a kill, nothing more is written; answers that still arrive are lost.
    const { done } = await taskOf(first, id);
    killTasks(first);
    const before = new Set(asked);
    const tokensBefore = tokenRequests;

    const second = await open();
    await rate(second, 20);
    const taken = await taskOf(second, id);
    expect(taken.done).toBeGreaterThanOrEqual(done);
    // The token is still valid, so resuming costs no issuance.
    expect(taken.state).toBe('running');
    const end = await ended(second, id);
    expect(end).toMatchObject({ state: 'done', done: 40, failed: 0, rows: 40 * 31 });
    expect(new Set(asked).size).toBe(40);
    expect(tokenRequests).toBe(tokensBefore);
    expect(asked.length).toBeLessThanOrEqual(40 + 64);
    expect(before.size).toBeLessThan(40);
    expect((await outputOf(second.latchkey.sandbox.state(null))).answered429).toBe(0);
    const rows = await outputOf(second.latchkey.tasks.rows({ id, search: '2026-12-24', offset: 0, limit: 500 }));
    expect(new Set(rows.rows.map(({ cells }) => cells[0])).size).toBe(40);
  });

  it('searches the stays of a range of days, all pages of each', async () => {
    const one = await open();
    await rate(one, 100);
    await outputOf(one.latchkey.sandbox.apply({ kind: 'setListings', count: 60 }));
    const stays = {
      kind: 'stays',
      firstCheckIn: '2027-02-01',
      lastCheckIn: '2027-02-05',
      nights: 2,
      guests: 2,
    } as const;
    const { id } = await outputOf(one.latchkey.tasks.create({ ...all, spec: stays }));
    const done = await ended(one, id);
    expect(done).toMatchObject({ state: 'done', steps: 5, done: 5 });
    expect(done.requests).toBeGreaterThan(5);
    const { rows, total } = await outputOf(
      one.latchkey.tasks.rows({ id, search: '2027-02-03', offset: 0, limit: 500 }),
    );
    expect(total).toBeGreaterThan(20);
    const ids = rows.filter(({ step }) => step === '2027-02-03').map(({ cells }) => cells[2]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows[0]?.cells[4]).toEqual(expect.any(Number));
  });

  it('finishes without a 429 when the sandbox’s clock suddenly runs 720 times as fast', async () => {
    const one = await open();
    const wanted = await load(one, 70);
    const { id } = await outputOf(one.latchkey.tasks.create(wanted));
    await eventually(async () => (await taskOf(one, id)).done >= 5);
    const slow = (await taskOf(one, id)).estimateMs ?? 0;
    expect(slow).toBeGreaterThan(8_000);
    expect(slow).toBeLessThan(40_000);
    await rate(one, 720);
    const done = await ended(one, id);
    expect(done).toMatchObject({ state: 'done', done: 70 });
    expect((await outputOf(one.latchkey.sandbox.state(null))).answered429).toBe(0);
  });
});

/** Closes the tasks' database, as the end of the process does. */
function killTasks(one: TestConsole): void {
  const { tasks } = one.console.services;
  if (!('close' in tasks) || typeof tasks.close !== 'function') throw new Error('the tasks cannot be closed');
  tasks.close();
}
