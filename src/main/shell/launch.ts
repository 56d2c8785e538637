/** Decides from the process's arguments whether a start opens a window or runs a command. Does not import Electron. */
import { PROGRAM_COMMANDS } from '../../shared/text/program-usage.ts';

/** The name of the switch with which the app starts for programs, without a window. */
export const BACKGROUND = 'background';

/** The name of the self-test's command, which needs Electron after `ready`. */
export const SELF_TEST = 'self-test';
const COMMANDS: ReadonlySet<string | undefined> = new Set(['diagnose', SELF_TEST, ...PROGRAM_COMMANDS]);

export interface Launch {
  /** The arguments before the command, or all of them when a window opens. */
  readonly args: readonly string[];
  /** The command and its arguments; `null` when a window opens. */
  readonly command: readonly string[] | null;
}

export interface ProcessArguments {
  readonly argv: readonly string[];
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
}

/**
 * Splits the arguments of a start. The command is the first argument that is not a switch, because an AppImage's starter puts `--no-sandbox` before
 * it.
 */
export function launchOf({ argv, isPackaged, platform }: ProcessArguments): Launch {
  const behindProgram = argv.slice(1);
  // In development, the first argument that is not a switch is the application's folder.
  const args = isPackaged ? behindProgram : behindProgram.slice(firstPlain(behindProgram, platform) + 1);
  const at = firstPlain(args, platform);
  return COMMANDS.has(args[at]) ? { args: args.slice(0, at), command: args.slice(at) } : { args, command: null };
}

export const isBackground = (args: readonly string[], platform: NodeJS.Platform): boolean =>
  args.some((arg) => switchName(arg, platform) === BACKGROUND);

/** The index of the first argument that is not a switch, or the length if there is none. Arguments after `--` never count. */
function firstPlain(args: readonly string[], platform: NodeJS.Platform): number {
  const at = args.findIndex((arg) => arg === '--' || switchName(arg, platform) === null);
  return at === -1 || args[at] === '--' ? args.length : at;
}

/** Returns the name of a switch as Chromium reads it: after one or two dashes, on Windows also after a slash. `null` for any other argument. */
export function switchName(arg: string, platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(--|-|\/)(?=.)/ : /^(--|-)(?=.)/;
  if (!prefix.test(arg)) return null;
  const name = arg.replace(prefix, '').split('=')[0] ?? '';
  return platform === 'win32' ? name.toLowerCase() : name;
}
