/** The sandbox's control panel. A command may make stored data of the app invalid, so `applied` publishes each command. */
import type { SandboxCommand, SandboxState } from '../../shared/model/sandbox.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Sandbox } from './sandbox.ts';

export class ControlPanel {
  readonly #sandbox: Sandbox;
  readonly #applied = new Emitter<SandboxCommand>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get changed(): Subscribable<SandboxState> {
    return this.#sandbox.changed;
  }

  get applied(): Subscribable<SandboxCommand> {
    return this.#applied;
  }

  state(): SandboxState {
    return this.#sandbox.state();
  }

  apply(command: SandboxCommand): SandboxState {
    const state = this.#sandbox.apply(command);
    this.#applied.emit(command);
    return state;
  }
}
