import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { settle } from '../../../support/manual-clock.ts';
import { ListServer, type ListServerOptions, withIds, withoutIds } from '../api/list-server.ts';
import { makeBook } from '../api/support.ts';
import { makeListingsDesk } from './listings-desk.ts';

function open(options: ListServerOptions, drawn = Promise.resolve()) {
  const server = new ListServer(options);
  const client = new ApiClient({ pipeline: server.pipeline, operations: makeBook() });
  const { clock, desk } = makeListingsDesk(client, { drawn });
  const status = () => desk.status('conn-1');
  /** Loads until the load ends; `advanceMs` is how long virtual time may take. */
  const load = async (advanceMs = 0, choice: { startOver?: boolean; rowsFirst?: boolean } = {}) => {
    desk.load('conn-1', choice);
    for (let turn = 0; turn < 400 && status().phase === 'loading'; turn += 1) await settle();
    for (let at = 0; at < advanceMs && status().phase === 'loading'; at += 5_000) {
      await clock.advance(5_000);
      for (let turn = 0; turn < 50 && status().phase === 'loading'; turn += 1) await settle();
    }
    return status();
  };
  const rows = () =>
    desk.rows({ connectionId: 'conn-1', search: '', sort: [], columns: ['_id', 'title'], offset: 0, limit: 500 });
  return { clock, server, desk, load, status, rows };
}

describe('a server that ignores paging', () => {
  it.each([
    ['with ids', withIds(100)],
    ['without ids', withoutIds(100)],
  ])('sends the same page again: loading ends and says so (%s)', async (_, records) => {
    const { server, load } = open({ records: [...records, ...withIds(300).slice(100)], ignoresSkip: true, cap: 100 });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 100, doubts: ['repeated'] });
    expect(server.urls.length).toBeLessThan(5);
  });

  it('counts in whole pages: every listing is loaded, and a moved list would go unnoticed', async () => {
    const { load } = open({ records: withIds(450), wholePages: true });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 450, doubts: ['unchecked'] });
  });
});

describe('a server that sends less than was requested', () => {
  it.each([
    ['says its cap', { cap: 50, tellsCap: true }],
    ['is silent about its cap', { cap: 50 }],
    ['sends one record a page', { cap: 1 }],
    ['sends two records a page', { cap: 2 }],
  ])('%s: every listing is loaded', async (_, options) => {
    const { load } = open({ records: withIds(150), ...options });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 150, doubts: [] });
  });

  it.each([
    ['one record of the first page', (index: number) => index === 5],
    ['every other record', (index: number) => index % 2 === 1],
    ['all but one record of the second page', (index: number) => index > 120 && index < 219],
  ])('filters %s: every other listing is loaded', async (_, isFiltered) => {
    const hidden = new Set(
      withIds(450)
        .filter((__, index) => isFiltered(index))
        .map((record) => JSON.stringify(record)),
    );
    const isHidden = (record: Json) => hidden.has(JSON.stringify(record));
    const { load } = open({ records: withIds(450), isHidden, count: (length) => length, tellsCap: true });
    const { phase, loaded, doubts } = await load();
    expect([phase, loaded]).toEqual(['done', 450 - hidden.size]);
    // The service counts the listings that it does not send.
    expect(doubts).toContain('counted');
  });

  it.each([
    ['counts nothing', undefined],
    ['counts too few', () => 10],
  ])('sends a page of one record in between, and %s: every listing is loaded', async (_, count) => {
    const all = withIds(250);
    // A server that caps its answers by their size sends a huge record alone.
    const instead = (__: number, { url }: { url: string }) => {
      const skip = Number(new URL(url).searchParams.get('skip'));
      const results = all.slice(skip, skip === 99 ? 100 : skip + 100);
      return { status: 200, body: { results, ...(count ? { count: count() } : {}) } };
    };
    expect(await open({ records: [], instead }).load()).toMatchObject({ phase: 'done', loaded: 250, doubts: [] });
  });

  it('counts more than it sends: the load is not called complete', async () => {
    const { load } = open({ records: withIds(130), count: () => 140 });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 130, doubts: ['counted'] });
  });

  it('refuses a page behind the end: the end is reached', async () => {
    for (const length of [1, 100, 101, 250]) {
      const { load } = open({ records: withIds(length), refusesBehindEnd: true });
      expect(await load()).toMatchObject({ phase: 'done', loaded: length, doubts: [] });
    }
  });
});

it('ends at a page behind the end that has no list', async () => {
  const instead = (_: number, { url }: { url: string }) =>
    url.endsWith('skip=0') ? undefined : { status: 200, body: { message: 'nothing more' } };
  expect(await open({ records: withIds(1), instead }).load()).toMatchObject({ phase: 'done', loaded: 1, doubts: [] });
  // Where a known record must be, an answer without a list is an error.
  expect(await open({ records: withIds(3), instead }).load()).toMatchObject({
    phase: 'failed',
    error: { code: 'answerUnusable' },
  });
});

