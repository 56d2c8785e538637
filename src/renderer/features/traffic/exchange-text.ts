/** How an exchange is put into words: its path, its durations, and what the errors of the wire mean. */
import type { ErrorData } from '../../../shared/errors.ts';
import type { Lane } from '../../../shared/model/rates.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';

/** The part of a URL behind the host, with its query: "/v1/listings?limit=20". */
export function pathOf(url: string): string {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return at === -1 ? '/' : url.slice(at);
}

/** True for the two statuses that Doctor looks into. Pictures carry no token, so a refused one tells nothing. */
export const isRefused = (exchange: ExchangeSummary): boolean =>
  (exchange.status === 401 || exchange.status === 403) && exchange.operation !== 'picture';

const FAILURES: Readonly<Record<string, string>> = {
  unreachable: 'Unreachable',
  timedOut: 'Timed out',
  cancelled: 'Cancelled',
  outcomeUnknown: 'Answer lost',
};

/** Two words for an exchange that got no answer. A write that was sent may have been done, which "unreachable" would hide. */
export function failureText({
  error,
  method,
  operation,
}: Pick<ExchangeSummary, 'error' | 'method' | 'operation'>): string {
  const write = method !== 'GET' && method !== 'HEAD';
  if (write && operation !== 'token' && (error === 'unreachable' || error === 'timedOut')) return 'Answer lost';
  return error === null ? 'No answer' : (FAILURES[error] ?? 'No answer');
}

/** Whether what an error of the record advises was for a moment that is past: "Try again at 16:20". `now` is on the connection's clock. */
export function isAdvicePast(error: ErrorData, now: number): boolean {
  const until = ['retryAt', 'nextSlotAt', 'until'].map((name) => (error as Record<string, unknown>)[name]);
  return until.some((at) => typeof at === 'number' && at <= now);
}

/** Who asked for a request. */
export const REQUESTED_BY: Record<Lane, string> = {
  interactive: 'A person',
  background: 'The console',
  bulk: 'A bulk task',
};

/** For whom a request was sent. */
export const LANE_NAMES: Record<Lane, string> = {
  interactive: 'For a person',
  background: 'For the console itself',
  bulk: 'Of a bulk task',
};
