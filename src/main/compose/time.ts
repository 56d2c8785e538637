/** What tokens/ needs to know about the clocks of connections, and which connection a call is about. */
import { credentialsOf } from '../../shared/model/connection.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceClocks } from '../platform/service-clocks.ts';
import type { ClockAccuracy } from '../tokens/token-service.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';

/** The sandbox's clock is right by definition; a service's clock once an answer to this process had a Date. */
export const clockAccuracy = (skews: ServiceClocks, clockOf: (connectionId: string) => Clock): ClockAccuracy => ({
  isPast(connectionId, at) {
    if (connectionId === SANDBOX_ID) return clockOf(connectionId).now() >= at;
    const clock = skews.clockOf(connectionId);
    return clock.fresh && clock.now() >= at;
  },
  correctionMs: (connectionId) => (connectionId === SANDBOX_ID ? 0 : skews.clockOf(connectionId).movedMs),
  skewOf: (connectionId) => (connectionId === SANDBOX_ID ? null : skews.clockOf(connectionId).measured),
});

/** The id of the connection that a call of the renderer is about; `null` when it names none that exists. */
export function connectionIn(input: unknown, vault: Pick<Vault, 'snapshot'>): string | null {
  const { connections } = vault.snapshot();
  if (typeof input !== 'object' || input === null) return null;
  if ('connectionId' in input) return connections.find((it) => it.id === input.connectionId)?.id ?? null;
  if (!('credentialId' in input)) return null;
  const { credentialId } = input;
  return connections.find((it) => credentialsOf(it).some(({ id }) => id === credentialId))?.id ?? null;
}