describe('a list that changes while it is read', () => {
  const open450 = (before: ListServerOptions['before']) =>
    open({ records: withIds(450), ...(before ? { before } : {}) });
  const idsOf = (rows: { rows: readonly { id: string }[] }) => new Set(rows.rows.map(({ id }) => id));

  it.each([1, 2, 49, 99, 150])(
    'loses no listing when %d are deleted midway, and says that the list moved',
    async (deleted) => {
      const { load, rows } = open450((number, records) => void (number === 3 && records.splice(3, deleted)));
      expect(await load()).toMatchObject({ phase: 'done', loaded: 450, doubts: ['moved'] });
      expect(idsOf(rows()).size).toBe(450);
    },
  );

  it('loses no listing when the last one that was read is deleted, or many at the end', async () => {
    for (const [at, deleted] of [
      [99, 1],
      [198, 1],
      [150, 300],
    ] as const) {
      const { server, load } = open450((number, records) => void (number === 3 && records.splice(at, deleted)));
      const { phase, doubts, loaded } = await load();
      expect([phase, doubts, loaded]).toEqual(['done', ['moved'], server.sent.size]);
      expect(loaded).toBeGreaterThanOrEqual(450 - deleted);
    }
  });

  it('loses no listing of a list that shrinks before a server that refuses positions behind the end', async () => {
    const { server, load } = open({
      records: withIds(450),
      refusesBehindEnd: true,
      before: (number, records) => void (number === 4 && records.splice(0, 250)),
    });
    const { phase, doubts, loaded } = await load();
    expect([phase, doubts, loaded]).toEqual(['done', ['moved'], 450]);
    expect(server.urls.length).toBeLessThan(20);
  });

  it('fails before a server that allows no position from some point, with what it says', async () => {
    const instead = (_: number, { url }: { url: string }) =>
      Number(new URL(url).searchParams.get('skip')) > 250
        ? { status: 400, body: { message: 'skip is too large' } }
        : undefined;
    const { load } = open({ records: withIds(450), instead });
    const { phase, error, loaded } = await load();
    expect([phase, error?.code]).toEqual(['failed', 'refused']);
    expect(loaded).toBeGreaterThan(250);
    expect((await load()).phase).toBe('failed');
  });

  it('says that the list moved when listings are inserted midway', async () => {
    const { load } = open450((number, records) => void (number === 3 && records.unshift({ _id: 'new' })));
    expect(await load()).toMatchObject({ phase: 'done', loaded: 450, doubts: ['moved'] });
  });

  it('ends for a list in random order', async () => {
    let seed = 7;
    const shuffle = (_: number, records: Json[]) => {
      records.sort(() => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed - 1_073_741_823;
      });
    };
    const { server, load } = open450(shuffle);
    expect((await load()).phase).toBe('done');
    expect((await load()).doubts).toContain('moved');
    expect(server.urls.length).toBeLessThan(500);
  });
});

