/** Finds tokens that are due for renewal and cannot be renewed before they expire, and writes an alarm for each. Does not import Electron. */

import { credentialOf } from '../../shared/connection/account.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { renewalBlockText } from '../../shared/text/token-text.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { timeText } from '../../shared/time/text-formats.ts';
import { renewalBlock } from '../../shared/token/renewal-forecast.ts';

export interface TokenAlarm {
  /** One key for each generation of a token, because its alarm is sent once. */
  readonly key: string;
  readonly credentialId: string;
  readonly title: string;
  readonly body: string;
}

/** For example "at 14:05"; no date, because every instant here is within a day. */
export const atHour = (at: number): string => `at ${timeText(at)}`;

/** The alarms of one connection. `machineNow` is epoch ms on the machine's clock; the snapshot names the clock of its own instants. */
export function alarmsOf(snapshot: TokensSnapshot, connection: Connection, machineNow: number): TokenAlarm[] {
  const now = readClock(snapshot.clock, machineNow);
  return snapshot.tokens.flatMap((token) => alarmOf(token, connection, now) ?? []);
}

function alarmOf(token: TokenStatus, connection: Connection, now: number): TokenAlarm | null {
  if (token.dueAt === null || now < token.dueAt) return null;
  const credential = credentialOf(connection, token.credentialId);
  const block = renewalBlock(token, credential?.secret ?? 'missing', now);
  if (block === null) return null;
  return {
    key: `${token.credentialId} ${token.generation}`,
    credentialId: token.credentialId,
    title: `The token of ${token.label} expires ${atHour(block.expiresAt)} and cannot be renewed`,
    body: `${renewalBlockText(block, atHour)} (${connection.name})`,
  };
}

export class SentAlarms {
  readonly #sent = new Set<string>();

  /** Returns the alarms that were not sent before, and marks them as sent. */
  takeNew(alarms: readonly TokenAlarm[]): TokenAlarm[] {
    const fresh = alarms.filter(({ key }) => !this.#sent.has(key));
    for (const { key } of fresh) this.#sent.add(key);
    return fresh;
  }
}
