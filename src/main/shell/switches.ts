/**
 * With which switches and environment variables the packaged console starts. Chromium has hundreds that open a program to others or take
 * protections away, so those that are allowed are named. No Electron in here.
 */

/** About the data folder, the display, the language and the keyring. A switch for a proxy would revive the window's dead one. */
const ALLOWED_SWITCHES = new Set([
  'disable-gpu',
  'disable-gpu-compositing',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'gtk-version',
  'lang',
  // Allowed here, refused by `sandboxRefusal`.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'password-store',
  'use-angle',
  'use-gl',
  'user-data-dir',
  'wayland-text-input-version',
]);

/** Those of `latchkey diagnose`, whose word comes first. */
const COMMAND_SWITCHES = new Set(['json', 'help', 'h']);

/** The fuses make the first two ineffective; the third has Chromium write the keys of its TLS connections to a file. */
const REFUSED_VARIABLES = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'SSLKEYLOGFILE'] as const;

/** macOS passes these to programs that it starts. */
const MAC_ARGUMENT = /^-(psn_|NS|Apple)/;

export interface Launch {
  /** The arguments behind the executable. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The sentence for a switch or variable with which the console does not start; null when there is none. */
export function switchRefusal({ args, env, platform }: Launch): string | null {
  const isCommand = args[0] === 'diagnose';
  const isAllowed = (one: string) => ALLOWED_SWITCHES.has(one) || (isCommand && COMMAND_SWITCHES.has(one));
  const name = switchesOf(args, platform).find((one) => !isAllowed(one));
  if (name !== undefined) return `Latchkey does not start with the switch --${name}. Start it without that switch.`;
  const variable = REFUSED_VARIABLES.find((one) => env[one]);
  if (variable === undefined) return null;
  return `Latchkey does not start while the environment variable ${variable} is set. Unset it and start again.`;
}

/** The names of the switches as Chromium reads them: behind one dash or two, on Windows also a slash, until a `--`. */
function switchesOf(args: readonly string[], platform: NodeJS.Platform): string[] {
  const end = args.indexOf('--');
  const prefix = platform === 'win32' ? /^(--|-|\/)(?=.)/ : /^(--|-)(?=.)/;
  return args
    .slice(0, end === -1 ? undefined : end)
    .filter((arg) => prefix.test(arg) && !(platform === 'darwin' && MAC_ARGUMENT.test(arg)))
    .map((arg) => arg.replace(prefix, '').split('=')[0] ?? '')
    .map((name) => (platform === 'win32' ? name.toLowerCase() : name));
}

/** The variable by which a person chooses to run without Chromium's sandbox. A switch is no choice: an AppImage adds it by itself. */
const CHOICE = 'LATCHKEY_SANDBOX';

/** The sentence for a start without Chromium's sandbox that the person did not choose; null otherwise. */
export function sandboxRefusal(isSandboxed: boolean, env: Launch['env']): string | null {
  if (isSandboxed || env[CHOICE] === 'off') return null;
  return (
    'Latchkey does not run without Chromium’s sandbox, and this system does not let it have one: it may be run as root, or ' +
    'unprivileged user namespaces are closed, as Ubuntu closes them to AppImages. Install the .deb or .rpm package, which brings what the ' +
    `sandbox needs. To run without it all the same, set the environment variable ${CHOICE}=off.`
  );
}
