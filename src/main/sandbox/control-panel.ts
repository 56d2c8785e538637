/** The sandbox's control panel. Calls its follower after each command, because a command may make stored data of the app invalid. */
import type { SandboxCommand, SandboxState } from '../../shared/model/sandbox.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Sandbox } from './sandbox.ts';

export class ControlPanel {
  readonly #sandbox: Sandbox;
  #follower: (command: SandboxCommand) => void = () => {};

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get changed(): Subscribable<SandboxState> {
    return this.#sandbox.changed;
  }

  /** Sets the function that runs after each command. Its errors are thrown by {@link apply}. */
  follow(follower: (command: SandboxCommand) => void): void {
    this.#follower = follower;
  }

  state(): SandboxState {
    return this.#sandbox.state();
  }

  apply(command: SandboxCommand): SandboxState {
    const state = this.#sandbox.apply(command);
    this.#follower(command);
    return state;
  }
}
