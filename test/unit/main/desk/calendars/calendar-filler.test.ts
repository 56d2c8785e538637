/** The filler of calendars: its order, its pace, and when it stops. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiCall, Values } from '../../../../../src/main/api/api-client.ts';
import { CalendarFiller, type FillState } from '../../../../../src/main/desk/calendars/calendar-filler.ts';
import type { TaskStore } from '../../../../../src/main/tasks/store/task-store.ts';
import { AppError } from '../../../../../src/shared/app-error.ts';
import type { Json } from '../../../../../src/shared/model/primitives.ts';
import { dayNumber, plainDateOf } from '../../../../../src/shared/time/plain-date.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../src/shared/time/units.ts';
import { connectionFixture } from '../../../../support/fixtures.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { openTaskStore } from '../../../../support/stores-in.ts';

const connection = connectionFixture();
const id = connection.id;
let current: typeof connection;

let clock: ManualClock;
let store: TaskStore;
let sent: { readonly listing: string; readonly at: number }[];
let calls: ApiCall[];
let standing: FillState;
let fails: (listing: string) => AppError | null;
let filler: CalendarFiller;
let homes: string[];
/** Fields of each day of an answer. */
let day: Record<string, Json>;
let respond: (values: Values) => Json[];
/** The time between a request and its answer. */
let whileSent: () => Promise<void>;

const daysOf = ({ from, to }: Values): Record<string, Json>[] => {
  const first = dayNumber(String(from));
  return Array.from({ length: dayNumber(String(to)) - first + 1 }, (_, at) => ({
    date: plainDateOf(first + at),
    status: 'available',
    ...day,
  }));
};

beforeEach(() => {
  clock = new ManualClock();
  current = connection;
  whileSent = async () => {};
  store = openTaskStore();
  day = {};
  respond = daysOf;
  sent = [];
  calls = [];
  homes = ['a', 'b', 'c'];
  fails = () => null;
  standing = { windows: [{ windowMs: 1_000, limit: 5 }], isFree: false, pause: null };
  filler = new CalendarFiller({
    answers: store.answers,
    connections: { connection: () => current },
    listings: () =>
      homes.map((home) => ({ id: home, title: home, listed: true, place: null, sleeps: null, bedrooms: null })),
    api: {
      async call(call) {
        calls.push(call);
        sent.push({ listing: String(call.values.listingId), at: clock.now() });
        await whileSent();
        const failure = fails(String(call.values.listingId));
        if (failure) throw failure;
        const rest = { body: null, total: null, limit: null, nextCursor: null, nextSkip: null };
        return { ...rest, records: respond(call.values), exchangeId: 'x', receivedAt: 0, variantId: 'v' };
      },
    },
    standing: async () => standing,
    clock,
    clockOf: () => clock,
    log: { info() {}, warn() {}, error() {} },
  });
});

const read = () => sent.map(({ listing }) => listing).join('');

