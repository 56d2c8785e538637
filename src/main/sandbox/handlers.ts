/** The handlers of the sandbox's control panel. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { ControlPanel } from './control-panel.ts';

export interface SandboxServices {
  readonly sandbox: ControlPanel;
}

export const sandboxHandlers = ({ sandbox }: SandboxServices): HandlersOf<'sandbox'> => ({
  state: () => sandbox.state(),
  apply: (command) => sandbox.apply(command),
});
