/** What keeps a connection from working, in a property manager's words: no tokens, no limits. Instants are on the connection's clock. */

import { credentialsOf } from '../../shared/account.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { OpenCircuit, ServicePause } from '../../shared/model/pending.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { renewalBlock } from '../../shared/renewal-forecast.ts';
import { formatInstant } from './format.ts';

export interface AccessProblem {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  /** What does not work, and until when. */
  readonly title: string;
  /** What to do, one sentence. */
  readonly detail: string;
  /** The credential that the problem belongs to; null for a problem of the service. */
  readonly credentialId: string | null;
}

export interface AccessFacts {
  readonly connection: Connection;
  readonly tokens: readonly TokenStatus[];
  readonly openCircuits: readonly OpenCircuit[];
  readonly pauses: readonly ServicePause[];
  readonly now: number;
}

const OWN_FAULT = 'Check the credentials in Connections.';
const NO_ACTION = 'It works again by itself; you can go on with everything else.';

/** The problems, most severe first; empty when everything works. */
export function accessProblems({ connection, tokens, openCircuits, pauses, now }: AccessFacts): AccessProblem[] {
  const credentials = credentialsOf(connection);
  const several = tokens.filter(({ api }) => api === 'booking').length > 1;
  const ofTokens = tokens.flatMap((token) => {
    const subject = subjectOf(token, several);
    const secret = credentials.find(({ id }) => id === token.credentialId)?.secret ?? 'encrypted';
    const problem = tokenProblem(token, subject, now) ?? renewalProblem(token, subject, secret, now);
    return problem === null
      ? []
      : [{ id: `access-${token.credentialId}`, credentialId: token.credentialId, ...problem }];
  });
  const ofService = [
    ...openCircuits.map(({ host, until }) => ({
      id: `circuit-${host}`,
      tone: 'warn' as const,
      title: `${host} does not answer`,
      detail:
        until > now ? `The console tries again ${formatInstant(until, { now })}.` : 'Your next request tries again.',
      credentialId: null,
    })),
    ...pauses
      .filter(({ until }) => until > now)
      .map(({ host, operation, until }) => ({
        id: `pause-${host}-${operation}`,
        tone: 'warn' as const,
        title: `The service is busy until ${formatInstant(until, { now })}`,
        detail: NO_ACTION,
        credentialId: null,
      })),
  ];
  return [...ofTokens, ...ofService].sort((one, two) => Number(two.tone === 'bad') - Number(one.tone === 'bad'));
}

type Problem = Omit<AccessProblem, 'id' | 'credentialId'>;

/** What a credential is for: "Listings", "Booking", or "Booking through Website" beside other booking channels. */
function subjectOf({ api, label }: TokenStatus, several: boolean): string {
  if (api === 'openApi') return 'Loading of listings';
  return several ? `Booking through ${label}` : 'Booking';
}

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
        ? 'Check your network; your next request tries again.'
        : `Check your network; the console tries again ${formatInstant(again, { now })}.`,
  };
}

/** A token that works now and cannot be renewed before it expires. */
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
