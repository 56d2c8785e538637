/**
 * Derives the health of a connection from the service's newest answers, as the only source of facts for all screens that show whether it works.
 * Pure. Instants are on the connection's clock.
 */
import type { AccessMatrix, AccessOperationId } from '../model/access.ts';
import type { Api } from '../model/primitives.ts';

/** The problem that the service no longer accepts the token: the credential's newest answer is a 401. */
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

/** The problem that the newest answer to an operation is a 403, or a 401 while other operations work with the token. */
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

/** The problem that the newest request to an API had no answer (`status` is null) or was answered 5xx. */
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

/** The age up to which an answer counts: later the account or the service may have changed. */
const MAX_ANSWER_AGE_MS = 24 * 3_600_000;

type Answers = Pick<AccessMatrix, 'cells' | 'credentials' | 'services'>;

/** The problems; those of the whole service come first. */
export function answerProblems({ cells, credentials, services }: Answers, now: number): AnswerProblem[] {
  const isRecent = (at: number): boolean => now - at < MAX_ANSWER_AGE_MS;
  const failed = services
    .filter((service) => service.failed && isRecent(service.at))
    .map(({ failed: _, ...service }): ServiceFailed => ({ kind: 'serviceFailed', ...service }));
  const refused = credentials.flatMap(({ id: credentialId, api, label }): AnswerProblem[] => {
    const answers = cells.flatMap(({ operation, credentialId: holder, answer }) =>
      // The token endpoint's refusals are the state of the token.
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

/** The time of the service's last answer; null when it gave none within a day. */
export function lastAnswerAt({ services }: Pick<Answers, 'services'>, now: number): number | null {
  const times = services.filter(({ failed, at }) => !failed && now - at < MAX_ANSWER_AGE_MS).map(({ at }) => at);
  return times.length === 0 ? null : Math.max(...times);
}
