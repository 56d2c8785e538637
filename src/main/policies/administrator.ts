/** Reads the administrator's policies once, when something first needs them, and names the mistakes in the log. */
import type { Policies, PolicyState } from '../../shared/model/policy.ts';
import type { Log } from '../platform/ports.ts';

export interface AdministratorDeps {
  readonly read: () => Promise<PolicyState>;
  readonly log: Log;
}

export class Administrator {
  readonly #deps: AdministratorDeps;
  #state: Promise<PolicyState> | null = null;

  constructor(deps: AdministratorDeps) {
    this.#deps = deps;
  }

  state(): Promise<PolicyState> {
    this.#state ??= this.#read();
    return this.#state;
  }

  async policies(): Promise<Policies> {
    return (await this.state()).policies;
  }

  async #read(): Promise<PolicyState> {
    const state = await this.#deps.read();
    for (const problem of state.problems) this.#deps.log.warn('a policy cannot be used', { problem });
    return state;
  }
}
