import { describe, expect, it } from 'vitest';
import { Journal, type Recorded } from '../../../../src/main/journal/journal.ts';
import type { StartWorker, ToWorker, WorkerEvents } from '../../../../src/main/journal/worker/messages.ts';
import { startInline } from '../../../../src/main/journal/worker/start-inline.ts';
import { filterOf } from '../../../../src/shared/model/traffic.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aRaw, CHOICES, ServerRig } from './raws.ts';

/** Starts workers that a test can kill, and counts the exchanges that they get to record. */
function mortalHost(inner: StartWorker) {
  const host = {
    starts: 0,
    failing: 0,
    posted: [] as ToWorker[],
    kill: () => {},
    post: (_message: ToWorker) => {},
    start: ((events: WorkerEvents) => {
      host.starts += 1;
      if (host.failing > 0) {
        host.failing -= 1;
        throw new Error('no thread');
      }
      let dead = false;
      const mine = inner({
        onMessage: (message) => {
          if (!dead) events.onMessage(message);
        },
        onExit: events.onExit,
      });
      host.kill = () => {
        dead = true;
        mine.stop();
        events.onExit(new Error('killed'));
      };
      host.post = mine.post;
      return {
        ...mine,
        post: (message: ToWorker) => {
          host.posted.push(message);
          if (!dead) mine.post(message);
        },
      };
    }) as StartWorker,
  };
  return host;
}

function open({ waits = false } = {}) {
  const clock = new ManualClock();
  const log = new FakeLog();
  const host = mortalHost(startInline(clock));
  const fallback = mortalHost(startInline(clock));
  const ready = Promise.withResolvers<void>();
  const journal = new Journal({
    ...{ file: ':memory:', choices: CHOICES, clock, log, start: host.start, fallback: fallback.start },
    ...(waits ? { ready: ready.promise } : {}),
  });
  const events: Recorded[] = [];
  journal.recorded.subscribe((event) => events.push(event));
  return { clock, log, host, fallback, journal, events, ready };
}
const allOf = (journal: Journal) =>
  journal.page({ filter: filterOf('one'), before: null, limit: 1_000 }).then(({ exchanges }) => exchanges);

