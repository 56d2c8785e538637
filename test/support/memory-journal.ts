/** A journal for tests: an array of redacted exchanges, without a file or a thread. */

import type { ExchangeSink, RawExchange } from '../../src/main/http/raw-exchange.ts';
import { type RedactionOptions, redactExchange } from '../../src/main/http/redact-exchange.ts';
import { summaryOf } from '../../src/main/journal/store/store.ts';
import { AppError } from '../../src/shared/app-error.ts';
import type { Exchange, ExchangeFilter, ExchangePage, ExchangeSummary } from '../../src/shared/model/traffic.ts';
import { matches } from './matches.ts';

export class MemoryJournal implements ExchangeSink {
  /** Redacted, oldest first. */
  readonly exchanges: Exchange[] = [];
  readonly #choices: RedactionOptions;
  #seq = 0;

  constructor(choices: RedactionOptions = { bodyKilobytes: 64, keepGuests: false }) {
    this.#choices = choices;
  }

  record(raw: RawExchange): void {
    this.#seq += 1;
    this.exchanges.push({ seq: this.#seq, ...redactExchange(raw, this.#choices) });
  }

  page({ filter, before, limit }: { filter: ExchangeFilter; before: number | null; limit: number }): ExchangePage {
    const matching = this.exchanges.filter((exchange) => matches(exchange, filter)).reverse();
    const rest = matching.filter(({ seq }) => before === null || seq < before);
    const exchanges = rest.slice(0, limit).map(summaryOf);
    return {
      revision: this.#seq + 1,
      exchanges,
      next: rest.length > limit ? (exchanges.at(-1)?.seq ?? null) : null,
      matched: { count: matching.length, more: false },
      total: this.exchanges.filter(({ connectionId }) => connectionId === filter.connectionId).length,
    };
  }

  fullExchanges(question: { filter: ExchangeFilter; before: number | null; limit: number }): Exchange[] {
    return this.page(question).exchanges.map(({ id }) => this.get(id));
  }

  get(id: string): Exchange {
    const found = this.exchanges.find((exchange) => exchange.id === id);
    if (!found) throw new AppError('notFound', { what: 'The exchange' });
    return found;
  }

  facets(connectionId: string): { operations: { name: string; count: number }[] } {
    const ofConnection = this.exchanges.filter((exchange) => exchange.connectionId === connectionId);
    const groups = Map.groupBy(ofConnection, ({ operation }) => operation);
    return { operations: [...groups].map(([name, { length }]) => ({ name, count: length })) };
  }

  chain(chainId: string): ExchangeSummary[] {
    return this.exchanges.filter((exchange) => exchange.chainId === chainId).map(summaryOf);
  }

  clear(connectionId: string): void {
    const kept = this.exchanges.filter((exchange) => exchange.connectionId !== connectionId);
    this.exchanges.splice(0, this.exchanges.length, ...kept);
  }
}
