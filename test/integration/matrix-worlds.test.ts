/**
 * Flexible dates over the whole console and the sandbox, in worlds that go wrong: the ends of years and changes of clocks, far time zones, a
 * process that ends, answers that lie, services that fail or ask for patience, and tokens that run out. A manual clock moves only while no
 * request is on its way, so nothing is late on a busy machine.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOfError } from '../../src/renderer/text/error-text.ts';
import type { Envelope } from '../../src/shared/contract/define.ts';
import type { MatrixCell, MatrixQuestion, MatrixStays } from '../../src/shared/model/matrix.ts';
import type { Task, TaskSpec } from '../../src/shared/model/task.ts';
import { addDays, dayNumber } from '../../src/shared/time/plain-date.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
const HOUR = 3_600_000;
/** The maximum that passes between two looks. */
const STEP_MS = 1_000;
const MAX_TURNS = 40_000;
const FORBIDDEN = /\b(tokens?|scopes?|exchanges?|429|503|limits?|slots?|issuances?|quota)\b/i;

class MonotonicClock extends ManualClock {
  readonly monotonic = (): number => this.now();
}

type Between = (request: Request, next: () => Promise<Response>) => Promise<Response>;

const passOn: Between = (_, next) => next();
const ownZone = process.env.TZ;

let folder: string;
let clock: MonotonicClock;
let one: TestConsole;
let between: Between;
let inFlight: number;
/** Wakes who waits for a request to end. */
let requestEnded: PromiseWithResolvers<void>;
/** The listings whose calendar was asked for, and how many tokens were. */
let asked: string[];
let tokenRequests: number;

beforeEach(async () => {
  folder = makeTempFolder();
  clock = new MonotonicClock();
  [between, inFlight, asked, tokenRequests] = [passOn, 0, [], 0];
  requestEnded = Promise.withResolvers();
  one = await open();
});
afterEach(async () => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
  await one.close();
  removeTempFolder(folder);
});

function open(): Promise<TestConsole> {
  return openTestConsole({
    folder,
    clock,
    async between(request, next) {
      const id = listingIn(request);
      if (id !== null) asked.push(id);
      if (request.url.endsWith('/oauth2/token')) tokenRequests += 1;
      inFlight += 1;
      try {
        return await between(request, next);
      } finally {
        inFlight -= 1;
        requestEnded.resolve();
        requestEnded = Promise.withResolvers();
      }
    },
  });
}

/** The listing whose calendar a request asks for. */
const listingIn = ({ url }: Request): string | null => /\/listings\/([^/]+)\/calendar/.exec(url)?.[1] ?? null;

/** Lets time pass until `check` gives something. */
async function until<Value>(check: () => Promise<Value | null | undefined | false>): Promise<Value> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const value = await check();
    if (value) return value;
    if (inFlight === 0) await clock.advance(STEP_MS);
    else await requestEnded.promise;
  }
  throw new Error('it did not happen');
}

/** The output of an operation whose requests need time to pass. */
async function outputInTime<Value>(answer: Promise<Envelope<Value>>): Promise<Value> {
  let isSettled = false;
  void answer.finally(() => {
    isSettled = true;
  });
  await until(async () => isSettled);
  return outputOf(answer);
}

/** Loads the listings of the sandbox. Returns the ids of `count` that can be booked. */
async function load(count: number): Promise<string[]> {
  const { latchkey } = one;
  await outputOf(latchkey.sandbox.apply({ kind: 'setListings', count: Math.ceil(count * 1.6) + 4 }));
  await outputOf(latchkey.listings.load({ connectionId }));
  await until(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  const table = { connectionId, search: '', sort: [], columns: ['isListed'], offset: 0, limit: 500 };
  const { rows } = await outputOf(latchkey.listings.rows(table));
  const ids = rows.filter(({ cells }) => cells[0] === true).map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(count);
  return ids.slice(0, count);
}

const staysFrom = (firstArrival: string, days: number, nights = 3): MatrixStays => ({
  firstArrival,
  lastArrival: addDays(firstArrival, days - 1),
  weekends: false,
  nights,
  guests: null,
});

const questionOf = (ids: string[], stays: MatrixStays): MatrixQuestion => ({
  connectionId,
  applicationId: null,
  stays,
  listings: { ids, places: [], bedrooms: null },
});

const taskInput = ({ connectionId: id, applicationId, stays, listings }: MatrixQuestion, maxAgeMs = 0) => {
  const spec: TaskSpec = { kind: 'matrix', stays, listings, maxAgeMs };
  return { connectionId: id, applicationId, spec };
};

async function taskOf(id: string): Promise<Task> {
  const { tasks } = await outputOf(one.latchkey.tasks.list({ connectionId }));
  const found = tasks.find((task) => task.id === id);
  if (!found) throw new Error('the task is gone');
  return found;
}

const start = async (question: MatrixQuestion, maxAgeMs = 0): Promise<string> =>
  (await outputOf(one.latchkey.tasks.create(taskInput(question, maxAgeMs)))).id;

/** Waits until the task is done or pauses by itself. */
const stopped = (id: string): Promise<Task> =>
  until(async () => {
    const task = await taskOf(id);
    return task.state === 'running' ? null : task;
  });

async function fill(question: MatrixQuestion): Promise<Task> {
  const task = await stopped(await start(question));
  expect(task).toMatchObject({ state: 'done', failed: 0 });
  return task;
}

async function cellsOf(question: MatrixQuestion): Promise<Map<string, MatrixCell[]>> {
  const span = { offset: 0, limit: 100 };
  const view = { order: null, maxPerNight: null };
  const { rows } = await outputOf(one.latchkey.matrix.window({ ...question, view, rows: span, arrivals: span }));
  return new Map(rows.map(({ listingId, cells }) => [listingId, cells]));
}

/** What a search for exactly this stay says: the total of each listing that it names. */
async function searched(checkIn: string, nights: number): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>();
  const stay = { connectionId, applicationId: null, checkIn, checkOut: addDays(checkIn, nights) };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = cursor === undefined ? stay : { ...stay, cursor };
    const page = await outputInTime(one.latchkey.availability.search(input));
    for (const { listingId, total } of page.items) if (listingId !== null) found.set(listingId, total?.amount ?? null);
    cursor = page.nextCursor;
  }
  return found;
}

