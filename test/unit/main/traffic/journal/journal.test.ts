import { describe, expect, it } from 'vitest';
import { Journal, type Recorded } from '../../../../../src/main/traffic/journal/journal.ts';
import { isAppError } from '../../../../../src/shared/errors.ts';
import { type Exchange, type ExchangeFilter, filterOf } from '../../../../../src/shared/model/traffic.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const exchange = (id: string, more: Partial<Exchange> = {}): Exchange => ({
  seq: 0,
  id,
  lane: 'interactive',
  taskId: null,
  host: 'api.example',
  grantedAt: 0,
  firstByteMs: null,
  requestBytes: null,
  chainId: id,
  attempt: 1,
  connectionId: 'c1',
  credentialId: null,
  api: 'booking',
  operation: 'search',
  method: 'GET',
  url: 'https://api.example/v1/search',
  status: 200,
  error: null,
  requestId: null,
  tokenGeneration: 1,
  queuedAt: 0,
  sentAt: 0,
  durationMs: 5,
  responseBytes: 2,
  requestHeaders: [],
  requestBody: null,
  responseHeaders: [],
  responseBody: { text: '{}', bytes: 2, cut: false },
  failure: null,
  ...more,
});

const make = (more: { maxCount?: number; maxBytes?: number } = {}) => {
  const clock = new ManualClock();
  return { clock, journal: new Journal({ clock, ...more }) };
};
const query = { filter: filterOf('c1'), before: null, limit: 100 };

describe('Journal', () => {
  it('pages newest first, of one connection, with the total', () => {
    const { journal } = make();
    for (const id of ['a', 'b', 'c']) journal.record(exchange(id));
    journal.record(exchange('other', { connectionId: 'c2' }));
    const page = journal.page({ ...query, limit: 2 });
    expect(page.exchanges.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(page.total).toBe(3);
    expect(page.exchanges[0]).not.toHaveProperty('responseBody');
  });

  it('filters by outcome and by words', () => {
    const { journal } = make();
    journal.record(exchange('ok'));
    journal.record(exchange('denied', { status: 403, error: 'forbidden', requestId: 'R-77' }));
    journal.record(exchange('lost', { status: null, error: 'timedOut', operation: 'quoteCreate' }));
    const ids = (more: Partial<ExchangeFilter>) =>
      journal.page({ ...query, filter: filterOf('c1', more) }).exchanges.map(({ id }) => id);
    expect(ids({ outcomes: ['ok'] })).toEqual(['ok']);
    expect(ids({ outcomes: ['forbidden', 'noAnswer'] })).toEqual(['lost', 'denied']);
    expect(ids({ outcomes: ['unauthorized', 'forbidden'] })).toEqual(['denied']);
    expect(ids({ search: 'r-77 SEARCH' })).toEqual(['denied']);
    expect(ids({ search: 'quotecreate' })).toEqual(['lost']);
    expect(ids({ search: 'nowhere' })).toEqual([]);
  });

  it('gives one whole, or says that it is gone', () => {
    const { journal } = make({ maxCount: 2 });
    for (const id of ['a', 'b', 'c']) journal.record(exchange(id));
    expect(journal.get('c').responseBody?.text).toBe('{}');
    expect(() => journal.get('a')).toThrowError(expect.toSatisfy((error: unknown) => isAppError(error, 'notFound')));
  });

  it('stays within its size, but keeps the newest', () => {
    const { journal } = make({ maxBytes: 50_000 });
    const big = { responseBody: { text: 'x'.repeat(20_000), bytes: 20_000, cut: false } };
    for (const id of ['a', 'b', 'c']) journal.record(exchange(id, big));
    expect(journal.page(query).exchanges.map(({ id }) => id)).toEqual(['c']);
  });

  it('clears one connection', () => {
    const { journal } = make();
    journal.record(exchange('a'));
    journal.record(exchange('b', { connectionId: 'c2' }));
    const before = journal.revision;
    journal.clear('c1');
    expect(journal.page(query)).toMatchObject({ total: 0, exchanges: [] });
    expect(journal.page({ ...query, filter: filterOf('c2') }).total).toBe(1);
    expect(journal.revision).toBeGreaterThan(before);
  });

  it('tells of new ones at most four times a second, losing none', async () => {
    const { clock, journal } = make();
    const told: Recorded[] = [];
    journal.recorded.subscribe((event) => told.push(event));
    for (let index = 0; index < 100; index += 1) {
      journal.record(exchange(`e${index}`));
      await clock.advance(20);
    }
    await clock.advance(1_000);
    expect(told.length).toBeLessThanOrEqual(10);
    expect(told.flatMap(({ exchanges }) => exchanges.map(({ id }) => id))).toEqual(
      [...Array(100).keys()].map((index) => `e${index}`),
    );
    expect(told.at(-1)?.revision).toBe(journal.revision);
    expect(clock.pending).toBe(0);
  });
});
