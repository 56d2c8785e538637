/** The handlers of programs. A key goes to the clipboard here, and nowhere else. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { Gateway } from './gateway.ts';
import type { Programs } from './programs.ts';

export interface ProgramServices {
  readonly programs: Programs;
  readonly gateway: Gateway;
}

export const programHandlers = ({ programs, gateway }: ProgramServices, desktop: Desktop): HandlersOf<'programs'> => ({
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
  revoke: ({ id }) => nothing(programs.revoke(id)),
});