describe('the days of a matrix', () => {
  /** A year that ends, Feb 29, and the week in which clocks change. */
  const WORLDS = [
    ['Pacific/Kiritimati', ['2026-12-29']],
    ['America/Los_Angeles', ['2028-02-26', '2027-03-12']],
  ] as const;

  it.each(WORLDS)('are those that a search names, in %s', async (zone, weeks) => {
    process.env.TZ = zone;
    const ids = await load(5);
    for (const first of weeks) {
      const question = questionOf(ids, staysFrom(first, 5, 2));
      await fill(question);
      const cells = await cellsOf(question);
      for (const after of [0, 3]) {
        const found = await searched(addDays(first, after), 2);
        for (const id of ids) {
          const cell = cells.get(id)?.[after];
          expect([first, after, id, cell?.state === 'free', cell?.total ?? null]).toEqual([
            first,
            after,
            id,
            found.has(id),
            found.get(id) ?? null,
          ]);
        }
      }
    }
  });
});

describe('a matrix that is being read', () => {
  const STAYS = staysFrom('2026-12-20', 20);

  it('goes on after the process has ended, and asks for no answer twice', async () => {
    const question = questionOf(await load(20), STAYS);
    const id = await start(question);
    await until(async () => (await taskOf(id)).done >= 6 && inFlight === 0);
    const { done } = await taskOf(id);
    expect(asked).toHaveLength(done);
    const tokensBefore = tokenRequests;
    killTasks(one);
    one = await open();
    expect(await stopped(id)).toMatchObject({ state: 'done', done: 20, failed: 0 });
    expect([asked.length, new Set(asked).size, tokenRequests]).toEqual([20, 20, tokensBefore]);
    expect((await outputOf(one.latchkey.tasks.plan(taskInput(question, HOUR)))).requests).toBe(0);
  });

  it('waits while the service fails, says so without its numbers, and goes on with what is missing', async () => {
    const ids = await load(16);
    const failing = { kind: 'addFault', target: 'calendar', effect: { kind: 'answer', status: 503 } } as const;
    const id = await start(questionOf(ids, STAYS));
    await until(async () => (await taskOf(id)).done >= 5);
    await outputOf(one.latchkey.sandbox.apply({ ...failing, times: null }));
    const waiting = await until(async () => {
      const task = await taskOf(id);
      return task.error && inFlight === 0 ? task : null;
    });
    expect(waiting).toMatchObject({
      state: 'running',
      error: { code: expect.stringMatching(/circuitOpen|serverFailed/) },
    });
    expect(sentenceOf(waiting)).not.toMatch(FORBIDDEN);
    const { faults } = await outputOf(one.latchkey.sandbox.state(null));
    await outputOf(one.latchkey.sandbox.apply({ kind: 'removeFault', id: faults[0]?.id ?? '' }));
    const before = new Set(asked.slice(0, waiting.done));
    const wasAsked = asked.length;
    // Nobody presses anything.
    expect(await stopped(id)).toMatchObject({ state: 'done', done: 16, failed: 0, error: null });
    expect(asked.slice(wasAsked).filter((listing) => before.has(listing))).toEqual([]);
  });

  it('waits as long as a 429 asks for, and loses nothing', async () => {
    const ids = await load(16);
    const id = await start(questionOf(ids, STAYS));
    await until(async () => (await taskOf(id)).done >= 5);
    let refusedAt: number | null = null;
    const next: number[] = [];
    between = async (request, pass) => {
      if (listingIn(request) === null) return pass();
      if (refusedAt === null) {
        refusedAt = clock.now();
        return new Response('{"error":{"code":"TOO_MANY_REQUESTS","message":"Slow down"}}', {
          status: 429,
          headers: { 'content-type': 'application/json', 'retry-after': '20' },
        });
      }
      next.push(clock.now() - refusedAt);
      return pass();
    };
    expect(await stopped(id)).toMatchObject({ state: 'done', done: 16, failed: 0 });
    // Requests that were on their way at the same instant arrive too.
    expect(next.filter((after) => after > STEP_MS && after < 20_000)).toEqual([]);
  });

  it('reads the others when a listing vanishes, days are missing or doubled, and says what it does not know', async () => {
    const ids = await load(12);
    const [gone = '', gappy = '', doubled = ''] = ids;
    between = async (request, pass) => {
      const id = listingIn(request);
      if (id === gone) {
        const error = { error: { code: 'NOT_FOUND', message: 'Listing not found' } };
        return new Response(JSON.stringify(error), { status: 404, headers: { 'content-type': 'application/json' } });
      }
      if (id !== gappy && id !== doubled) return pass();
      const days = (await (await pass()).json()) as { date: string }[];
      const open = days.map((day) => ({ ...day, status: 'available', minNights: 1, cta: false, ctd: false }));
      const sent =
        id === gappy ? open.filter(({ date }) => date !== '2026-12-25') : [...open, ...days, ...days.slice(0, 3)];
      return new Response(JSON.stringify(sent), { status: 200, headers: { 'content-type': 'application/json' } });
    };
    const question = questionOf(ids, STAYS);
    const whole = await stopped(await start(question));
    expect(whole).toMatchObject({ state: 'done', done: 11, failed: 1 });
    const cells = await cellsOf(question);
    expect(new Set(cells.get(gone)?.map(({ state, readAt }) => `${state} ${readAt}`))).toEqual(
      new Set(['unknown null']),
    );
    const gap = dayNumber('2026-12-25') - dayNumber(STAYS.firstArrival);
    // A stay of three nights needs the missing day as a night or for its departure.
    for (const [at, { state, total, readAt }] of (cells.get(gappy) ?? []).entries()) {
      const isGap = at >= gap - 3 && at <= gap;
      expect([at, state, total === null, readAt !== null]).toEqual([at, isGap ? 'unknown' : 'free', isGap, true]);
    }
    const found = await searched('2026-12-22', 3);
    expect(cells.get(doubled)?.[2]?.total ?? null).toBe(found.get(doubled) ?? null);
    // What was answered is not asked for again, also where the answer lacks a day.
    const again = await outputOf(one.latchkey.tasks.plan(taskInput(question, HOUR)));
    expect(again.requests).toBe(1);
  });

  it('goes on with one new token when the token expires, and none more', async () => {
    const ids = await load(20);
    const id = await start(questionOf(ids, STAYS));
    await until(async () => (await taskOf(id)).done >= 6);
    const before = tokenRequests;
    await outputOf(one.latchkey.sandbox.apply({ kind: 'expireTokens', api: 'booking' }));
    const ended = await stopped(id);
    expect(ended).toMatchObject({ state: 'done', done: 20, failed: 0 });
    expect(tokenRequests - before).toBe(1);
  });

  it('waits when no token is left, says until when, and goes on by itself when there is one again', async () => {
    const ids = await load(20);
    const { latchkey } = one;
    const question = questionOf(ids, STAYS);
    const id = await start(question);
    await until(async () => (await taskOf(id)).done >= 6);
    const { tokens } = await outputOf(latchkey.tokens.status({ connectionId }));
    const booking = tokens.find(({ api, expiresAt }) => api === 'booking' && expiresAt !== null);
    const credentialId = booking?.credentialId ?? '';
    await outputOf(latchkey.tasks.pause({ id }));
    expect(booking?.quota.remaining).toBeGreaterThan(0);
    for (let left = booking?.quota.remaining ?? 0; left > 0; left -= 1)
      await outputInTime(latchkey.tokens.renew({ credentialId, confirmLastSlot: true }));
    await outputOf(latchkey.tokens.discard({ credentialId }));
    const spent = tokenRequests;
    await outputOf(latchkey.tasks.resume({ id }));
    const waiting = await until(async () => {
      const task = await taskOf(id);
      return task.error ? task : null;
    });
    expect(waiting).toMatchObject({ state: 'running', failed: 0, error: { code: 'quotaExhausted' } });
    expect(sentenceOf(waiting)).toMatch(/locked until/);
    expect(sentenceOf(waiting)).not.toMatch(FORBIDDEN);
    expect(tokenRequests).toBe(spent);
    await clock.advance(HOUR);
    expect(tokenRequests).toBe(spent);
    // The machine sleeps.
    clock.jumpTo(clock.now() + 23 * HOUR);
    await clock.advance(HOUR);
    expect(await stopped(id)).toMatchObject({ state: 'done', done: 20, failed: 0 });
    expect(tokenRequests).toBe(spent + 1);
  });
});

const sentenceOf = ({ error }: Task): string => {
  if (error === null) return '';
  const { sentence, action } = textOfError(error, clock.now(), 'managers');
  return `${sentence} ${action}`;
};

/** Closes the tasks' database, as the end of the process does. */
function killTasks({ console: { services } }: TestConsole): void {
  const { tasks } = services;
  if (!('close' in tasks) || typeof tasks.close !== 'function') throw new Error('the tasks cannot be closed');
  tasks.close();
}
