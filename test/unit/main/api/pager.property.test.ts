import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { Pager } from '../../../../src/main/api/pager.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Paging } from '../../../../src/shared/model/operation.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { ListServer, type ListServerOptions } from './list-server.ts';
import { connection, makeBook } from './support.ts';

const CURSOR: Paging = {
  kind: 'cursor',
  limitParameter: 'limit',
  cursorParameter: 'cursor',
  pageSize: 20,
  nextAt: 'pagination.cursor.next',
  totalAt: 'count',
};
const SKIP: Paging = { kind: 'skip', limitParameter: 'limit', skipParameter: 'skip', pageSize: 20, totalAt: 'count' };

async function open(options: ListServerOptions, paging: Paging) {
  const server = new ListServer(options);
  const operations = makeBook();
  const { shape } = operations.effective(connection, 'listListings');
  await operations.customise(connection, 'listListings', { ...shape, paging });
  const client = new ApiClient({ pipeline: server.pipeline, operations });
  const pager = new Pager();
  const texts: string[] = [];
  /** Reads to the end, as often as it takes when requests fail. */
  const readAll = async () => {
    for (let failures = 0; pager.next; ) {
      try {
        const { fresh } = await pager.read((page) =>
          client.call({ connection, credentialId: 'k', operation: 'listListings', values: {}, page }),
        );
        texts.push(...fresh.map((record) => JSON.stringify(record)));
      } catch (error) {
        failures += 1;
        if (failures > 1_000 || !(error instanceof AppError)) throw error;
      }
    }
    return { texts: new Set(texts), count: texts.length, doubts: pager.doubts, requests: server.urls.length };
  };
  return { server, readAll };
}

