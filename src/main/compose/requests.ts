/** Builds the parts that a request passes through: clocks, networks, limiters, circuit breakers, the pipeline, the API client and replay. */
import { AppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import type { Addresses, AddressInputs, Connection } from '../../shared/model/connection.ts';
import { OperationId } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { ApiClient } from '../api/api-client.ts';
import { OperationStore } from '../api/operation-store.ts';
import { PathDoctor } from '../api/path-doctor.ts';
import { rulesOf } from '../api/presets.ts';
import type { Wires } from '../http/recorder.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { machineMonotonic } from '../platform/machine.ts';
import type { Clock, Fetch } from '../platform/ports.ts';
import type { TokenService } from '../tokens/token-service.ts';
import { CircuitBreakers } from '../traffic/circuit-breakers.ts';
import { ServiceClocks } from '../traffic/clocks/service-clocks.ts';
import { limiterPausesOf } from '../traffic/limits/limiter-pauses.ts';
import { Limiters } from '../traffic/limits/limiters.ts';
import { Pauses } from '../traffic/pauses.ts';
import { PendingRequests } from '../traffic/pending-requests.ts';
import { Pipeline, type PipelineOptions } from '../traffic/pipeline.ts';
import { Replay, type ReplayOptions } from '../traffic/replay.ts';
import { hostOf } from '../traffic/request.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';
import type { RunningSandbox } from './sandbox.ts';

export interface RequestDependencies {
  readonly kit: PlatformKit;
  readonly vault: Pick<Vault, 'connection' | 'snapshot' | 'changed' | 'update'>;
  readonly tokens: TokenService;
  readonly clockOf: (connectionId: string) => Clock;
  readonly wires: Pick<Wires, 'apiWireOf'>;
  readonly rates: Pick<Limiters, 'limiterOf' | 'changed'>;
  readonly journal: ReplayOptions['journal'];
}

export interface Requests {
  readonly pending: PendingRequests;
  readonly operations: OperationStore;
  readonly pipeline: Pipeline;
  readonly client: ApiClient;
  readonly api: PathDoctor;
  readonly replay: Replay;
  readonly circuits: Pick<CircuitBreakers, 'changed' | 'openCircuits'>;
  remove(connectionId: string): void;
  stop(): void;
}

export function requestsOf({ kit, vault, tokens, clockOf, wires, rates, journal }: RequestDependencies): Requests {
  const { clock: machine, random, log } = kit;
  const breakers = new CircuitBreakers(clockOf);
  const pauses = new Pauses(clockOf);
  const baseOf: PipelineOptions['baseOf'] = (connectionId, api) =>
    vault.connection(connectionId).addresses[ADDRESS_KEYS[api].base];
  const limiterOf = rates.limiterOf.bind(rates);
  const pending = new PendingRequests({
    machine,
    monotonic: kit.monotonic ?? machineMonotonic,
    clockOf,
    breakers,
    pauses,
    limiterPauses: limiterPausesOf({ rates, vault, clockOf, hostOf: (id, api) => hostOf(baseOf(id, api) ?? '') }),
    random,
  });
  const pipeline = new Pipeline({
    wireOf: (connectionId) => wires.apiWireOf(connectionId),
    limiterOf,
    tokens,
    baseOf,
    clockOf,
    random,
    log,
    breakers,
    pauses,
    pending,
  });
  const operations = new OperationStore({ document: kit.document('operations') });
  const operationOf: ReplayOptions['operationOf'] = (connection, name) => {
    const id = OperationId.safeParse(name);
    if (!id.success) return null;
    const { operation, shape } = operations.effective(connection, id.data);
    return { title: operation.title, method: shape.method, repeatable: shape.repeatable };
  };
  const client = new ApiClient({ pipeline, operations });
  // If a person has changed the address's host since the call began, the path that was found does not apply to it.
  const useBase = async ({ id }: Connection, api: Api, base: string) => {
    const { addresses } = vault.connection(id);
    const key = ADDRESS_KEYS[api].base;
    if (hostOf(addresses[key] ?? '') !== hostOf(base)) throw new AppError('cancelled', {});
    await vault.update({ id, addresses: { ...addressInputsOf(addresses), [key]: base } });
  };
  const connectionOf = (id: string) => vault.connection(id);
  // Around a sleep, requests fail because of this machine, not because of the host.
  const stopResume = kit.resumed.subscribe(() => breakers.halfOpenAll());
  const stopVault = vault.changed.subscribe(() => {
    for (const connection of vault.snapshot().connections) {
      const hosts = new Set(hostsOf(connection));
      breakers.retainHosts(connection.id, hosts);
      pauses.retainHosts(connection.id, hosts);
    }
  });
  return {
    circuits: breakers,
    pending,
    pipeline,
    operations,
    client,
    api: new PathDoctor({ client, operations, useBase }),
    replay: new Replay({ journal, connectionOf, operationOf, baseOf, pipeline }),
    remove(connectionId) {
      pending.removeConnection(connectionId);
      breakers.remove(connectionId);
      pauses.retainHosts(connectionId, new Set());
    },
    stop() {
      stopResume();
      stopVault();
      pending.stop();
    },
  };
}

const hostsOf = ({ addresses }: Connection): string[] =>
  Object.values(ADDRESS_KEYS).map(({ base }) => hostOf(addresses[base] ?? ''));

const addressInputsOf = ({ baseUrl, authUrl, bookingBaseUrl, bookingAuthUrl }: Addresses): AddressInputs => ({
  baseUrl: baseUrl ?? '',
  authUrl: authUrl ?? '',
  bookingBaseUrl: bookingBaseUrl ?? '',
  bookingAuthUrl: bookingAuthUrl ?? '',
});

export function clocksOf(kit: PlatformKit, running: RunningSandbox) {
  const { clock, log } = kit;
  const monotonic = kit.monotonic ?? machineMonotonic;
  const skews = new ServiceClocks({ machine: clock, monotonic, document: kit.document('skew'), log });
  const isSandbox = (connectionId: string) => connectionId === SANDBOX_ID;
  return {
    monotonic,
    skews,
    clockOf: (connectionId: string): Clock => (isSandbox(connectionId) ? running.clock : skews.clockOf(connectionId)),
    /** Returns the clock that measures a connection's skew; `undefined` for the sandbox, whose clock is right by definition. */
    skewOf: (connectionId: string) => (isSandbox(connectionId) ? undefined : skews.clockOf(connectionId)),
    networksOf: (connectionId: string): { api: Fetch; token: Fetch } =>
      isSandbox(connectionId)
        ? { api: running.fetch, token: running.fetch }
        : { api: kit.apiFetch, token: kit.tokenFetch },
  };
}

export interface RatesParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'log' | 'unsyncedLineFile'>;
  readonly vault: Pick<Vault, 'connection' | 'snapshot' | 'changed'>;
  readonly skews: Pick<ServiceClocks, 'clockOf'>;
  readonly sandboxClock: Clock;
}

/**
 * Makes the limiters and applies each change of the rate limits in the vault to them, until the returned `stop` is called. The sandbox's limiters
 * have no usage log, because its limits end with the process.
 */
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
