/** Which outage the timeline tells of, read from a journal that pages from the newest exchange. */
import { describe, expect, it } from 'vitest';
import { IncidentReader } from '../../../../../src/main/journal/timeline/incident-reader.ts';
import {
  type Exchange,
  type ExchangeFilter,
  OutcomeClass,
  outcomeClass,
} from '../../../../../src/shared/model/traffic.ts';
import { NOW, tokenFixture } from '../../../../support/fixtures.ts';
import { matches } from '../../../../support/matches.ts';
import { aConnection, anExchange, summaryOf } from '../../doctor/facts-of.ts';

const MINUTE = 60_000;

/** `exchanges` oldest first; the fake counts what is asked of it. */
function readerOf(exchanges: readonly Exchange[]) {
  const asked = { pages: 0, timelines: 0 };
  const found = (filter: ExchangeFilter) => exchanges.filter((exchange) => matches(exchange, filter));
  const reader = new IncidentReader({
    journal: {
      page({ filter, limit }) {
        asked.pages += 1;
        const all = found(filter).toReversed();
        return {
          revision: 1,
          exchanges: all.slice(0, limit).map(summaryOf),
          next: all.length > limit ? 1 : null,
          matched: { count: all.length, more: false },
          total: exchanges.length,
        };
      },
      facets: () => ({
        revision: 1,
        operations: [],
        hosts: [],
        credentials: [],
        oldestAt: exchanges[0]?.sentAt ?? null,
        newestAt: exchanges.at(-1)?.sentAt ?? null,
      }),
      timeline({ filter, until, bucketMs, buckets }) {
        asked.timelines += 1;
        const from = until - bucketMs * buckets;
        const counts = Array.from({ length: buckets }, (_, index) => ({
          at: from + index * bucketMs,
          counts: Object.fromEntries(OutcomeClass.options.map((outcome) => [outcome, 0])) as Record<
            OutcomeClass,
            number
          >,
        }));
        for (const { sentAt, status } of found(filter)) {
          const bucket = counts[Math.floor((sentAt - from) / bucketMs)];
          if (bucket) bucket.counts[outcomeClass(status)] += 1;
        }
        return { revision: 1, bucketMs, buckets: counts };
      },
    },
    tokens: { snapshot: () => ({ tokens: [tokenFixture()] }) },
    vault: { connection: () => aConnection() },
    marks: { of: () => [] },
    clockOf: () => ({ now: () => NOW }),
  });
  return { reader, asked };
}

let seq = 0;
const at = (minutes: number, changes: Partial<Exchange> = {}): Exchange => {
  seq += 1;
  const sentAt = NOW + minutes * MINUTE;
  return anExchange({ seq, id: `at${minutes}`, chainId: `at${minutes}`, queuedAt: sentAt, sentAt, ...changes });
};
const ok = (minutes: number, changes: Partial<Exchange> = {}) => at(minutes, { status: 200, ...changes });

const outageOf = async (exchanges: Exchange[]) => {
  const timeline = await readerOf(exchanges).reader.timeline('one', null);
  const links = timeline.lastWorked.flatMap((part) => (part.kind === 'instant' ? [part.exchangeId] : []));
  return { broken: timeline.brokenAt?.exchangeId ?? null, links };
};

describe('the incident timeline', () => {
  it('copes with an empty journal', async () => {
    const timeline = await readerOf([]).reader.timeline('one', null);
    expect(timeline.brokenAt).toBeNull();
    expect(timeline.until - timeline.from).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(timeline.buckets.length).toBeLessThanOrEqual(240);
  });

  it('says from when on setbacks are listed when the range has more than one answer of the journal', async () => {
    const many = Array.from({ length: 1_005 }, (_, index) => at(-600 + index / 2));
    expect((await readerOf(many).reader.timeline('one', null)).setbacksFrom).toBe(many[5]?.sentAt);
    expect((await readerOf(many.slice(5)).reader.timeline('one', null)).setbacksFrom).toBeNull();
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

  it('finds the first of 5,000 setbacks in a few steps', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => at(-600 + index / 10, { id: `bad${index}` }));
    const { reader, asked } = readerOf([ok(-700), ...many]);
    const timeline = await reader.timeline('one', null);
    expect(timeline.brokenAt?.exchangeId).toBe('bad0');
    expect(asked.timelines).toBeLessThan(6);
    expect(asked.pages).toBeLessThan(12);
  });

  it('ends also when all setbacks are of one instant', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => at(-6, { id: `bad${index}` }));
    const timeline = await readerOf([...many]).reader.timeline('one', null);
    expect(timeline.brokenAt).not.toBeNull();
  });

  it.each([
    [1, 100],
    [30 * MINUTE, 30_000],
    [24 * 60 * MINUTE, 20 * MINUTE],
    [4_000 * 24 * 60 * MINUTE, 24 * 60 * MINUTE],
  ])('answers a range of %i ms with whole bars within the bounds', async (span, bucketMs) => {
    const range = { from: NOW - span, until: NOW };
    const timeline = await readerOf([ok(-1)]).reader.timeline('one', range);
    expect(timeline.bucketMs).toBe(bucketMs);
    expect(timeline.from % bucketMs).toBe(0);
    expect(timeline.buckets.length).toBeLessThanOrEqual(122);
    expect(timeline.from).toBeLessThanOrEqual(range.from);
  });
});
