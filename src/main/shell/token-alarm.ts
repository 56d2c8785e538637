/** Which tokens are due and cannot be renewed before they expire, and what is said about each: pure decisions, no Electron. */
import { type Connection, credentialOf } from '../../shared/model/connection.ts';
import { readClock } from '../../shared/model/primitives.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { renewalObstacle } from '../../shared/renewal-forecast.ts';
import { obstacleText } from '../../shared/token-text.ts';

export interface TokenAlarm {
  /** The same for one generation of one token: it is said once. */
  readonly key: string;
  readonly credentialId: string;
  readonly title: string;
  readonly body: string;
}

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
/** "at 14:05": what is told here lies within the next day. */
export const atHour = (at: number): string => `at ${hours.format(at)}`;

/** The alarms of one connection at `machineNow`; its snapshot carries the clock that its instants are on. */
export function alarmsOf(snapshot: TokensSnapshot, connection: Connection, machineNow: number): TokenAlarm[] {
  const now = readClock(snapshot.clock, machineNow);
  return snapshot.tokens.flatMap((token) => alarmOf(token, connection, now) ?? []);
}

function alarmOf(token: TokenStatus, connection: Connection, now: number): TokenAlarm | null {
  if (token.dueAt === null || now < token.dueAt) return null;
  const credential = credentialOf(connection, token.credentialId);
  const obstacle = renewalObstacle(token, credential?.secret ?? 'missing', now);
  if (obstacle === null) return null;
  return {
    key: `${token.credentialId} ${token.generation}`,
    credentialId: token.credentialId,
    title: `The token of ${token.label} expires ${atHour(obstacle.expiresAt)} and cannot be renewed`,
    body: `${obstacleText(obstacle, atHour)} (${connection.name})`,
  };
}

/** Remembers what was said, so that each generation of a token is told once. */
export class SentAlarms {
  readonly #sent = new Set<string>();

  /** Those that were not said yet; they count as said from now on. */
  takeNew(alarms: readonly TokenAlarm[]): TokenAlarm[] {
    const fresh = alarms.filter(({ key }) => !this.#sent.has(key));
    for (const { key } of fresh) this.#sent.add(key);
    return fresh;
  }
}
