/** Builds the limiters: each has the rules, the clock and the usage log of its connection. */
import { rulesOf } from '../api/presets.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceClocks } from '../traffic/clocks/service-clocks.ts';
import { Limiters } from '../traffic/limits/limiters.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';

export interface RatesParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'log' | 'unsyncedLineFile'>;
  readonly vault: Pick<Vault, 'connection' | 'snapshot' | 'changed'>;
  readonly skews: Pick<ServiceClocks, 'clockOf'>;
  /** The clock of the sandbox. */
  readonly sandboxClock: Clock;
}

/** The limiters follow the rules of the vault until `stop`. The sandbox's limits end with the process, so its limiters have no usage log. */
export function composeRates({ kit, vault, skews, sandboxClock }: RatesParts): { rates: Limiters; stop: () => void } {
  const isReal = (connectionId: string) => connectionId !== SANDBOX_ID;
  const rates = new Limiters({
    clock: kit.clock,
    clockOf: (connectionId) => (isReal(connectionId) ? skews.clockOf(connectionId) : sandboxClock),
    rulesOf: (connectionId, api) => rulesOf(vault.connection(connectionId), api),
    elapsedOf: (connectionId) => {
      if (!isReal(connectionId)) return undefined;
      const clock = skews.clockOf(connectionId);
      return () => clock.elapsed();
    },
    usageFileOf: (connectionId, api) =>
      isReal(connectionId) ? kit.unsyncedLineFile(`rates-${connectionId}-${api}`) : null,
    log: kit.log,
  });
  const unsubscribe = vault.changed.subscribe(() => {
    for (const { id } of vault.snapshot().connections) rates.syncRules(id);
  });
  return {
    rates,
    stop: () => {
      unsubscribe();
      rates.stop();
    },
  };
}
