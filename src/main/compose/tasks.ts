/** Builds the bulk tasks and their database. */
import type { ApiClient } from '../api/api-client.ts';
import type { OperationStore } from '../api/operation-store.ts';
import type { AnswerStore } from '../desk/flexible-dates/answer-store.ts';
import { Matrix } from '../desk/flexible-dates/matrix.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { machineMonotonic } from '../platform/machine.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import type { Stores } from '../store/stores.ts';
import { TaskStore } from '../tasks/store/task-store.ts';
import { Tasks, type TasksDeps } from '../tasks/tasks.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { Vault } from '../vault/vault.ts';

export interface TaskParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly vault: Pick<Vault, 'connection'>;
  readonly tokens: Pick<TokenService, 'status' | 'read'>;
  readonly rates: Pick<Limiters, 'limiterOf'>;
  readonly api: Pick<ApiClient, 'call'>;
  readonly operations: Pick<OperationStore, 'effective'>;
  readonly listings: Pick<ListingsDesk, 'loaded' | 'status'>;
  readonly sent: Subscribable<string>;
  readonly clockOf: (connectionId: string) => Clock;
  readonly deletions: TasksDeps['deletions'];
}

/** The services of tasks. Tasks store answers in `answers`; `matrix` reads them. */
export interface TaskServices {
  readonly tasks: Tasks;
  readonly matrix: Matrix;
  readonly answers: AnswerStore;
}

export function tasksOf({
  kit,
  stores,
  vault,
  tokens,
  rates,
  api,
  operations,
  listings,
  sent,
  clockOf,
  deletions,
}: TaskParts): TaskServices {
  const { clock, random, log } = kit;
  const store = new TaskStore(stores);
  const common = {
    api,
    connections: vault,
    listings: (connectionId: string) => listings.loaded(connectionId),
    searchPageSize(connectionId: string) {
      const { paging } = operations.effective(vault.connection(connectionId), 'search').shape;
      return paging.kind === 'none' ? null : paging.pageSize;
    },
    clockOf,
  };
  const tasks = new Tasks({
    ...common,
    store,
    loading(connectionId) {
      const { phase, loaded, expected } = listings.status(connectionId);
      return phase === 'loading' ? { loaded, expected } : null;
    },
    limiterOf: (connectionId, itsApi) => rates.limiterOf(connectionId, itsApi),
    // A token that is due does not count, because the next request would renew it and use a slot.
    hasToken: (credentialId) => tokens.status(credentialId).state === 'valid',
    tokenRead: (credentialId) => tokens.read(credentialId),
    sent,
    clock,
    monotonicMs: kit.monotonic ?? machineMonotonic,
    random,
    log,
    deletions,
  });
  return { tasks, matrix: new Matrix({ ...common, answers: store.answers }), answers: store.answers };
}
