/** Joins the clocks of connections with what the tokens' room asks about them. */

import { credentialsOf } from '../../shared/model/connection.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceClocks } from '../platform/service-clocks.ts';
import type { ClockAccuracy } from '../tokens/token-service.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';

/** The sandbox's clock is right by definition; that of a real service only once an answer of this process has told its time. */
export const clockAccuracy = (skews: ServiceClocks, clockOf: (connectionId: string) => Clock): ClockAccuracy => ({
  isPast(connectionId, at) {
    if (connectionId === SANDBOX_ID) return clockOf(connectionId).now() >= at;
    const clock = skews.clockOf(connectionId);
    return clock.fresh && clock.now() >= at;
  },
  correctionMs: (connectionId) => (connectionId === SANDBOX_ID ? 0 : skews.clockOf(connectionId).movedMs),
  skewOf: (connectionId) => (connectionId === SANDBOX_ID ? null : skews.clockOf(connectionId).measured),
});

/** Which connection a call of the window is about; `null` when it names none that is there. */
export function connectionIn(input: unknown, vault: Pick<Vault, 'snapshot'>): string | null {
  const { connections } = vault.snapshot();
  if (typeof input !== 'object' || input === null) return null;
  if ('connectionId' in input) return connections.find((it) => it.id === input.connectionId)?.id ?? null;
  if (!('credentialId' in input)) return null;
  const { credentialId } = input;
  return connections.find((it) => credentialsOf(it).some(({ id }) => id === credentialId))?.id ?? null;
}