describe('a long load', () => {
  const rateLimited = { status: 429, body: { message: 'Too many requests' } };
  /** 40 requests a minute, then 429 without Retry-After. */
  const perMinute = (clock: () => number) => {
    const arrivals: number[] = [];
    return () => {
      const now = clock();
      if (arrivals.filter((at) => at > now - 60_000).length >= 40) return rateLimited;
      arrivals.push(now);
      return undefined;
    };
  };

  it('goes on while it makes progress, and says what it waits for', async () => {
    let now = () => 0;
    const opened = open({ records: withIds(5_000), instead: perMinute(() => now()) });
    now = () => opened.clock.now();
    const states = new Set<string | undefined>();
    opened.desk.changed.subscribe(({ waiting }) => states.add(waiting?.error.code));
    expect(await opened.load(600_000)).toMatchObject({ phase: 'done', loaded: 5_000, doubts: [], waiting: null });
    expect(states).toContain('rateLimited');
    expect(opened.clock.now()).toBeLessThan(Date.UTC(2026, 10, 21, 9, 3));
  });

  it('fails at once before the first page, and after some minutes without progress', async () => {
    const never = open({ records: [], instead: () => rateLimited });
    expect(await never.load()).toMatchObject({ phase: 'failed', loaded: 0 });
    const stops = open({ records: withIds(500), instead: (number) => (number > 3 ? rateLimited : undefined) });
    expect(await stops.load(400_000)).toMatchObject({ phase: 'failed', loaded: 298, waiting: null });
    expect(stops.clock.now()).toBeLessThan(Date.UTC(2026, 10, 21, 9, 4));
  });

  it('requests the list again after a load that found it empty', async () => {
    let isEmpty = true;
    const instead = () => (isEmpty ? { status: 200, body: { results: [], count: 0 } } : undefined);
    const { server, load } = open({ records: withIds(3), instead });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 0 });
    isEmpty = false;
    const before = server.urls.length;
    expect(await load()).toMatchObject({ phase: 'done', loaded: 3, shown: 3 });
    expect(server.urls.length).toBeGreaterThan(before);
  });

  it('goes on where a failed or cancelled load stopped, unless it is to start over', async () => {
    let fails = true;
    const instead = (number: number) => {
      if (fails && number > 3)
        throw new AppError('quotaExhausted', { label: 'k', limit: 5, nextSlotAt: null, assumption: 'rolling' });
      return undefined;
    };
    const { server, desk, load, rows } = open({ records: withIds(450), instead });
    expect(await load()).toMatchObject({ phase: 'failed', loaded: 298 });
    expect(rows().total).toBe(298);
    fails = false;
    const before = server.urls.length;
    expect(await load()).toMatchObject({ phase: 'done', loaded: 450, doubts: [] });
    expect(server.urls[before]).toContain('skip=297');
    // A later load reads everything again, also after it was interrupted.
    desk.load('conn-1');
    desk.cancel('conn-1');
    desk.load('conn-1');
    const again = await load(0, { startOver: true });
    expect(again).toMatchObject({ phase: 'done', loaded: 450 });
    expect(server.urls.filter((url) => url.endsWith('skip=0')).length).toBeGreaterThanOrEqual(2);
  });

  it('loads every listing in the end, however often it fails or is cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        async (length, failures) => {
          const { server, desk, load, rows } = open({
            records: withIds(length),
            cap: 37,
            instead: (number) => {
              if (number % 5 === 0 && failures.includes(number)) desk.cancel('conn-1');
              return failures.includes(number) ? { status: 403, body: {} } : undefined;
            },
          });
          for (let turn = 0; turn < 14 && (await load()).phase !== 'done'; turn += 1);
          expect([rows().total, desk.status('conn-1').doubts]).toEqual([length, []]);
          // Nothing was read twice but the overlaps.
          expect(server.urls.length).toBeLessThanOrEqual(failures.length + Math.ceil(length / 36) + 2);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('says that the list moved when it changed between the two parts', async () => {
    let number = 0;
    const { load } = open({
      records: withIds(450),
      before: (at, records) => void (at === 5 && records.splice(0, 20)),
      instead: (at) => {
        number = at;
        return at === 4 ? { status: 403, body: {} } : undefined;
      },
    });
    expect(await load()).toMatchObject({ phase: 'failed', loaded: 298 });
    expect(await load()).toMatchObject({ phase: 'done', loaded: 450, doubts: ['moved'] });
    expect(number).toBeLessThan(12);
  });
});

describe('a load that lets the window draw its first rows', () => {
  const opened = async () => {
    const drawn = Promise.withResolvers<void>();
    const at = open({ records: withIds(250), cap: 100 }, drawn.promise);
    at.desk.load('conn-1', { rowsFirst: true });
    await settle();
    return { ...at, draw: drawn.resolve };
  };

  it('requests the other pages when the window has drawn rows of the first', async () => {
    const { clock, draw, server, status, rows } = await opened();
    expect(rows().total).toBe(25);
    await clock.advance(60_000);
    expect(server.urls).toHaveLength(1);
    draw();
    for (let turn = 0; turn < 50; turn += 1) await settle();
    expect(status()).toMatchObject({ phase: 'done', loaded: 250 });
  });

  it('is cancelled at once', async () => {
    const { desk, server, status } = await opened();
    desk.cancel('conn-1');
    await settle();
    expect(status()).toMatchObject({ phase: 'cancelled', loaded: 25 });
    expect(server.urls).toHaveLength(1);
  });

  it('goes on with the pages when it is loaded again', async () => {
    const { desk, draw, load, rows } = await opened();
    desk.cancel('conn-1');
    await settle();
    draw();
    expect(await load()).toMatchObject({ phase: 'done', loaded: 250, doubts: [] });
    expect(new Set(rows().rows.map(({ id }) => id)).size).toBe(250);
  });

  it('reads an empty list, and one that fits into the first answer, at once', async () => {
    for (const length of [0, 1, 24]) {
      const at = open({ records: withIds(length) });
      at.desk.load('conn-1', { rowsFirst: true });
      for (let turn = 0; turn < 20; turn += 1) await settle();
      expect(at.status()).toMatchObject({ phase: 'done', loaded: length, doubts: [] });
    }
  });

  it('ends with the listings and the doubts of a load without it, whatever the server does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          records: fc
            .tuple(fc.nat(230), fc.boolean())
            .map(([length, hasIds]) => (hasIds ? withIds : withoutIds)(length)),
          cap: fc.constantFrom(1_000, 100, 40, 7),
          ignoresSkip: fc.boolean(),
          wholePages: fc.boolean(),
          tellsCap: fc.boolean(),
          refusesBehindEnd: fc.boolean(),
        }),
        async (options) => {
          const ended = async (rowsFirst: boolean) => {
            const { load, rows } = open(options);
            const { phase, loaded, doubts } = await load(5_000, { rowsFirst });
            return { phase, loaded, doubts, rows: rows().rows.map(({ id, title }) => [id, title]) };
          };
          expect(await ended(true)).toEqual(await ended(false));
        },
      ),
      { numRuns: 15 },
    );
  });
});
