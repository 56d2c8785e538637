/** Converts the newest answers of a connection to the cells of its access matrix. Pure. */
import type { AccessAnswer, AccessCell, AccessOperation, AccessOutcome } from '../../../shared/model/access.ts';
import type { Connection, Credential } from '../../../shared/model/connection.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { baseOf, isUnder } from '../rules/expected-base.ts';

/** A credential with the generation of its current token. `since`: when its secret was entered, on the connection's clock. */
export interface AccessHolder {
  readonly credential: Pick<Credential, 'id' | 'api'>;
  readonly generation: number;
  readonly since: number | null;
}

/** Makes the cells of the access matrix. `latest`: the newest answers, newest first, one for each credential, operation and status. */
export function cellsOf(
  connection: Pick<Connection, 'addresses'>,
  holders: readonly AccessHolder[],
  operations: readonly Pick<AccessOperation, 'id' | 'api'>[],
  latest: readonly ExchangeSummary[],
): AccessCell[] {
  return operations.flatMap(({ id, api }) =>
    holders
      .filter(({ credential }) => credential.api === api)
      .map((holder) => {
        const ofCell = latest.filter(
          ({ operation, credentialId }) => operation === id && credentialId === holder.credential.id,
        );
        const told = ofCell.find(({ status }) => outcomeOf(status) !== 'other' && status !== null);
        const shown = told ?? ofCell.find(({ status }) => status !== null);
        return {
          operation: id,
          credentialId: holder.credential.id,
          answer: shown ? answerOf(shown, ofCell, holder, baseOf(connection.addresses, api, id === 'token')) : null,
        };
      }),
  );
}

function answerOf(
  exchange: ExchangeSummary,
  ofCell: readonly ExchangeSummary[],
  holder: AccessHolder,
  base: string | null,
): AccessAnswer {
  const { status, sentAt, id, tokenGeneration } = exchange;
  const outcome = outcomeOf(status);
  return {
    outcome,
    status: status ?? 0,
    at: sentAt,
    exchangeId: id,
    generation: tokenGeneration,
    lastWorkedAt: ofCell.find((one) => outcomeOf(one.status) === 'works')?.sentAt ?? null,
    outdated: outdatedBy(exchange, outcome, holder, base),
  };
}

function outdatedBy(
  { url, sentAt, tokenGeneration }: ExchangeSummary,
  outcome: AccessOutcome,
  { generation, since }: AccessHolder,
  base: string | null,
): AccessAnswer['outdated'] {
  if (base === null || !isUnder(url, base)) return 'address';
  if (since !== null && sentAt < since) return 'credentials';
  const isRefused = outcome === 'unauthorized' || outcome === 'forbidden';
  return isRefused && tokenGeneration !== null && tokenGeneration < generation ? 'token' : null;
}

function outcomeOf(status: number | null): AccessOutcome {
  if (status === null) return 'other';
  if (status >= 200 && status < 300) return 'works';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'notFound' : 'other';
}
