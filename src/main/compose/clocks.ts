/** Builds the clock and the networks of each connection: those of the sandbox, or of the service. */
import { machineMonotonic } from '../platform/clock.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock, Fetch } from '../platform/ports.ts';
import { ServiceClocks } from '../traffic/clocks/service-clocks.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { RunningSandbox } from './sandbox.ts';

export function clocksOf(kit: PlatformKit, running: RunningSandbox) {
  const { clock, log } = kit;
  const monotonic = kit.monotonic ?? machineMonotonic;
  const skews = new ServiceClocks({ machine: clock, monotonic, document: kit.document('skew'), log });
  const isSandbox = (connectionId: string) => connectionId === SANDBOX_ID;
  return {
    monotonic,
    skews,
    clockOf: (connectionId: string): Clock => (isSandbox(connectionId) ? running.clock : skews.clockOf(connectionId)),
    /** The sandbox's clock is right by definition. */
    skewOf: (connectionId: string) => (isSandbox(connectionId) ? undefined : skews.clockOf(connectionId)),
    networksOf: (connectionId: string): { api: Fetch; token: Fetch } =>
      isSandbox(connectionId)
        ? { api: running.fetch, token: running.fetch }
        : { api: kit.apiFetch, token: kit.tokenFetch },
  };
}
