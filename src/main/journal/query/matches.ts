/** Evaluates a filter for one exchange. Queries get the same result from the indexes; tests compare the two. */
import {
  type Exchange,
  type ExchangeFilter,
  type ExchangeSummary,
  outcomeClass,
} from '../../../shared/model/traffic.ts';
import { matchesSearch } from '../file/terms.ts';

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

/** The exchange without its headers and bodies. */
export function summaryOf(exchange: Exchange): ExchangeSummary {
  const {
    requestHeaders: _requestHeaders,
    requestBody: _requestBody,
    responseHeaders: _responseHeaders,
    responseBody: _responseBody,
    failure: _failure,
    ...summary
  } = exchange;
  return summary;
}
