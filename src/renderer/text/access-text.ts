/** Describes the problems of a connection in a property manager's words, without tokens and limits. Instants are on the connection's clock. */
import { credentialsOf } from '../../shared/connection/account.ts';
import { type AnswerProblem, answerProblems } from '../../shared/connection/connection-health.ts';
import type { RefusedToken } from '../../shared/errors.ts';
import type { AccessMatrix } from '../../shared/model/access.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { OpenCircuit, ServicePause } from '../../shared/model/pending.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { operationName } from '../../shared/text/api-names.ts';
import { renewalBlock } from '../../shared/token/renewal-forecast.ts';
import { formatInstant } from './format.ts';

export type Remedy =
  | { readonly kind: 'connection'; readonly credentialId: string }
  | { readonly kind: 'newToken'; readonly refused: RefusedToken; readonly exchangeId: string }
  | { readonly kind: 'sendNow'; readonly host: string }
  | { readonly kind: 'doctor'; readonly exchangeId: string };

export interface AccessProblem {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  /** The problem, and how long it lasts. */
  readonly title: string;
  /** The time since which the problem exists, and the advice. */
  readonly detail: string;
  /** The step to take; null when the person can only wait. */
  readonly remedy: Remedy | null;
}

export interface AccessFacts {
  readonly connection: Connection;
  readonly tokens: readonly TokenStatus[];
  readonly openCircuits: readonly OpenCircuit[];
  readonly pauses: readonly ServicePause[];
  /** The service's newest answers; null while they are not known. */
  readonly access: Pick<AccessMatrix, 'cells' | 'credentials' | 'services'> | null;
  readonly now: number;
}

const OWN_FAULT = 'Check the credentials in Connections.';
const NO_ACTION = 'It will recover by itself; you can keep working.';

/** Lists the access problems, most severe first; empty when everything works. */
export function accessProblems(facts: AccessFacts): AccessProblem[] {
  const { connection, tokens, openCircuits, pauses, access, now } = facts;
  const credentials = credentialsOf(connection);
  const several = tokens.filter(({ api }) => api === 'booking').length > 1;
  const ofTokens = tokens.flatMap((token) => {
    const subject = subjectOf(token, several);
    const secret = credentials.find(({ id }) => id === token.credentialId)?.secret ?? 'encrypted';
    const problem = tokenProblem(token, subject, now) ?? renewalProblem(token, subject, secret, now);
    return problem === null
      ? []
      : [
          {
            id: `access-${token.credentialId}`,
            remedy: { kind: 'connection' as const, credentialId: token.credentialId },
            ...problem,
          },
        ];
  });
  const ofService = [
    ...openCircuits.map(({ host, until }) => ({
      id: `circuit-${host}`,
      tone: 'warn' as const,
      title: `${host} is not responding`,
      detail: until > now ? `The app tries again ${formatInstant(until, { now })}.` : 'Your next request tries again.',
      remedy: { kind: 'sendNow' as const, host },
    })),
    ...pauses
      .filter(({ until }) => until > now)
      .map(({ host, operation, until }) => ({
        id: `pause-${host}-${operation}`,
        tone: 'warn' as const,
        title: `The service is busy until ${formatInstant(until, { now })}`,
        detail: NO_ACTION,
        remedy: { kind: 'sendNow' as const, host },
      })),
  ];
  // The problem of an open circuit covers the failures that opened the circuit.
  const isTold = (problem: AnswerProblem): boolean =>
    problem.kind === 'serviceFailed' && openCircuits.some(({ host }) => host === problem.host);
  const ofAnswers = (access === null ? [] : answerProblems(access, now))
    .filter((problem) => !isTold(problem))
    .map((problem) => answerProblem(problem, several, now));
  return [...ofTokens, ...ofService, ...ofAnswers].sort(
    (one, two) => Number(two.tone === 'bad') - Number(one.tone === 'bad'),
  );
}

type Problem = Omit<AccessProblem, 'id' | 'remedy'>;

/** The purpose of a credential: "Loading of listings", "Booking", or "Booking through Website" beside other booking channels. */
function subjectOf({ api, label }: Pick<TokenStatus, 'api' | 'label'>, several: boolean): string {
  if (api === 'openApi') return 'Loading of listings';
  return several ? `Booking through ${label}` : 'Booking';
}

function answerProblem(problem: AnswerProblem, several: boolean, now: number): AccessProblem {
  const { exchangeId } = problem;
  const when = sinceText(problem, now);
  switch (problem.kind) {
    case 'serviceFailed':
      return {
        id: `service-${problem.api}`,
        tone: 'warn',
        title: problem.status === null ? `${problem.host} is not responding` : `${problem.host} answers with an error`,
        detail: `${when} Your next request tries again.`,
        remedy: null,
      };
    case 'tokenRefused': {
      const { credentialId, generation } = problem;
      return {
        id: `refused-${credentialId}`,
        tone: 'bad',
        title: `${subjectOf(problem, several)} is refused by the service`,
        detail: when,
        remedy:
          generation === null
            ? { kind: 'doctor', exchangeId }
            : { kind: 'newToken', refused: { credentialId, generation }, exchangeId },
      };
    }
    case 'operationRefused':
      return {
        id: `refusal-${exchangeId}`,
        tone: 'bad',
        title: `The service refuses “${operationName(problem.operation)}”${several && problem.api === 'booking' ? ` for ${problem.label}` : ''}`,
        detail: `${when} Doctor shows the likely causes and what to ask for.`,
        remedy: { kind: 'doctor', exchangeId },
      };
  }
}

/** Writes the times of a problem: "Last today 14:05; it worked today 13:55." */
export const sinceText = ({ at, lastWorkedAt }: Pick<AnswerProblem, 'at' | 'lastWorkedAt'>, now: number): string =>
  `Last ${formatInstant(at, { now })}; ${lastWorkedAt === null ? 'no success is on record' : `it worked ${formatInstant(lastWorkedAt, { now })}`}.`;

function tokenProblem(token: TokenStatus, subject: string, now: number): Problem | null {
  if (token.state === 'rejected')
    return { tone: 'bad', title: `${subject} is locked: the service rejects its credentials`, detail: OWN_FAULT };
  if (token.state === 'blocked') {
    const until = token.quota.nextSlotAt;
    return {
      tone: 'warn',
      title: `${subject} is locked${until === null ? ' for now' : ` until ${formatInstant(until, { now })}`}`,
      detail: NO_ACTION,
    };
  }
  if (token.state !== 'unreachable') return null;
  const again = token.retryAt;
  return {
    tone: 'warn',
    title: `${subject} cannot be reached`,
    detail:
      again === null || again <= now
        ? 'Check your network, then try again.'
        : `Check your network; the app tries again ${formatInstant(again, { now })}.`,
  };
}

/** The problem of a missing secret, or of a token that cannot be renewed before it expires. */
function renewalProblem(
  token: TokenStatus,
  subject: string,
  secret: Parameters<typeof renewalBlock>[1],
  now: number,
): Problem | null {
  if (secret === 'missing')
    return { tone: 'warn', title: `${subject} is locked: its Client Secret is missing`, detail: OWN_FAULT };
  const block = renewalBlock(token, secret, now);
  if (block === null) return null;
  const from = formatInstant(block.expiresAt, { now });
  const until = block.nextAt === null ? '' : ` until ${formatInstant(block.nextAt, { now })}`;
  return {
    tone: 'warn',
    title: `${subject} will be locked from ${from}${until}`,
    detail: block.why === 'rejected' || block.why === 'secret' ? OWN_FAULT : 'It works as usual before.',
  };
}
