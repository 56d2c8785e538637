import { describe, expect, it } from 'vitest';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { type ExchangeFilter, type ExchangePage, filterOf } from '../../../../src/shared/model/traffic.ts';
import { aRaw, CHOICES, ServerRig } from './raws.ts';

const rigWith = (raws: RawExchange[]) => {
  const rig = new ServerRig(':memory:');
  rig.record(...raws);
  return rig;
};
const idsOf = (rig: ServerRig, conditions: Partial<ExchangeFilter>) =>
  rig.ask('page', { filter: filterOf('one', conditions), before: null, limit: 100 }).exchanges.map(({ id }) => id);

describe('the search', () => {
  const rig = rigWith([
    aRaw({
      id: 'a',
      url: 'https://booking.example/api/reservations/quotes/64f1aa09bc',
      operation: 'quoteCreate',
      method: 'POST',
    }),
    aRaw({
      id: 'b',
      requestId: '7f3a9c12-44de-4b1c',
      status: 429,
      error: 'rateLimited',
      operation: 'calendar',
      credentialId: 'booking-2',
    }),
    aRaw({
      id: 'c',
      credentialId: 'booking-2',
      responseBody: { text: '{"city":"Zürich","notes":"instantBooking allowed"}', bytes: 50 },
    }),
    aRaw({
      id: 'd',
      requestHeaders: [['accept-language', 'pt-PT']],
      status: 503,
      error: 'serverFailed',
      host: 'open.example',
      taskId: 'task-1',
    }),
    aRaw({
      id: 'e',
      requestBody: { text: '{"listingId":"deadbeef01"}', bytes: 26 },
      status: null,
      error: 'unreachable',
      responseHeaders: null,
      responseBody: null,
    }),
    aRaw({ id: 'other', connectionId: 'two', url: 'https://booking.example/reservations' }),
  ]);

  it.each([
    ['r', ['b', 'a']],
    ['reserv', ['a']],
    ['reservations quotes', ['a']],
    ['quotes/64f1', ['a']],
    ['7f3a9c12-44', ['b']],
    ['429', ['b']],
    ['ratelim', ['b']],
    ['zurich', ['c']],
    ['ZÜR', ['c']],
    ['instantb', ['c']],
    ['booking allowed', ['c']],
    ['pt', ['d']],
    ['accept-lang', ['d']],
    ['deadbeef01', ['e']],
    ['unreach', ['e']],
    ['POST 64', ['a']],
    ['servat', []],
    ['reservations calendar', []],
    ['"', ['e', 'd', 'c', 'b', 'a']],
    ['* OR NEAR( ^', []],
    ['', ['e', 'd', 'c', 'b', 'a']],
  ])('finds terms by their beginnings: %s', (search, ids) => {
    expect(idsOf(rig, { search })).toEqual(ids);
  });

  it.each<[Partial<ExchangeFilter>, string[]]>([
    [{ outcomes: ['tooMany', 'noAnswer'] }, ['e', 'b']],
    [{ operations: ['calendar'] }, ['b']],
    [{ operations: ['calendar', 'quoteCreate'] }, ['b', 'a']],
    [{ operations: ['unknown'] }, []],
    [{ hosts: ['open.example'] }, ['d']],
    [{ taskId: 'task-1' }, ['d']],
    [{ credentials: ['booking-2'] }, ['c', 'b']],
    [{ credentials: ['booking-2', 'gone'], search: 'zurich' }, ['c']],
    [{ credentials: ['gone'] }, []],
    [{ credentials: ['booking-2'], outcomes: ['tooMany'], from: 0 }, ['b']],
    [{ taskId: 'task-2' }, []],
    [{ outcomes: ['serverFailed'], search: 'pt', hosts: ['open.example'] }, ['d']],
    [{ outcomes: ['serverFailed'], search: 'zurich' }, []],
  ])('requires all conditions: %j', (conditions, ids) => {
    expect(idsOf(rig, conditions)).toEqual(ids);
  });

  it('finds by time, in whatever order the requests ended', () => {
    const times = [500, 300, 900, 100, 700];
    const timed = rigWith(times.map((sentAt) => aRaw({ id: `at-${sentAt}`, sentAt })));
    expect(idsOf(timed, { from: 300, until: 900 })).toEqual(['at-700', 'at-300', 'at-500']);
    expect(idsOf(timed, { from: 300, until: 900, search: 'search' })).toEqual(['at-700', 'at-300', 'at-500']);
    expect(idsOf(timed, { until: 300 })).toEqual(['at-100']);
    expect(idsOf(timed, { from: 901 })).toEqual([]);
    const page = timed.ask('page', { filter: filterOf('one', { from: 300, until: 900 }), before: null, limit: 1 });
    expect(page).toMatchObject({ matched: { count: 3, more: false }, total: 5 });
  });

  it('counts each exchange in one bucket of a timeline, however long the buckets are', () => {
    const minute = 60_000;
    const timed = rigWith(Array.from({ length: 240 }, (_, index) => aRaw({ sentAt: index * minute + (index % 60) })));
    for (const bucketMs of [minute, 5 * minute, 20 * minute, 60 * minute, 50_000, 7 * minute]) {
      const buckets = Math.ceil((240 * minute) / bucketMs);
      const input = { filter: filterOf('one'), until: buckets * bucketMs, bucketMs, buckets };
      const counts = timed.ask('timeline', input).buckets.map(({ at, counts: { ok } }) => ({ at, ok }));
      const wanted = counts.map(({ at }) => ({
        at,
        ok: Math.min(240, Math.ceil((at + bucketMs) / minute)) - Math.ceil(at / minute),
      }));
      expect(counts).toEqual(wanted);
    }
  });

  it('returns consecutive pages, each with the count of all matches', () => {
    const long = rigWith(
      Array.from({ length: 25 }, (_, index) => aRaw({ id: `x${index}`, status: index % 2 ? 200 : 429 })),
    );
    const seen: string[] = [];
    let before: number | null = null;
    do {
      const page: ExchangePage = long.ask('page', {
        filter: filterOf('one', { outcomes: ['tooMany'] }),
        before,
        limit: 4,
      });
      expect(page.matched).toEqual({ count: 13, more: false });
      seen.push(...page.exchanges.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 13 }, (_, index) => `x${24 - 2 * index}`));
  });

  it('redacts and cuts exchanges by the current choices', () => {
    const raw = (id: string) =>
      aRaw({
        id,
        responseBody: { text: `{"guest":{"email":"ines@mail.example"},"pad":"${'x'.repeat(3_000)}"}`, bytes: 3_046 },
      });
    const kept = rigWith([raw('short')]);
    kept.choose({ ...CHOICES, bodyKilobytes: 1, keepGuests: true });
    kept.record(raw('long'));
    expect(kept.ask('get', 'short').responseBody).toMatchObject({ cut: false, bytes: 3_046 });
    expect(kept.ask('get', 'short').responseBody?.text).not.toContain('ines@mail.example');
    expect(kept.ask('get', 'long').responseBody).toMatchObject({ cut: true, bytes: 3_046 });
    expect(kept.ask('get', 'long').responseBody?.text).toContain('ines@mail.example');
  });
});