const record = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((id): Json => ({ _id: `r${id}` })),
  fc.integer({ min: 0, max: 40 }).map((index): Json => ({ title: `Place ${index}` })),
  fc.constantFrom<Json>(null, 7, 'text', [], {}),
);
const page = fc.record(
  {
    results: fc.oneof(
      { weight: 20, arbitrary: fc.array(record, { maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constant('none') },
    ),
    count: fc.oneof(fc.integer({ min: -1, max: 100 }), fc.constantFrom<Json>(1e300, 'many', null)),
    limit: fc.oneof(fc.integer({ min: -1, max: 60 }), fc.constantFrom<Json>('ten', null, 1e300)),
    skip: fc.integer({ min: -1, max: 100 }),
    pagination: fc.record({ cursor: fc.record({ next: fc.constantFrom<Json>(null, 'A', 'B', 'C', '', 7) }) }),
  },
  { requiredKeys: ['results'] },
);

describe('a pager before a server that lies', () => {
  it('ends, and keeps every record that was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 60 }), fc.constantFrom(SKIP, CURSOR), async (pages, paging) => {
        const sent = new Set<string>();
        const instead = (number: number) => {
          const body = pages[(number - 1) % Math.max(1, pages.length)] ?? { results: [] };
          if (Array.isArray(body.results)) for (const one of body.results) sent.add(JSON.stringify(one));
          else if (number > 500) return { status: 200, body: { results: [] } };
          return { status: 200, body: body as Json };
        };
        const { readAll } = await open({ records: [], instead }, paging);
        const { texts, requests } = await readAll();
        expect([...sent].filter((text) => !texts.has(text))).toEqual([]);
        expect(requests).toBeLessThan(1_500);
      }),
      { numRuns: 60 },
    );
  });

  const lists = fc.record({
    length: fc.integer({ min: 0, max: 130 }),
    hasIds: fc.boolean(),
    cap: fc.integer({ min: 1, max: 40 }),
    tellsCap: fc.boolean(),
    refusesBehindEnd: fc.boolean(),
    hiddenEvery: fc.option(fc.integer({ min: 2, max: 9 })),
    failures: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }),
  });
  const recordsOf = (length: number, hasIds: boolean): Json[] =>
    Array.from({ length }, (_, index) => ({ [hasIds ? '_id' : 'title']: `r${index}` }));

  it('reads a list that stands still completely, whatever the server caps, filters or fails to answer', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ length, hasIds, hiddenEvery, failures, ...options }) => {
        const records = recordsOf(length, hasIds);
        const hidden = new Set(
          records.filter((_, index) => hiddenEvery && index % hiddenEvery === 1).map((one) => JSON.stringify(one)),
        );
        const instead = (number: number) => (failures.includes(number) ? { status: 500, body: {} } : undefined);
        const isHidden = (one: Json) => hidden.has(JSON.stringify(one));
        const count = (all: number) => all;
        const { readAll } = await open(
          { records, isHidden, instead, ...options, ...(hidden.size > 0 ? { count } : {}) },
          SKIP,
        );
        const read = await readAll();
        if (hidden.size === 0) expect([read.count, read.doubts]).toEqual([length, []]);
        else expect(read.doubts).toContain('counted');
        // A server that is silent about its cap does not tell a page of hidden records from the end.
        if (hidden.size > 0 && options.tellsCap && options.cap > 2) expect(read.count).toBe(length - hidden.size);
      }),
      { numRuns: 60 },
    );
  });

  it('loses no record of a list from which records are deleted, and tells that it moved', async () => {
    const deletions = fc.array(
      fc.record({ number: fc.integer({ min: 2, max: 12 }), at: fc.nat(129), deleted: fc.integer({ min: 1, max: 40 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(lists, deletions, async ({ length, hasIds, cap, tellsCap }, moves) => {
        const gone = new Set<string>();
        const before = (number: number, records: Json[]) => {
          for (const move of moves)
            if (move.number === number)
              for (const one of records.splice(move.at, move.deleted)) gone.add(JSON.stringify(one));
        };
        // A server whose pages hold one record cannot overlap them.
        const options = { records: recordsOf(length, hasIds), before, cap: Math.max(3, cap), tellsCap };
        const { server, readAll } = await open(options, SKIP);
        const { texts } = await readAll();
        expect([...server.sent].filter((text) => !texts.has(text))).toEqual([]);
        const kept = server.records.map((one) => JSON.stringify(one));
        expect(kept.filter((text) => !texts.has(text))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('ends for a list that never stands still, whatever its server does with positions', async () => {
    const move = fc.record({ at: fc.nat(129), deleted: fc.nat(40), inserted: fc.nat(20) });
    const world = fc.record({
      moves: fc.array(move, { minLength: 1, maxLength: 20 }),
      wholePages: fc.boolean(),
      isReversed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(lists, world, async ({ length, hasIds, cap }, { moves, isReversed, ...options }) => {
        let made = 0;
        const before = (number: number, records: Json[]) => {
          const { at, deleted, inserted } = moves[number % moves.length] ?? { at: 0, deleted: 0, inserted: 0 };
          // The inserted records end at some time, so the list has an end.
          const news = Array.from({ length: number < 200 ? inserted : 0 }, () => ({ _id: `new${made++}` }));
          records.splice(at, number < 200 ? deleted : 0, ...news);
          if (isReversed) records.reverse();
        };
        const { server, readAll } = await open({ records: recordsOf(length, hasIds), before, cap, ...options }, SKIP);
        const { texts, requests } = await readAll();
        expect([...server.sent].filter((text) => !texts.has(text))).toEqual([]);
        expect(requests).toBeLessThan(10_000);
      }),
      { numRuns: 60 },
    );
  });

  it('stops at the maximum of pages of a list that never ends, and says so', async () => {
    const pager = new Pager();
    const place = { total: null, limit: 2, nextCursor: null, exchangeId: 'x', receivedAt: 0, variantId: 'v' };
    let requests = 0;
    while (pager.next && requests < 11_000)
      await pager.read(async ({ skip = 0 }) => {
        requests += 1;
        return { ...place, body: null, records: [{ title: `new ${requests}` }, {}], nextSkip: skip + 1 };
      });
    expect([requests <= 10_000, pager.doubts.includes('capped')]).toEqual([true, true]);
  });

  it('reads a list by cursors to its end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), async (length, cap) => {
        const size = Math.min(cap, 20);
        const cursors = (number: number) => (number * size < length ? `c${number}` : null);
        const { readAll } = await open({ records: recordsOf(length, true), cap, cursors }, CURSOR);
        expect(await readAll()).toMatchObject({ count: length, doubts: [] });
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['two cursors in turn', (number: number) => (number % 2 ? 'A' : 'B'), 'repeatedCursor'],
    ['ever the same cursor', () => 'A', 'repeatedCursor'],
    ['a cursor after an empty page', (number: number) => `c${number}`, 'emptyPage'],
  ])('ends for %s, and says why', async (_, cursors, doubt) => {
    const { readAll } = await open({ records: recordsOf(40, true), cursors }, CURSOR);
    expect(await readAll()).toMatchObject({ count: 40, doubts: [doubt] });
  });

  it('reads an operation without paging once', async () => {
    const { readAll } = await open({ records: recordsOf(50, true) }, { kind: 'none' });
    expect(await readAll()).toMatchObject({ count: 20, doubts: ['unpaged'], requests: 1 });
  });
});
