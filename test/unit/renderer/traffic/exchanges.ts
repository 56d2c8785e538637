/** Exchanges for the tests of Traffic: a list of them, and one whole. */
import type { Exchange, ExchangeSummary } from '../../../../src/shared/model/traffic.ts';
import { exchangeFixture } from '../../../support/fixtures.ts';

export const manyExchanges = (count: number): ExchangeSummary[] =>
  Array.from({ length: count }, (_, index) =>
    exchangeFixture({
      id: `ex-${index}`,
      chainId: `chain-${index}`,
      connectionId: 'sandbox',
      url: `https://open.example.com/v1/listings?skip=${index}`,
      sentAt: Date.UTC(2026, 10, 21, 9) - index * 1_000,
    }),
  );

export const wholeExchange = (changes: Partial<Exchange> = {}): Exchange => ({
  ...exchangeFixture({ connectionId: 'sandbox' }),
  requestHeaders: [['Authorization', 'Bearer [redacted]']],
  requestBody: null,
  responseHeaders: [['content-type', 'application/json']],
  responseBody: { text: '{"results":[{"title":"Harbour loft"}]}', bytes: 38, cut: false },
  failure: null,
  ...changes,
});
