/** The accuracy of the connections' clocks, for the token service. */
import type { Clock } from '../../platform/ports.ts';
import type { ClockAccuracy } from '../../tokens/token-service.ts';
import { SANDBOX_ID } from '../../vault/sandbox-connection.ts';
import type { ServiceClocks } from './service-clocks.ts';

/**
 * Makes the port through which the token service asks how accurate a connection's clock is. The sandbox's clock is always right. The clock of a
 * service counts as right once an answer to this process had a Date header.
 */
export const clockAccuracy = (skews: ServiceClocks, clockOf: (connectionId: string) => Clock): ClockAccuracy => ({
  isPast(connectionId, at) {
    if (connectionId === SANDBOX_ID) return clockOf(connectionId).now() >= at;
    const clock = skews.clockOf(connectionId);
    return clock.fresh && clock.now() >= at;
  },
  correctionMs: (connectionId) => (connectionId === SANDBOX_ID ? 0 : skews.clockOf(connectionId).movedMs),
  skewOf: (connectionId) => (connectionId === SANDBOX_ID ? null : skews.clockOf(connectionId).measured),
});
