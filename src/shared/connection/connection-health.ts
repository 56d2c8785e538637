/** Derives what is wrong with a connection from the service's newest answers. Pure. Instants are in epoch ms on the connection's clock. */

import type { AccessMatrix, AccessOperationId } from '../model/access.ts';
import type { Api } from '../model/primitives.ts';
import { DAY_MS } from '../time/units.ts';

/** The problem that the service no longer accepts the token: the newest answer to a request with the credential is a 401. */
export interface TokenRefused {
  readonly kind: 'tokenRefused';
  readonly credentialId: string;
  readonly api: Api;
  readonly label: string;
  readonly generation: number | null;
  readonly at: number;
  readonly lastWorkedAt: number | null;
  readonly exchangeId: string;
}

/**
 * The problem that the service refuses one operation: the newest answer to it is a 403, or a 401 although other operations work with the same token.
 */
export interface OperationRefused {
  readonly kind: 'operationRefused';
  readonly credentialId: string;
  readonly api: Api;
  readonly label: string;
  readonly operation: AccessOperationId;
  readonly status: number;
  readonly at: number;
  readonly lastWorkedAt: number | null;
  readonly exchangeId: string;
}

/** The problem that an API fails: the newest request got no answer (`status` is null), or the answer was 5xx. */
export interface ServiceFailed {
  readonly kind: 'serviceFailed';
  readonly api: Api;
  readonly host: string;
  readonly status: number | null;
  readonly at: number;
  readonly lastWorkedAt: number | null;
  readonly exchangeId: string;
}

export type AnswerProblem = TokenRefused | OperationRefused | ServiceFailed;

type Answers = Pick<AccessMatrix, 'cells' | 'credentials' | 'services'>;

/** Returns the problems of a connection; problems of a whole service come first. */
export function answerProblems({ cells, credentials, services }: Answers, now: number): AnswerProblem[] {
  const isRecent = (at: number): boolean => now - at < DAY_MS;
  const failed = services
    .filter((service) => service.failed && isRecent(service.at))
    .map(({ failed: _, ...service }): ServiceFailed => ({ kind: 'serviceFailed', ...service }));
  const refused = credentials.flatMap(({ id: credentialId, api, label }): AnswerProblem[] => {
    const answers = cells.flatMap(({ operation, credentialId: holder, answer }) =>
      // A refused token request is left out: the state of the token reports it.
      holder === credentialId && operation !== 'token' && answer && answer.outdated === null && isRecent(answer.at)
        ? [{ ...answer, operation }]
        : [],
    );
    const newest = answers.reduce<(typeof answers)[number] | null>(
      (best, one) => (best === null || one.at > best.at ? one : best),
      null,
    );
    const isTokenRefused = newest?.outcome === 'unauthorized';
    const operations = answers
      .filter(({ outcome }) => outcome === 'forbidden' || (outcome === 'unauthorized' && !isTokenRefused))
      .map(
        ({ operation, status, at, lastWorkedAt, exchangeId }): OperationRefused => ({
          ...{ kind: 'operationRefused', credentialId, api, label, operation, status, at, lastWorkedAt, exchangeId },
        }),
      );
    if (!isTokenRefused || newest === null) return operations;
    const { generation, at, lastWorkedAt, exchangeId } = newest;
    return [
      { kind: 'tokenRefused', credentialId, api, label, generation, at, lastWorkedAt, exchangeId },
      ...operations,
    ];
  });
  return [...failed, ...refused];
}

/** Returns the instant (epoch ms) of the last answer from an API whose newest exchange did not fail; null without one within a day. */
export function lastAnswerAt({ services }: Pick<Answers, 'services'>, now: number): number | null {
  const times = services.filter(({ failed, at }) => !failed && now - at < DAY_MS).map(({ at }) => at);
  return times.length === 0 ? null : Math.max(...times);
}