describe('Journal', () => {
  it('includes in an answer everything recorded before the query', async () => {
    const { journal } = open();
    journal.record(aRaw({ id: 'a', chainId: 'chain', attempt: 1, status: 401 }));
    journal.record(aRaw({ id: 'b', chainId: 'chain', attempt: 2 }));
    expect((await allOf(journal)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect((await journal.chain('chain')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await journal.get('a')).requestHeaders).toEqual([['accept', 'application/json']]);
    expect(
      (await journal.fullExchanges({ filter: filterOf('one'), before: null, limit: 1 })).map(({ id }) => id),
    ).toEqual(['b']);
    await expect(journal.get('gone')).rejects.toMatchObject({ code: 'notFound' });
    expect(await journal.facets('one')).toMatchObject({ operations: [{ name: 'search', count: 2 }] });
    expect(await journal.clear('one', { canRestore: true })).toBe(true);
    expect(await allOf(journal)).toEqual([]);
    await journal.restore('one');
    expect((await allOf(journal)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await journal.clear('one', { canRestore: true })).toBe(true);
    await journal.keepCleared('one');
    await expect(journal.restore('one')).rejects.toMatchObject({ code: 'notFound' });
    journal.record(aRaw());
    expect(await journal.clear('one')).toBe(false);
    await expect(journal.restore('one')).rejects.toMatchObject({ code: 'notFound' });
    expect(await allOf(journal)).toEqual([]);
  });

  it('publishes all recorded exchanges, at most four times a second', async () => {
    const { journal, clock, events } = open();
    const ids: string[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      const raw = aRaw();
      ids.push(raw.id);
      journal.record(raw);
      await clock.advance(10);
    }
    await clock.advance(1_000);
    expect(events.length).toBeLessThanOrEqual(10);
    expect(events.flatMap(({ exchanges }) => exchanges.map(({ id }) => id))).toEqual(ids);
    const seqs = events.flatMap(({ exchanges }) => exchanges.map(({ seq }) => seq));
    expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
    const revisions = events.map(({ revision }) => revision);
    expect(new Set(revisions).size).toBe(revisions.length);
    expect(journal.state()).toMatchObject({ storage: 'file', exchanges: 200, lost: 0 });
  });

  it('posts the exchanges of 20 ms together', async () => {
    const { journal, clock, host } = open();
    for (let count = 0; count < 50; count += 1) journal.record(aRaw());
    await clock.advance(25);
    expect(host.posted.filter(({ kind }) => kind === 'record')).toHaveLength(1);
  });

  it('restarts a worker that dies, and sends it unacknowledged exchanges and unanswered queries', async () => {
    const { journal, clock, host, events } = open();
    await clock.advance(1);
    journal.record(aRaw({ id: 'a' }));
    const asked = journal.chain('a');
    host.kill();
    journal.record(aRaw({ id: 'b' }));
    await clock.advance(100);
    expect(host.starts).toBe(1);
    await clock.advance(1_000);
    expect(host.starts).toBe(2);
    expect((await asked).map(({ id }) => id)).toEqual(['a']);
    await clock.advance(500);
    expect((await allOf(journal)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(events.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)).sort()).toEqual(['a', 'b']);
  });

  it('runs the worker inline when no thread can be started', async () => {
    const clock = new ManualClock();
    const log = new FakeLog();
    const host = mortalHost(startInline(clock));
    host.failing = 99;
    const fallback = mortalHost(startInline(clock));
    const journal = new Journal({
      file: ':memory:',
      choices: CHOICES,
      clock,
      log,
      start: host.start,
      fallback: fallback.start,
    });
    journal.record(aRaw({ id: 'a' }));
    await clock.advance(10_000);
    expect([host.starts, fallback.starts]).toEqual([1, 1]);
    expect((await allOf(journal)).map(({ id }) => id)).toEqual(['a']);
  });

  it('writes the last exchanges when it closes, and takes none afterwards', async () => {
    const { journal, host } = open();
    journal.record(aRaw());
    await journal.close();
    expect(host.posted.map(({ kind }) => kind)).toEqual(['open', 'record', 'close']);
    journal.record(aRaw());
    await expect(journal.chain('a')).rejects.toMatchObject({ code: 'cancelled' });
    await journal.close();
  });

  it('keeps cleared what a new worker gets once more, because the last one died before its acknowledgement', async () => {
    const { journal, clock, host } = open();
    journal.record(aRaw({ id: 'a' }));
    await clock.advance(500);
    await journal.clear('one', { canRestore: true });
    const [record] = host.posted.filter(({ kind }) => kind === 'record');
    if (record) host.post(record);
    expect(await allOf(journal)).toEqual([]);
    expect(journal.state()).toMatchObject({ lost: 0 });
    await journal.restore('one');
    expect((await allOf(journal)).map(({ id }) => id)).toEqual(['a']);
  });

  it('starts its first worker when the window is ready, with the exchanges that waited', async () => {
    const { clock, host, journal, ready } = open({ waits: true });
    journal.record(aRaw({ id: 'a' }));
    await clock.advance(100);
    expect([host.starts, journal.state().storage]).toEqual([0, 'starting']);
    ready.resolve();
    await clock.advance(1_000);
    expect(host.starts).toBe(1);
    expect(journal.state()).toMatchObject({ storage: 'file', exchanges: 1 });
  });

  it('starts its first worker for a query, and for the exchanges that wait when it closes', async () => {
    const asked = open({ waits: true });
    expect(await asked.journal.chain('none')).toEqual([]);
    expect(asked.host.starts).toBe(1);
    const closed = open({ waits: true });
    closed.journal.record(aRaw());
    await closed.journal.close();
    expect(closed.host.posted.map(({ kind }) => kind)).toEqual(['open', 'record', 'close']);
    const unused = open({ waits: true });
    await unused.journal.close();
    expect(unused.host.starts).toBe(0);
  });

  it('stays within its size limit under a load that leaves no time for maintenance', () => {
    const rig = new ServerRig(':memory:', { ...CHOICES, maxMegabytes: 2 });
    let largest = 0;
    for (let batch = 0; batch < 16; batch += 1) {
      const text = () =>
        JSON.stringify(Array.from({ length: 200 }, () => Math.random().toString(36).slice(2, 9)).join(' '));
      rig.record(...Array.from({ length: 50 }, () => aRaw({ responseBody: { text: text(), bytes: 1_600 } })));
      largest = Math.max(largest, rig.state.bytes);
    }
    expect(largest).toBeGreaterThan(1.8 * 1_048_576);
    expect(largest).toBeLessThan(3.2 * 1_048_576);
    rig.close();
  });

  it('does not wait for ever for a worker that does not close', async () => {
    const clock = new ManualClock();
    const silent: StartWorker = () => ({ post: () => {}, stop: () => {} });
    const journal = new Journal({
      file: ':memory:',
      choices: CHOICES,
      clock,
      log: new FakeLog(),
      start: silent,
      fallback: silent,
    });
    journal.record(aRaw());
    const closing = journal.close();
    await clock.advance(5_000);
    await closing;
  });

  it('counts exchanges that found no room while no worker ran', async () => {
    const clock = new ManualClock();
    const silent: StartWorker = () => ({ post: () => {}, stop: () => {} });
    const journal = new Journal({
      file: ':memory:',
      choices: CHOICES,
      clock,
      log: new FakeLog(),
      start: silent,
      fallback: silent,
    });
    const text = 'x'.repeat(1_000_000);
    for (let count = 0; count < 100; count += 1) journal.record(aRaw({ responseBody: { text, bytes: text.length } }));
    expect(journal.state().lost).toBeGreaterThan(20);
  });

  it('counts each exchange once: dropped for lack of room, or recorded later by a slow worker', async () => {
    const clock = new ManualClock();
    const inner = startInline(clock);
    const late: (() => void)[] = [];
    const slow: StartWorker = (events) => {
      const host = inner(events);
      return { ...host, post: (message) => late.push(() => host.post(message)) };
    };
    const journal = new Journal({
      file: ':memory:',
      choices: CHOICES,
      clock,
      log: new FakeLog(),
      start: slow,
      fallback: slow,
    });
    let told = 0;
    journal.recorded.subscribe(({ exchanges }) => {
      told += exchanges.length;
    });
    const text = 'x'.repeat(1_000_000);
    for (let count = 0; count < 100; count += 1) {
      journal.record(aRaw({ responseBody: { text, bytes: text.length } }));
      if (count % 10 === 0) await clock.advance(50);
    }
    for (const post of late) post();
    await clock.advance(1_000);
    const { lost } = journal.state();
    expect(lost).toBeGreaterThan(20);
    expect(told + lost).toBe(100);
  });
});
