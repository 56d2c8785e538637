/** The handlers of programs. A key goes to the clipboard here, and nowhere else. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { Programs } from './programs.ts';

export interface ProgramServices {
  readonly programs: Programs;
}

export const programHandlers = ({ programs }: ProgramServices, desktop: Desktop): HandlersOf<'programs'> => ({
  list: () => programs.list(),
  async create(input) {
    const { program, key } = await programs.create(input);
    await desktop.copyText(key);
    return program;
  },
  revoke: ({ id }) => nothing(programs.revoke(id)),
});
