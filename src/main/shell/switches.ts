/**
 * Lists the switches and environment variables with which the packaged console may start, because many others would open it to attacks. Does not
 * import Electron.
 */
import { COMMON_OPTIONS, PROGRAM_COMMANDS, usageOf } from '../../shared/text/program-usage.ts';
import { BACKGROUND, type Launch, switchName } from './launch.ts';

/** Switches for the data folder, display, language and keyring. None for a proxy: it would replace the dead proxy of harden.ts. */
const ALLOWED_SWITCHES = new Set([
  BACKGROUND,
  'disable-gpu',
  'disable-gpu-compositing',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'gtk-version',
  'lang',
  // Allowed here, but checked by `sandboxRefusal`.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'password-store',
  'use-angle',
  'use-gl',
  'user-data-dir',
  'wayland-text-input-version',
]);

/** Switches that Windows and the installer add: for a click on a notification of an app that has ended, and for the start after an update. */
const WINDOWS_SWITCHES = new Set(['embedding', 'updated']);

/** Chromium features that a switch may name: those that launchers of Linux distributions set for the display, and one that blurs text. */
const ALLOWED_FEATURES: ReadonlyMap<string, RegExp> = new Map([
  ['enable-features', /^(UseOzonePlatform|Wayland\w+)$/],
  ['disable-features', /^WaylandFractionalScaleV1$/],
]);

/** The options of commands (`latchkey --help`). */
const COMMAND_SWITCHES: ReadonlySet<string> = new Set([
  'h',
  ...COMMON_OPTIONS.map(({ name }) => name),
  ...PROGRAM_COMMANDS.flatMap((name) => [...usageOf(name).options, ...usageOf(name).switches]),
]);

/** Variables that prevent a start. Fuses of Electron disable the first two anyway; with the third, Chromium writes its TLS keys to a file. */
const REFUSED_VARIABLES = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'SSLKEYLOGFILE'] as const;

/** Arguments that macOS adds to programs it starts. */
const MAC_ARGUMENT = /^-(psn_|NS|Apple)/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the sentence that refuses a start because of a switch or a variable; `null` when all are allowed. */
export function switchRefusal({ args, command }: Launch, env: Environment, platform: NodeJS.Platform): string | null {
  const isAllowed = ({ name, value }: Switch) =>
    ALLOWED_SWITCHES.has(name) ||
    (platform === 'win32' && WINDOWS_SWITCHES.has(name) && value === null) ||
    hasAllowedFeatures(name, value);
  const refused =
    switchesOf(args, platform).find((one) => !isAllowed(one)) ??
    switchesOf(command ?? [], platform).find((one) => !isAllowed(one) && !COMMAND_SWITCHES.has(one.name));
  const name = refused?.name;
  if (name !== undefined) return `Latchkey does not start with the switch --${name}. Start it without that switch.`;
  const variable = REFUSED_VARIABLES.find((one) => env[one]);
  if (variable === undefined) return null;
  return `Latchkey does not start while the environment variable ${variable} is set. Unset it and start again.`;
}

interface Switch {
  readonly name: string;
  /** The text after the first `=`; `null` without one. */
  readonly value: string | null;
}

/** True if the switch names features and all of them are allowed. */
function hasAllowedFeatures(name: string, value: string | null): boolean {
  const allowed = ALLOWED_FEATURES.get(name);
  if (allowed === undefined || value === null) return false;
  return value.split(',').every((feature) => allowed.test(feature));
}

/** The switches among the arguments before `--`. */
function switchesOf(args: readonly string[], platform: NodeJS.Platform): Switch[] {
  const end = args.indexOf('--');
  return args
    .slice(0, end === -1 ? undefined : end)
    .filter((arg) => !(platform === 'darwin' && MAC_ARGUMENT.test(arg)))
    .flatMap((arg) => {
      const name = switchName(arg, platform);
      const equals = arg.indexOf('=');
      return name === null ? [] : [{ name, value: equals === -1 ? null : arg.slice(equals + 1) }];
    });
}

/** The variable with which a person chooses to run without Chromium's sandbox. A switch does not count, because an AppImage adds it by itself. */
const CHOICE = 'LATCHKEY_SANDBOX';

/** Returns the sentence that refuses a start without Chromium's sandbox; `null` when the sandbox is on or the person chose to run without it. */
export function sandboxRefusal(isSandboxed: boolean, env: Environment): string | null {
  if (isSandboxed || env[CHOICE] === 'off') return null;
  return (
    'Latchkey does not run without Chromium’s sandbox, and this system does not let it have one: it may be run as root, or ' +
    'unprivileged user namespaces are closed, as Ubuntu closes them to AppImages. Install the .deb or .rpm package, which brings what the ' +
    `sandbox needs. To run without it all the same, set the environment variable ${CHOICE}=off.`
  );
}
