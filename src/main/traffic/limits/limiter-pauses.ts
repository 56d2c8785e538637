/** The pauses of the limiters by host, as the pending requests show them. */
import { Api } from '../../../shared/model/primitives.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Vault } from '../../vault/vault.ts';
import type { LimiterPauses } from '../pending-requests.ts';
import type { Limiters } from './limiters.ts';

export interface LimiterPauseParts {
  readonly rates: Pick<Limiters, 'limiterOf' | 'changed'>;
  readonly clockOf: (connectionId: string) => Clock;
  readonly vault: Pick<Vault, 'snapshot'>;
  readonly hostOf: (connectionId: string, api: Api) => string;
}

/** Lists the pauses of the limiters by host. When two APIs have the same host, the longer pause counts. */
export function limiterPausesOf({ rates, clockOf, vault, hostOf: hostOfApi }: LimiterPauseParts): LimiterPauses {
  return {
    changed: rates.changed,
    list(connectionId) {
      const untils = new Map<string, number>();
      if (!vault.snapshot().connections.some(({ id }) => id === connectionId)) return [];
      for (const api of Api.options) {
        const { pausedMs } = rates.limiterOf(connectionId, api);
        const host = hostOfApi(connectionId, api);
        const until = Math.round(clockOf(connectionId).now() + pausedMs);
        if (pausedMs > 0) untils.set(host, Math.max(until, untils.get(host) ?? until));
      }
      return [...untils].map(([host, until]) => ({ host, operation: null, until, status: 429 }));
    },
    endHost(connectionId, host) {
      for (const api of Api.options)
        if (hostOfApi(connectionId, api) === host) rates.limiterOf(connectionId, api).endPause();
    },
  };
}
