/** Which outage the timeline tells of, read from a journal that pages from the newest exchange. */
import { describe, expect, it } from 'vitest';
import { connect, prepareDatabase } from '../../../../../src/main/journal/file/database.ts';
import { findFacets, findPage, findTimeline } from '../../../../../src/main/journal/query/find.ts';
import { findOutage } from '../../../../../src/main/journal/query/outage.ts';
import { ExchangeStore } from '../../../../../src/main/journal/store/store.ts';
import { IncidentReader } from '../../../../../src/main/traffic/timeline/incident-reader.ts';
import type { Exchange } from '../../../../../src/shared/model/traffic.ts';
import { NOW, tokenFixture } from '../../../../support/fixtures.ts';
import { aConnection, anExchange } from '../../doctor/facts-of.ts';

const MINUTE = 60_000;

/** `exchanges`: oldest first. */
function readerOf(exchanges: readonly Exchange[]): IncidentReader {
  const store = new ExchangeStore(prepareDatabase(connect(':memory:')));
  store.insert(exchanges, NOW);
  return new IncidentReader({
    journal: {
      page: (query) => ({ revision: 1, ...findPage(store, query) }),
      facets: (connectionId) => ({ revision: 1, ...findFacets(store, connectionId) }),
      timeline: (query) => ({ revision: 1, ...findTimeline(store, query) }),
      outage: (last) => findOutage(store, last),
    },
    tokens: { snapshot: () => ({ tokens: [tokenFixture()] }) },
    vault: { connection: () => aConnection() },
    marks: { of: () => [] },
    clockOf: () => ({ now: () => NOW }),
  });
}

let seq = 0;
const at = (minutes: number, changes: Partial<Exchange> = {}): Exchange => {
  seq += 1;
  const sentAt = NOW + minutes * MINUTE;
  return anExchange({ seq, id: `at${minutes}`, chainId: `at${minutes}`, queuedAt: sentAt, sentAt, ...changes });
};
const ok = (minutes: number, changes: Partial<Exchange> = {}) => at(minutes, { status: 200, ...changes });

const outageOf = async (exchanges: Exchange[]) => {
  const timeline = await readerOf(exchanges).timeline('one', null);
  const links = timeline.lastWorked.flatMap((part) => (part.kind === 'instant' ? [part.exchangeId] : []));
  return { broken: timeline.brokenAt?.exchangeId ?? null, links };
};

describe('the incident timeline', () => {
  it('copes with an empty journal', async () => {
    const timeline = await readerOf([]).timeline('one', null);
    expect(timeline.brokenAt).toBeNull();
    expect(timeline.until - timeline.from).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(timeline.buckets.length).toBeLessThanOrEqual(240);
  });

  it('says from when on setbacks are listed when the range has more than one answer of the journal', async () => {
    const many = Array.from({ length: 1_005 }, (_, index) => at(-600 + index / 2));
    expect((await readerOf(many).timeline('one', null)).setbacksFrom).toBe(many[5]?.sentAt);
    expect((await readerOf(many.slice(5)).timeline('one', null)).setbacksFrom).toBeNull();
  });

  it('begins an outage at the first setback after the last success of the same operation and credential', async () => {
    expect(
      await outageOf([
        ok(-60),
        at(-50),
        ok(-40),
        ok(-35, { credentialId: 'other' }),
        at(-30),
        at(-29, { operation: 'calendar', status: 200 }),
        at(-20, { status: 429 }),
        at(-10),
      ]),
    ).toEqual({ broken: 'at-30', links: ['at-40', 'at-30'] });
  });

  it('prefers the outage that goes on, the earliest of several, over one that ended', async () => {
    expect(
      await outageOf([
        ok(-60),
        at(-50, { operation: 'calendar' }),
        at(-45, { operation: 'quoteCreate' }),
        at(-40),
        ok(-30),
      ]),
    ).toEqual({ broken: 'at-50', links: ['at-50'] });
    expect(await outageOf([ok(-60), at(-40), ok(-30), ok(-20)])).toEqual({
      broken: 'at-40',
      links: ['at-60', 'at-40', 'at-30'],
    });
  });

  it('ignores pictures', async () => {
    expect(await outageOf([at(-5, { operation: 'picture' })])).toEqual({ broken: null, links: [] });
  });

  it('finds the first of more setbacks than one answer of the journal has, also when all are of one instant', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => at(-6, { id: `bad${index}` }));
    const timeline = await readerOf([ok(-700), ...many]).timeline('one', null);
    expect(timeline.brokenAt?.exchangeId).toBe('bad0');
  });

  it.each([
    [1, 100],
    [30 * MINUTE, 30_000],
    [24 * 60 * MINUTE, 20 * MINUTE],
    [4_000 * 24 * 60 * MINUTE, 24 * 60 * MINUTE],
  ])('answers a range of %i ms with whole bars within the bounds', async (span, bucketMs) => {
    const range = { from: NOW - span, until: NOW };
    const timeline = await readerOf([ok(-1)]).timeline('one', range);
    expect(timeline.bucketMs).toBe(bucketMs);
    expect(timeline.from % bucketMs).toBe(0);
    expect(timeline.buckets.length).toBeLessThanOrEqual(122);
    expect(timeline.from).toBeLessThanOrEqual(range.from);
  });
});
