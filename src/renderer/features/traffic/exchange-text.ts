/** Texts about an exchange: its path, the reason for a missing response, the requester. */
import type { ErrorData } from '../../../shared/errors.ts';
import type { Lane } from '../../../shared/model/rates.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';

/** The part of a URL after the host, with its query: "/v1/listings?limit=20". */
export function pathOf(url: string): string {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return at === -1 ? '/' : url.slice(at);
}

/** True for the statuses that Doctor examines. Pictures carry no token, so a refused picture is no evidence. */
export const isRefused = (exchange: ExchangeSummary): boolean =>
  (exchange.status === 401 || exchange.status === 403) && exchange.operation !== 'picture';

const FAILURES: Readonly<Record<string, string>> = {
  unreachable: 'Unreachable',
  timedOut: 'Timed out',
  cancelled: 'Cancelled',
  outcomeUnknown: 'Response lost',
};

/** The reason for a missing response, in two words. A write that was sent may have taken effect, and "Unreachable" would hide that. */
export function failureText({
  error,
  method,
  operation,
}: Pick<ExchangeSummary, 'error' | 'method' | 'operation'>): string {
  const write = method !== 'GET' && method !== 'HEAD';
  if (write && operation !== 'token' && (error === 'unreachable' || error === 'timedOut')) return 'Response lost';
  return error === null ? 'No response' : (FAILURES[error] ?? 'No response');
}

/** Whether the advice of a recorded error ("Try again at 16:20") is past. `now` is on the connection's clock. */
export function isAdvicePast(error: ErrorData, now: number): boolean {
  const until = ['retryAt', 'nextSlotAt', 'until'].map((name) => (error as Record<string, unknown>)[name]);
  return until.some((at) => typeof at === 'number' && at <= now);
}

export const REQUESTED_BY: Record<Lane, string> = {
  interactive: 'A person',
  background: 'The console',
  bulk: 'A bulk task',
};

export const LANE_NAMES: Record<Lane, string> = {
  interactive: 'Interactive',
  background: 'Background',
  bulk: 'Bulk task',
};
