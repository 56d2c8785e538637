/** Exchanges for the tests of Traffic, and answers of a main process whose journal holds them. */

import type { PendingSnapshot } from '../../../../src/shared/model/pending.ts';
import {
  type Exchange,
  type ExchangeFilter,
  type ExchangeSummary,
  type JournalState,
  OutcomeClass,
  outcomeClass,
} from '../../../../src/shared/model/traffic.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  connectionsFixture,
  exchangeFixture,
  machineFace,
  preferencesFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';

/** Newest first, a second apart. */
export const manyExchanges = (count: number, changes: Partial<ExchangeSummary> = {}): ExchangeSummary[] => {
  const newest = Math.floor(Date.now() / 1_000) * 1_000 - 2_000;
  return Array.from({ length: count }, (_, index) =>
    exchangeFixture({
      seq: count - index,
      id: `ex-${count - index}`,
      chainId: `chain-${count - index}`,
      connectionId: 'sandbox',
      url: `https://open.example.com/v1/listings?skip=${index}`,
      sentAt: newest - index * 1_000,
      ...changes,
    }),
  );
};

export const wholeExchange = (changes: Partial<Exchange> = {}): Exchange => ({
  ...exchangeFixture({ connectionId: 'sandbox' }),
  requestHeaders: [['Authorization', 'Bearer [redacted]']],
  requestBody: null,
  responseHeaders: [['content-type', 'application/json']],
  responseBody: { text: '{"results":[{"title":"Harbour loft"}]}', bytes: 38, cut: false },
  failure: null,
  ...changes,
});

export const journalFixture = (changes: Partial<JournalState> = {}): JournalState => ({
  revision: 1,
  storage: 'file',
  reason: null,
  retryAt: null,
  lost: 0,
  exchanges: 3,
  bytes: 40_960,
  file: '/home/you/.config/latchkey/journal.db',
  quarantined: null,
  ...changes,
});

export const pendingFixture = (changes: Partial<PendingSnapshot> = {}): PendingSnapshot => ({
  connectionId: 'sandbox',
  revision: 1,
  clock: machineFace,
  asOf: Date.now(),
  total: 0,
  requests: [],
  openCircuits: [],
  pauses: [],
  ...changes,
});

const matches = (filter: ExchangeFilter) => (exchange: ExchangeSummary) =>
  (filter.outcomes.length === 0 || filter.outcomes.includes(outcomeClass(exchange.status))) &&
  (filter.operations.length === 0 || filter.operations.includes(exchange.operation)) &&
  (filter.from === null || exchange.sentAt >= filter.from) &&
  (filter.until === null || exchange.sentAt < filter.until) &&
  exchange.url.includes(filter.search);

/** Answers from `journal`, which is newest first. A test may add exchanges at its front. */
export const answersOf = (journal: ExchangeSummary[], whole: Exchange = wholeExchange()): Answers => ({
  connections: { list: () => connectionsFixture() },
  tokens: { status: () => tokensFixture('sandbox') },
  tasks: { list: () => ({ connectionId: 'sandbox', revision: 1, clock: machineFace, asOf: 0, tasks: [] }) },
  app: { copyText: () => null, preferences: () => preferencesFixture({ audience: 'support' }) },
  traffic: {
    exchanges: ({ filter, before, limit }) => {
      const all = journal.filter(matches(filter));
      const rest = all.filter(({ seq }) => before === null || seq < before);
      const exchanges = rest.slice(0, limit);
      const next = rest.length > limit ? (exchanges.at(-1)?.seq ?? null) : null;
      return { revision: 1, exchanges, next, matched: { count: all.length, more: false }, total: journal.length };
    },
    facets: () => ({
      revision: 1,
      operations: [
        { name: 'listListings', count: 40 },
        { name: 'search', count: 7 },
      ],
      hosts: [{ name: 'open.example.com', count: 47 }],
      credentials: [
        { name: 'sandbox-open', count: 40 },
        { name: 'sandbox-app-1', count: 7 },
        { name: 'gone', count: 2 },
      ],
      oldestAt: journal.at(-1)?.sentAt ?? null,
      newestAt: journal[0]?.sentAt ?? null,
    }),
    timeline: ({ filter, until, bucketMs, buckets }) => ({
      revision: 1,
      bucketMs,
      buckets: Array.from({ length: buckets }, (_, index) => {
        const at = until - (buckets - index) * bucketMs;
        const inside = journal.filter(matches(filter)).filter(({ sentAt }) => sentAt >= at && sentAt < at + bucketMs);
        const count = (kind: OutcomeClass) => inside.filter(({ status }) => outcomeClass(status) === kind).length;
        return {
          at,
          counts: Object.fromEntries(OutcomeClass.options.map((kind) => [kind, count(kind)])) as Record<
            OutcomeClass,
            number
          >,
        };
      }),
    }),
    chain: ({ chainId }) => journal.filter((exchange) => exchange.chainId === chainId).reverse(),
    exchange: () => whole,
    clear: () => ({ deletionId: 'deletion-1' }),
    journal: () => journalFixture(),
    pending: () => pendingFixture(),
  },
});
