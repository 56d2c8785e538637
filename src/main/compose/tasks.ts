/** Builds the bulk tasks and their database. */
import { join } from 'node:path';
import type { ApiClient } from '../api/api-client.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import { machineMonotonic } from '../platform/clock.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import { TaskStore } from '../tasks/store/task-store.ts';
import { Tasks } from '../tasks/tasks.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { Vault } from '../vault/vault.ts';

export interface TaskParts {
  readonly kit: PlatformKit;
  readonly vault: Pick<Vault, 'connection'>;
  readonly tokens: Pick<TokenService, 'status'>;
  readonly rates: Pick<Limiters, 'limiterOf'>;
  readonly api: Pick<ApiClient, 'call'>;
  readonly listings: Pick<ListingsDesk, 'loaded' | 'status'>;
  /** See TasksDeps. */
  readonly sent: Subscribable<string>;
  readonly clockOf: (connectionId: string) => Clock;
}

export function tasksOf({ kit, vault, tokens, rates, api, listings, sent, clockOf }: TaskParts): Tasks {
  const { clock, random, log } = kit;
  return new Tasks({
    store: TaskStore.open(join(kit.paths.store, 'tasks.db'), { clock, log, quarantine: kit.quarantine }),
    api,
    connections: vault,
    listings: (connectionId) => listings.loaded(connectionId),
    loading(connectionId) {
      const { phase, loaded, expected } = listings.status(connectionId);
      return phase === 'loading' ? { loaded, expected } : null;
    },
    limiterOf: (connectionId, itsApi) => rates.limiterOf(connectionId, itsApi),
    // A due token does not count: the next request renews it, and that spends a slot.
    hasToken: (credentialId) => tokens.status(credentialId).state === 'valid',
    sent,
    clock,
    clockOf,
    monotonicMs: kit.monotonic ?? machineMonotonic,
    random,
    log,
  });
}