describe('the filler', () => {
  it('reads what is on the screen first, then the rest, and again when it is old', async () => {
    filler.fill(id);
    filler.show(id, ['c']);
    await clock.advance(10 * SECOND_MS);
    expect(read()).toBe('cab');
    expect(filler.fill(id)).toMatchObject({ homes: 3, read: 3, refused: 0, isReading: false, pause: null });
    // The home on the screen is read every half hour; the others after six.
    await clock.advance(HOUR_MS);
    expect(read()).toMatch(/^cabcc?$/);
    sent = [];
    filler.show(id, []);
    await clock.advance(7 * HOUR_MS);
    expect([...read()].toSorted().join('')).toBe('abc');
  });

  it('takes at most a quarter of each window, and asks in the background for no token', async () => {
    homes = Array.from({ length: 60 }, (_, at) => `h${at}`);
    standing = {
      ...standing,
      windows: [
        { windowMs: 1_000, limit: 5 },
        { windowMs: 60_000, limit: 120 },
        { windowMs: 600_000, limit: 100 },
      ],
    };
    filler.fill(id);
    await clock.advance(15 * MINUTE_MS);
    const most = (windowMs: number) =>
      Math.max(...sent.map(({ at }) => sent.filter((other) => other.at > at - windowMs && other.at <= at).length));
    expect([most(1_000), most(60_000), most(600_000)]).toEqual([1, 3, 25]);
    expect(new Set(calls.map(({ lane, mayIssue, retry }) => `${lane} ${mayIssue} ${retry}`))).toEqual(
      new Set(['background false false']),
    );
  });

  it.each(['noToken', 'otherClients'] as const)('sends nothing while there is a reason: %s', async (pause) => {
    standing = { ...standing, pause };
    filler.fill(id);
    await clock.advance(HOUR_MS);
    expect(sent).toEqual([]);
    expect(filler.fill(id)).toMatchObject({ read: 0, isReading: false, pause });
    standing = { ...standing, pause: null };
    filler.look(id);
    await clock.advance(10 * SECOND_MS);
    expect(read()).toBe('abc');
  });

  it('leaves out a home whose calendar is refused, and waits when the service fails', async () => {
    const server = { status: 404, serverCode: 'NOT_FOUND', serverMessage: null, requestId: null, exchangeId: null };
    fails = (listing) => (listing === 'b' ? new AppError('refused', { server }) : null);
    filler.fill(id);
    await clock.advance(10 * SECOND_MS);
    expect(read()).toBe('abc');
    expect(filler.fill(id)).toMatchObject({ homes: 3, read: 2, refused: 1, isReading: false });
    sent = [];
    fails = () => new AppError('serverFailed', { server: { ...server, status: 500 } });
    store.answers.removeAll(id);
    filler.look(id);
    await clock.advance(50 * SECOND_MS);
    expect(sent.length).toBe(1);
    expect(filler.fill(id).pause).toBe('failed');
    await clock.advance(10 * MINUTE_MS);
    expect(sent.length).toBe(3);
  });

  it('stops when each home is refused, because the path is wrong then', async () => {
    homes = Array.from({ length: 40 }, (_, at) => `h${at}`);
    const server = { status: 404, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
    fails = () => new AppError('refused', { server });
    filler.fill(id);
    await clock.advance(50 * SECOND_MS);
    expect(sent.length).toBe(5);
    expect(filler.fill(id).pause).toBe('failed');
  });

  it.each([
    ['Pacific/Kiritimati', Date.UTC(2027, 1, 28, 11), '2027-02-28'],
    ['America/Los_Angeles', Date.UTC(2027, 2, 1, 7), '2027-02-01'],
    // The clocks go forward in the night before, and back.
    ['America/Los_Angeles', Date.UTC(2027, 2, 14, 11), '2027-03-01'],
    ['America/Los_Angeles', Date.UTC(2027, 10, 7, 9), '2027-11-01'],
  ])('begins with the month of the day here, or with yesterday: %s, %s', async (zone, at, from) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      clock.jumpTo(at);
      filler.show(id, ['a']);
      await clock.advance(SECOND_MS);
      expect(calls[0]?.values.from).toBe(from);
    } finally {
      process.env.TZ = before;
    }
  });

  it.each([
    ['one unit', { allotment: 0 }, true],
    ['several units', { allotment: 0, units: 3 }, false],
  ])(
    'keeps why a night is taken; of a home with %s, a night without a unit is free: %j, %s',
    async (_what, given, isFree) => {
      const { units = 0, ...rest } = given as { units?: number; allotment: number };
      day = { ...rest, blocks: { o: true, m: false } };
      const today = dayNumber('2026-11-21');
      const answered = daysOf;
      filler.show(id, ['a']);
      respond = (values) =>
        answered(values).map((at, index) => (index === 0 && units > 0 ? { ...at, allotment: units } : at));
      await clock.advance(SECOND_MS);
      const [kept] = store.answers.calendars(connection.applications[0]?.id ?? '', 'a', { first: today, last: today });
      expect(kept?.nights.at(30)).toMatchObject({
        isFree,
        use: { status: 'free', blocks: ['o'], allotment: 0, reservationId: null },
      });
    },
  );

  it('reads one home without the others until somebody asks for all', async () => {
    filler.show(id, ['b']);
    await clock.advance(MINUTE_MS);
    expect(read()).toBe('b');
  });

  it('starts with a token of its own when a person says so', async () => {
    standing = { ...standing, pause: 'noToken' };
    filler.fill(id);
    await clock.advance(SECOND_MS);
    await filler.start(id);
    expect(calls.map(({ mayIssue, lane }) => [mayIssue, lane])).toEqual([[undefined, undefined]]);
  });

  const server = { status: 500, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
  const failed = () => new AppError('serverFailed', { server });

  it.each([
    ['not looked at', []],
    ['on the screen', ['a']],
  ])('reads the others while one home always fails: %s', async (_where, onScreen) => {
    fails = (listing) => (listing === 'a' ? failed() : null);
    filler.fill(id);
    filler.show(id, onScreen);
    await clock.advance(HOUR_MS);
    expect(read()).toMatch(/^abca+$/);
    expect(filler.fill(id)).toMatchObject({ read: 2, refused: 0, pause: 'failed' });
  });

  it('publishes a status after a calendar was read, and none while nothing changes', async () => {
    const states: unknown[] = [];
    filler.changed.subscribe((status) => states.push(status));
    filler.fill(id);
    await clock.advance(10 * SECOND_MS);
    filler.changed.subscribe(({ connectionId }) => filler.show(connectionId, ['a']));
    filler.show(id, ['a']);
    const before = states.length;
    expect(before).toBeGreaterThan(0);
    await clock.advance(10 * MINUTE_MS);
    expect(states.length).toBe(before);
    await clock.advance(25 * MINUTE_MS);
    expect([read(), states.length > before]).toEqual(['abca', true]);
  });

  it('waits after a failure although the page asks for its rows again', async () => {
    fails = failed;
    filler.changed.subscribe(() => void clock.after(20, () => filler.show(id, ['a'])));
    filler.fill(id);
    await clock.advance(5 * MINUTE_MS);
    expect(sent.length).toBe(2);
  });

  it('goes on when the clock of the machine is set back', async () => {
    homes = Array.from({ length: 40 }, (_, at) => `h${at}`);
    const now = clock.now.bind(clock);
    filler.fill(id);
    await clock.advance(5 * SECOND_MS);
    const before = sent.length;
    clock.now = () => now() - 24 * HOUR_MS;
    await clock.advance(MINUTE_MS);
    expect(sent.length).toBeGreaterThan(before + 20);
  });

  it('counts its pace from the end of a request that had to wait', async () => {
    let waits = 10 * SECOND_MS;
    whileSent = () => new Promise((resolve) => void clock.after(waits, resolve));
    filler.fill(id);
    await clock.advance(10 * SECOND_MS);
    waits = 0;
    await clock.advance(10 * SECOND_MS);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(11 * SECOND_MS);
  });

  it('drops an answer of an address that the connection has no more, and dates one by its request', async () => {
    whileSent = () => new Promise((resolve) => void clock.after(10 * SECOND_MS, resolve));
    homes = ['a'];
    const begun = clock.now();
    filler.fill(id);
    await clock.advance(5 * SECOND_MS);
    current = { ...connection, addresses: { ...connection.addresses, bookingBaseUrl: 'https://other.example' } };
    await clock.advance(6 * SECOND_MS);
    expect(filler.fill(id).read).toBe(0);
    await clock.advance(20 * SECOND_MS);
    expect(filler.fill(id).oldestAt).toBe(begun + 11 * SECOND_MS);
  });

  it('keeps a click that comes while it reads, and answers two clicks with one request', async () => {
    standing = { ...standing, pause: 'noToken' };
    fails = (listing) => (listing === 'a' ? failed() : null);
    filler.fill(id);
    const step = clock.advance(0);
    const [first, second] = [filler.start(id), filler.start(id)];
    expect(second).toBe(first);
    await expect(first).rejects.toThrow();
    await step;
    expect(read()).toBe('a');
    await filler.start(id);
    expect(read()).toBe('ab');
  });

  it('goes on after a status that cannot be read', async () => {
    const times = store.answers.readTimes.bind(store.answers);
    filler.fill(id);
    await clock.advance(0);
    store.answers.readTimes = () => {
      throw new AppError('storageFailed', { what: 'calendars', reason: 'EIO' });
    };
    await clock.advance(5 * SECOND_MS);
    store.answers.readTimes = times;
    await clock.advance(2 * MINUTE_MS);
    expect(read()).toBe('abc');
  });
});
