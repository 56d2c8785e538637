/** Puts the command `latchkey` on PATH where no system package does so: for an AppImage, on macOS and on Windows. */
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, win32 } from 'node:path';
import { invalidInput } from '../../shared/app-error.ts';
import type { CommandOnPath } from '../../shared/model/program.ts';
import { inSh } from '../../shared/request/curl.ts';
import { commandIn, type Installation } from '../platform/installation.ts';
import { storageFailed } from '../platform/storage-failed.ts';

/** The line by which the app recognises a script that it wrote. */
const MARKER = '# Written by Latchkey (Settings, Programs).';
const INSIDE_APP = '.app/Contents/Resources/bin/latchkey';

/** Reads the user's PATH without expanding its variables, so that writing it back changes no other entry. `$env:LATCHKEY_BIN` is the folder. */
const READ_PATH = `$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
$path = [string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$kind = if ($key.GetValueNames() -contains 'Path') { $key.GetValueKind('Path') } else { 'ExpandString' }
$entries = @($path -split ';' | Where-Object { $_ -ne '' })
$others = @($entries | Where-Object { $_.TrimEnd('\\') -ine $env:LATCHKEY_BIN })
`;
const SAY_WINDOWS = `${READ_PATH}if ($others.Count -lt $entries.Count) { 'installed' }`;
/** Makes the script that writes `entries` as the user's PATH. Setting a user variable announces the change to running programs. */
const change = (entries: string): string =>
  `${READ_PATH}$key.SetValue('Path', (${entries} -join ';'), $kind)
[Environment]::SetEnvironmentVariable('LATCHKEY_BIN', $null, 'User')`;
const ADD_WINDOWS = change('($others + $env:LATCHKEY_BIN)');
const REMOVE_WINDOWS = change('$others');

export class CommandInstaller {
  readonly #facts: Installation;

  constructor(facts: Installation) {
    this.#facts = facts;
  }

  /** Whether the command is on PATH, and where it would be. */
  async status(): Promise<CommandOnPath> {
    const { isPackaged, platform, env, resources } = this.#facts;
    const none = (reason: string): CommandOnPath => ({ state: 'none', place: null, problem: reason });
    if (!isPackaged) return none('The app was started from its sources: use npx latchkey in their folder');
    if (!existsSync(this.#relay)) return none('This build has no command for programs');
    if (platform === 'win32') {
      if (env.PORTABLE_EXECUTABLE_DIR)
        return none('The portable app leaves nothing on a computer: install the app for the command');
      const said = await this.#windows(SAY_WINDOWS).catch(() => null);
      if (said === null) return none(`PATH cannot be read here: add ${this.#bin} to it yourself`);
      return { state: said.includes('installed') ? 'installed' : 'offered', place: this.#bin, problem: null };
    }
    if (platform === 'linux' && !env.APPIMAGE) return { state: 'package', place: '/usr/bin/latchkey', problem: null };
    if (platform === 'darwin' && !/^(\/Applications|.*\/Applications)\//.test(resources))
      return none('Move the app to Applications first: a link to another place would break');
    const places = this.#places();
    const own = places.find((place) => this.#isOwn(place));
    if (own !== undefined) return { state: 'installed', place: own, problem: this.#pathProblem(own) };
    const [place = ''] = places;
    const isTaken = lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    return {
      ...{ state: 'offered', place },
      problem: isTaken ? `There is another file at ${place}: remove it first` : this.#pathProblem(place),
    };
  }

  /** Puts the command on PATH, or removes it. Never changes a file that this app did not write. Throws `storageFailed`, `invalidInput`. */
  async set(isInstalled: boolean): Promise<CommandOnPath> {
    const { state, place } = await this.status();
    if (place === null || state === 'none' || state === 'package')
      throw invalidInput('', 'The command cannot be put on PATH here.');
    try {
      if (this.#facts.platform === 'win32') await this.#windows(isInstalled ? ADD_WINDOWS : REMOVE_WINDOWS);
      else if (isInstalled) this.#write(place);
      else if (this.#isOwn(place)) rmSync(place);
    } catch (error) {
      throw storageFailed('The command', error);
    }
    return this.status();
  }

  /** The path of the script that puts an AppImage's command on PATH, and that stays when the AppImage is renamed; `null` if there is none. */
  get script(): string | null {
    const { isPackaged, platform, env } = this.#facts;
    const [place = ''] = this.#places();
    return isPackaged && platform === 'linux' && env.APPIMAGE && this.#isOwn(place) ? place : null;
  }

  /** Rewrites the script and the copied command if they belong to another file or version of the app. */
  renew(): void {
    const place = this.script;
    if (place === null) return;
    const written = readFileSync(place, 'utf8');
    // The script of an app with other data stays.
    if (!written.includes(inSh(this.#copy))) return;
    const isCurrent = existsSync(this.#copy) && readFileSync(this.#copy).equals(readFileSync(this.#relay));
    if (!isCurrent || written !== this.#text) this.#write(place);
  }

  /** The path of the command's copy outside the AppImage, whose mount ends with the app. */
  get #copy(): string {
    return join(this.#facts.userData, 'bin', 'latchkey');
  }

  get #text(): string {
    const app = inSh(this.#facts.env.APPIMAGE ?? '');
    return `#!/bin/sh\n${MARKER}\nLATCHKEY_APP=${app} exec ${inSh(this.#copy)} "$@"\n`;
  }

  get #bin(): string {
    const { platform, resources } = this.#facts;
    return (platform === 'win32' ? win32.join : join)(resources, 'bin');
  }

  get #relay(): string {
    return commandIn(this.#facts);
  }

  /** The paths where the command may be, the preferred one first. */
  #places(): string[] {
    const { platform, home, shared } = this.#facts;
    const own = join(home, '.local', 'bin', 'latchkey');
    if (platform !== 'darwin') return [own];
    const ofAll = join(shared, 'latchkey');
    return isWritable(shared) ? [ofAll, own] : [own, ofAll];
  }

  #isOwn(place: string): boolean {
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (this.#facts.platform === 'darwin') return found.isSymbolicLink() && readlinkSync(place).endsWith(INSIDE_APP);
    return found.isFile() && readFileSync(place, 'utf8').includes(MARKER);
  }

  #write(place: string): void {
    const { platform } = this.#facts;
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined && !this.#isOwn(place))
      throw new Error(`there is another file at ${place}`);
    mkdirSync(dirname(place), { recursive: true });
    if (platform === 'darwin') {
      rmSync(place, { force: true });
      symlinkSync(this.#relay, place);
      return;
    }
    const copy = this.#copy;
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    rmSync(copy, { force: true });
    copyFileSync(this.#relay, copy);
    chmodSync(copy, 0o700);
    rmSync(place, { force: true });
    writeFileSync(place, this.#text, { mode: 0o755 });
  }

  #pathProblem(place: string): string | null {
    const folder = dirname(place);
    const isOnPath = (this.#facts.env.PATH ?? '').split(delimiter).includes(folder);
    return isOnPath
      ? null
      : `${folder} is not on the PATH of this app: if your terminal does not find it, add the folder`;
  }

  #windows(script: string): Promise<string> {
    return this.#facts.powerShell(script, { LATCHKEY_BIN: this.#bin });
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
