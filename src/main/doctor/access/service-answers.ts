/** The newest exchange with each API of a connection, which shows whether the service answers at all. Pure. */
import type { ServiceAnswer } from '../../../shared/model/access.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { Api } from '../../../shared/model/primitives.ts';
import { type ExchangeSummary, outcomeClass } from '../../../shared/model/traffic.ts';
import { baseOf, isUnder } from '../rules/expected-base.ts';

/** The recorder's error code for an exchange that a person or a closing window cancelled. */
const CANCELLED = 'cancelled';

/**
 * Finds the newest exchange with each API at its present address. `latest`: the newest answers, newest first, one for each credential, operation and
 * status.
 */
export function serviceAnswers(
  { addresses }: Pick<Connection, 'addresses'>,
  latest: readonly ExchangeSummary[],
): ServiceAnswer[] {
  return Api.options.flatMap((api) => {
    const base = baseOf(addresses, api, false);
    const exchanges = latest.filter(
      (one) => one.api === api && one.operation !== 'token' && one.error !== CANCELLED && isUnder(one.url, base ?? ''),
    );
    const [newest] = exchanges;
    if (base === null || !newest) return [];
    const { host, status, sentAt: at, id: exchangeId } = newest;
    const lastWorkedAt = exchanges.find((one) => !isFailure(one))?.sentAt ?? null;
    return [{ api, host, failed: isFailure(newest), status, at, exchangeId, lastWorkedAt }];
  });
}

const isFailure = ({ status }: ExchangeSummary): boolean => ['serverFailed', 'noAnswer'].includes(outcomeClass(status));
