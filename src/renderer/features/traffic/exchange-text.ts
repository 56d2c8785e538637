/** Texts about an exchange: its path, why there is no answer, and who requested it. */

import type { ErrorData } from '../../../shared/errors.ts';
import type { Lane } from '../../../shared/model/rates.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import type { ErrorText } from '../../../shared/text/error-text.ts';
import { textOfError } from '../../text/error-text.ts';

/** Returns the part of a URL after the host, with the query: "/v1/listings?limit=20". */
export function pathOf(url: string): string {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return at === -1 ? '/' : url.slice(at);
}

/** Whether an exchange was refused (401 or 403), so that the Doctor can diagnose it. False for a picture, because its request carries no token. */
export const isRefused = (exchange: ExchangeSummary): boolean =>
  (exchange.status === 401 || exchange.status === 403) && exchange.operation !== 'picture';

const FAILURES: Readonly<Record<string, string>> = {
  unreachable: 'Unreachable',
  timedOut: 'Timed out',
  cancelled: 'Cancelled',
  outcomeUnknown: 'Response lost',
};

type Failed = Pick<ExchangeSummary, 'error' | 'method' | 'operation'>;

/** True for a write without an answer. It may have taken effect, which the text "Unreachable" would hide. */
function isLostWrite({ error, method, operation }: Failed): boolean {
  const write = method !== 'GET' && method !== 'HEAD';
  return write && operation !== 'token' && (error === 'unreachable' || error === 'timedOut');
}

/** Says in a word or two why an exchange has no answer. */
export function failureText(exchange: Failed): string {
  if (isLostWrite(exchange)) return 'Response lost';
  return exchange.error === null ? 'No response' : (FAILURES[exchange.error] ?? 'No response');
}

/** Writes the sentence and the advice for an exchange without an answer. `now` is in epoch ms on the connection's clock. */
export function adviceText(exchange: Failed, failure: ErrorData, now: number): ErrorText {
  if (!isLostWrite(exchange) || !('host' in failure)) return textOfError(failure, now);
  const reason = 'reason' in failure ? failure.reason : 'no answer in time';
  return {
    sentence: `The response of ${failure.host} was lost (${reason}): the service may have done it.`,
    action: 'Look it up on its own page before you repeat it.',
  };
}

export const REQUESTED_BY: Record<Lane, string> = {
  interactive: 'A person',
  background: 'The app',
  bulk: 'A bulk task',
};

export const LANE_NAMES: Record<Lane, string> = {
  interactive: 'Interactive',
  background: 'Background',
  bulk: 'Bulk task',
};
