/** The operations desk: lists and changes a connection's operations, and probes which search the service answers. */
import { applicationOf } from '../../shared/connection/account.ts';
import type { InputOf } from '../../shared/contract/index.ts';
import type { ConnectionTest } from '../../shared/model/connection-test.ts';
import type { EffectiveOperation } from '../../shared/model/operation.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { OperationStore } from '../api/operation-store.ts';
import type { PathDoctor } from '../api/path-doctor.ts';
import { type ProbeResult, probeSearch } from '../api/probe-search.ts';
import type { Clock } from '../platform/ports.ts';
import type { ConnectionSource } from './connection-source.ts';
import { testConnection } from './test-connection.ts';

export interface OperationsDeps {
  readonly client: ApiClient;
  readonly doctor: PathDoctor;
  readonly operations: OperationStore;
  readonly connections: ConnectionSource;
  readonly clockOf: (connectionId: string) => Clock;
}

export class OperationsDesk {
  readonly #deps: OperationsDeps;

  constructor(deps: OperationsDeps) {
    this.#deps = deps;
  }

  list(connectionId: string): EffectiveOperation[] {
    return this.#deps.operations.list(this.#connection(connectionId));
  }

  chooseVariant(input: InputOf<'operations', 'chooseVariant'>): Promise<EffectiveOperation> {
    const { connectionId, operation, variantId } = input;
    this.#deps.doctor.forget(connectionId);
    return this.#deps.operations.chooseVariant(this.#connection(connectionId), operation, variantId);
  }

  customise(input: InputOf<'operations', 'customise'>): Promise<EffectiveOperation> {
    const { connectionId, operation, shape } = input;
    this.#deps.doctor.forget(connectionId);
    return this.#deps.operations.customise(this.#connection(connectionId), operation, shape);
  }

  reset({ connectionId, operation }: InputOf<'operations', 'reset'>): Promise<EffectiveOperation> {
    this.#deps.doctor.forget(connectionId);
    return this.#deps.operations.reset(this.#connection(connectionId), operation);
  }

  /** Restores the path that an operation had before the path doctor found another. */
  async undoFound({ connectionId, operation }: InputOf<'operations', 'undoFound'>): Promise<EffectiveOperation> {
    await this.#deps.doctor.undo(this.#connection(connectionId), operation);
    return this.#deps.operations.effective(this.#connection(connectionId), operation);
  }

  /** Tests a connection: reads the listings, the search and a calendar once. Throws `cancelled`. */
  test({ connectionId }: InputOf<'operations', 'test'>, signal: AbortSignal): Promise<ConnectionTest> {
    return testConnection(this.#deps, connectionId, signal);
  }

  /** Tries the variants of the search in order, one request each, and chooses the first that works. Throws `cancelled`. */
  async probeSearch(input: InputOf<'operations', 'probeSearch'>, signal?: AbortSignal): Promise<ProbeResult> {
    const connection = this.#connection(input.connectionId);
    return probeSearch(this.#deps, connection, applicationOf(connection, input.applicationId).id, signal);
  }

  #connection(id: string) {
    return this.#deps.connections.connection(id);
  }
}
