/** The handlers of programs. A new key is copied to the clipboard and never sent to the renderer. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { CommandInstaller } from './command-on-path.ts';
import type { Gateway } from './gateway.ts';
import type { Programs } from './programs.ts';

export interface ProgramServices {
  readonly programs: Programs;
  readonly gateway: Gateway;
  readonly command: CommandInstaller;
}

export const programHandlers = (
  { programs, gateway, command }: ProgramServices,
  desktop: Desktop,
): HandlersOf<'programs'> => ({
  list: () => programs.list(),
  async create(input) {
    const { program, key } = await programs.create(input);
    try {
      await desktop.copyText(key);
    } catch (error) {
      // Nobody has the key.
      await programs.revoke(program.id);
      throw error;
    }
    return program;
  },
  setHttp: ({ port }) => gateway.setHttp(port),
  resume: ({ id }) => nothing(programs.resume(id)),
  command: () => command.status(),
  setCommand: ({ isInstalled }) => command.set(isInstalled),
  revoke: ({ id }) => nothing(programs.revoke(id)),
});
