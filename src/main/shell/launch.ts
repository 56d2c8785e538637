/** Decides from the arguments of the process whether a start opens the window or runs a command. No Electron in here. */

/** The word with which a command begins. */
const COMMAND = 'diagnose';

export interface Launch {
  /** The switches and arguments before a command; all of them when the start opens the window. */
  readonly args: readonly string[];
  /** The command and its arguments; null when the start opens the window. */
  readonly command: readonly string[] | null;
}

export interface ProcessArguments {
  readonly argv: readonly string[];
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
}

/** Splits the arguments. A command is the first argument that is not a switch, because an AppImage's starter puts `--no-sandbox` before it. */
export function launchOf({ argv, isPackaged, platform }: ProcessArguments): Launch {
  const behindProgram = argv.slice(1);
  // Unpackaged, the first argument that is no switch is the application's folder.
  const args = isPackaged ? behindProgram : behindProgram.slice(firstPlain(behindProgram, platform) + 1);
  const at = firstPlain(args, platform);
  return args[at] === COMMAND ? { args: args.slice(0, at), command: args.slice(at) } : { args, command: null };
}

/** The index of the first argument that is not a switch, or the length. An argument after `--` is never a command. */
function firstPlain(args: readonly string[], platform: NodeJS.Platform): number {
  const at = args.findIndex((arg) => arg === '--' || switchName(arg, platform) === null);
  return at === -1 || args[at] === '--' ? args.length : at;
}

/** The name of a switch as Chromium reads it: after one dash or two, on Windows also a slash. Null for any other argument. */
export function switchName(arg: string, platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(--|-|\/)(?=.)/ : /^(--|-)(?=.)/;
  if (!prefix.test(arg)) return null;
  const name = arg.replace(prefix, '').split('=')[0] ?? '';
  return platform === 'win32' ? name.toLowerCase() : name;
}
