/**
 * With which switches and environment variables the packaged console starts. Chromium has hundreds that open a program to others or take
 * protections away, so those that are allowed are named. No Electron in here.
 */
import { type Launch, switchName } from './launch.ts';

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

/** Windows starts the console with it when somebody clicks a notification of one that has ended. */
const WINDOWS_SWITCHES = new Set(['embedding']);

/** The switches of `latchkey diagnose`, behind that word. */
const COMMAND_SWITCHES = new Set(['json', 'help', 'h']);

/** The fuses make the first two ineffective; the third has Chromium write the keys of its TLS connections to a file. */
const REFUSED_VARIABLES = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'SSLKEYLOGFILE'] as const;

/** macOS passes these to programs that it starts. */
const MAC_ARGUMENT = /^-(psn_|NS|Apple)/;

type Environment = Readonly<Record<string, string | undefined>>;

/** The sentence for a switch or variable with which the console does not start; null when there is none. */
export function switchRefusal({ args, command }: Launch, env: Environment, platform: NodeJS.Platform): string | null {
  const isAllowed = (name: string) =>
    ALLOWED_SWITCHES.has(name) || (platform === 'win32' && WINDOWS_SWITCHES.has(name));
  const name =
    switchesOf(args, platform).find((one) => !isAllowed(one)) ??
    switchesOf(command ?? [], platform).find((one) => !isAllowed(one) && !COMMAND_SWITCHES.has(one));
  if (name !== undefined) return `Latchkey does not start with the switch --${name}. Start it without that switch.`;
  const variable = REFUSED_VARIABLES.find((one) => env[one]);
  if (variable === undefined) return null;
  return `Latchkey does not start while the environment variable ${variable} is set. Unset it and start again.`;
}

/** The names of the switches among the arguments, until a `--`. */
function switchesOf(args: readonly string[], platform: NodeJS.Platform): string[] {
  const end = args.indexOf('--');
  return args
    .slice(0, end === -1 ? undefined : end)
    .filter((arg) => !(platform === 'darwin' && MAC_ARGUMENT.test(arg)))
    .flatMap((arg) => switchName(arg, platform) ?? []);
}

/** The variable by which a person chooses to run without Chromium's sandbox. A switch is no choice: an AppImage adds it by itself. */
const CHOICE = 'LATCHKEY_SANDBOX';

/** The sentence for a start without Chromium's sandbox that the person did not choose; null otherwise. */
export function sandboxRefusal(isSandboxed: boolean, env: Environment): string | null {
  if (isSandboxed || env[CHOICE] === 'off') return null;
  return (
    'Latchkey does not run without Chromium’s sandbox, and this system does not let it have one: it may be run as root, or ' +
    'unprivileged user namespaces are closed, as Ubuntu closes them to AppImages. Install the .deb or .rpm package, which brings what the ' +
    `sandbox needs. To run without it all the same, set the environment variable ${CHOICE}=off.`
  );
}
