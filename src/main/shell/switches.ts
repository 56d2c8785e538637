/**
 * Allows the switches and environment variables with which the packaged console may start. Chromium has hundreds that open a program to others or
 * remove protections, so the allowed ones are listed. No Electron in here.
 */
import { type Launch, switchName } from './launch.ts';

/**
 * The allowed switches: for the data folder, the display, the language and the keyring. A switch for a proxy would replace the window's dead
 * proxy.
 */
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

/**
 * The switches that Windows has by itself: for the click on a notification of an app that has ended, and for the installer's start of an updated
 * app.
 */
const WINDOWS_SWITCHES = new Set(['embedding', 'updated']);

/**
 * The features of Chromium that a switch may turn on or off. Distributions' starters name those of the display, and one that is turned off repairs
 * blurred text.
 */
const ALLOWED_FEATURES: ReadonlyMap<string, RegExp> = new Map([
  ['enable-features', /^(UseOzonePlatform|Wayland\w+)$/],
  ['disable-features', /^WaylandFractionalScaleV1$/],
]);

/** The switches after `latchkey diagnose`. */
const COMMAND_SWITCHES = new Set(['json', 'help', 'h']);

/**
 * Variables that prevent a start. The fuses already make the first two ineffective; with the third, Chromium writes the keys of its TLS
 * connections to a file.
 */
const REFUSED_VARIABLES = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'SSLKEYLOGFILE'] as const;

/** Matches the arguments that macOS passes to programs it starts. */
const MAC_ARGUMENT = /^-(psn_|NS|Apple)/;

type Environment = Readonly<Record<string, string | undefined>>;

/** The sentence that refuses a start because of a switch or variable; null when there is none to refuse. */
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
  /** The text behind the first `=`; null without one. */
  readonly value: string | null;
}

/** Whether the switch names features, and only allowed ones. */
function hasAllowedFeatures(name: string, value: string | null): boolean {
  const allowed = ALLOWED_FEATURES.get(name);
  if (allowed === undefined || value === null) return false;
  return value.split(',').every((feature) => allowed.test(feature));
}

/** The switches among the arguments, until a `--`. */
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

/**
 * The variable by which a person chooses to run without Chromium's sandbox. A switch does not count as a choice, because an AppImage adds it by
 * itself.
 */
const CHOICE = 'LATCHKEY_SANDBOX';

/** The sentence that refuses a start without Chromium's sandbox, unless the person chose it; null otherwise. */
export function sandboxRefusal(isSandboxed: boolean, env: Environment): string | null {
  if (isSandboxed || env[CHOICE] === 'off') return null;
  return (
    'Latchkey does not run without Chromium’s sandbox, and this system does not let it have one: it may be run as root, or ' +
    'unprivileged user namespaces are closed, as Ubuntu closes them to AppImages. Install the .deb or .rpm package, which brings what the ' +
    `sandbox needs. To run without it all the same, set the environment variable ${CHOICE}=off.`
  );
}
