import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { AvailabilityDesk, SeenListings } from '../../../../src/main/desk/availability.ts';
import { PictureCache } from '../../../../src/main/desk/pictures/picture-cache.ts';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { ListServer, type ListServerOptions, withIds } from '../api/list-server.ts';
import { makeBook } from '../api/support.ts';

function open(options: ListServerOptions) {
  const server = new ListServer(options);
  const operations = makeBook();
  const desk = new AvailabilityDesk({
    api: new ApiClient({ pipeline: server.pipeline, operations }),
    connections: { connection: () => connectionFixture() },
    pictures: new PictureCache(() => ({ fetch: () => Promise.reject(new Error('no pictures')), drawsSvg: false })),
    seen: new SeenListings(),
  });
  const input = { connectionId: 'conn-1', applicationId: null };
  const search = (cursor?: string) => desk.search(cursor === undefined ? input : { ...input, cursor });
  return { server, operations, search };
}

describe('a search page by page', () => {
  it('requests each page by the cursor of the service, and ends when one repeats', async () => {
    const { server, search } = open({ records: withIds(60), cursors: () => 'again' });
    const first = await search();
    expect([first.items.length, first.doubts]).toEqual([20, []]);
    const second = await search(first.nextCursor ?? '');
    expect(server.urls[1]).toContain('cursor=again');
    expect([second.items.length, second.nextCursor, second.doubts]).toEqual([20, null, ['repeatedCursor']]);
  });

  it('returns a page again whose answer was not received, without a request', async () => {
    const { server, search } = open({ records: withIds(60), cursors: (number) => (number < 3 ? `c${number}` : null) });
    const cursor = (await search()).nextCursor ?? '';
    const second = await search(cursor);
    expect(await search(cursor)).toEqual(second);
    expect(server.urls).toHaveLength(2);
    const third = await search(second.nextCursor ?? '');
    expect([third.items.length, third.nextCursor, third.doubts]).toEqual([20, null, []]);
  });

  it('repeats a page that failed, and knows no page of a search that is no longer open', async () => {
    const instead = (number: number) => {
      if (number === 2) throw new AppError('timedOut', { host: 'h', afterMs: 1, exchangeId: null });
      return undefined;
    };
    const { search } = open({ records: withIds(60), cursors: (number) => (number < 4 ? `c${number}` : null), instead });
    const cursor = (await search()).nextCursor ?? '';
    await expect(search(cursor)).rejects.toThrow('timedOut');
    expect((await search(cursor)).items.length).toBe(20);
    for (let more = 0; more < 20; more += 1) await search();
    const error = await search(cursor).catch((thrown: unknown) => thrown);
    expect(isAppError(error, 'notFound')).toBe(true);
  });

  it('reads a search without paging once, and says that there may be more', async () => {
    const { server, operations, search } = open({ records: withIds(60), cursors: () => 'c' });
    const connection = connectionFixture();
    const { shape } = operations.effective(connection, 'search');
    await operations.customise(connection, 'search', { ...shape, paging: { kind: 'none' } });
    const { items, nextCursor, doubts } = await search();
    expect([items.length, nextCursor, doubts, server.urls.length]).toEqual([20, null, ['unpaged'], 1]);
  });

  it('reads pages by position too, each listing once', async () => {
    const { operations, search } = open({ records: withIds(45), cap: 20 });
    const connection = connectionFixture();
    const { shape } = operations.effective(connection, 'search');
    const paging = {
      kind: 'skip',
      limitParameter: 'limit',
      skipParameter: 'skip',
      pageSize: 20,
      totalAt: null,
    } as const;
    await operations.customise(connection, 'search', { ...shape, paging });
    const ids: unknown[] = [];
    let page = await search();
    for (;;) {
      ids.push(...page.items.map(({ listingId }) => listingId));
      if (page.nextCursor === null) break;
      page = await search(page.nextCursor);
    }
    expect([ids.length, new Set(ids).size, page.doubts]).toEqual([45, 45, []]);
  });
});
