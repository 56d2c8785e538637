/** Evaluates a filter for one exchange, by reading it. Tests compare the journal's queries with the result. */
import type { RedactedExchange } from '../../src/main/http/redact-exchange.ts';
import { termsOf, termsOfExchange } from '../../src/main/journal/file/terms.ts';
import { type Exchange, type ExchangeFilter, outcomeClass } from '../../src/shared/model/traffic.ts';

const isAmong = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value);

/** Whether the exchange matches all conditions. */
export function matches(exchange: Exchange, filter: ExchangeFilter): boolean {
  return (
    exchange.connectionId === filter.connectionId &&
    isAmong(filter.outcomes, outcomeClass(exchange.status)) &&
    isAmong(filter.operations, exchange.operation) &&
    isAmong(filter.hosts, exchange.host) &&
    (filter.credentials.length === 0 || filter.credentials.includes(exchange.credentialId ?? '')) &&
    (filter.taskId === null || exchange.taskId === filter.taskId) &&
    (filter.from === null || exchange.sentAt >= filter.from) &&
    (filter.until === null || exchange.sentAt < filter.until) &&
    matchesSearch(exchange, filter.search)
  );
}

/** Whether every term of the search is a prefix of a term of the exchange. */
function matchesSearch(exchange: RedactedExchange, search: string): boolean {
  const terms = [...termsOfExchange(exchange)];
  return [...termsOf(search)].every((sought) => terms.some((term) => term.startsWith(sought)));
}
