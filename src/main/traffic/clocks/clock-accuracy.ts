/** The accuracy of the connections' clocks, for the token service. */
import type { Clock } from '../../platform/ports.ts';
import type { ClockAccuracy } from '../../tokens/token-service.ts';
import { SANDBOX_ID } from '../../vault/sandbox-connection.ts';
import type { ServiceClocks } from './service-clocks.ts';

/**
 * Tells how far each connection's clock can be trusted. The clock of the sandbox is always right; the clock of a service is right once an answer to
 * this process had a Date header.
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
