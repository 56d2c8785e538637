/** The control panel of the embedded sandbox. */
import { SandboxCommand, SandboxState } from '../model/sandbox.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const sandbox = {
  state: query(Nothing, SandboxState),
  apply: mutation(SandboxCommand, SandboxState),
  onState: event(SandboxState),
};
