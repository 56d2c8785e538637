/** The rows of the proof, and how a target is made over a stand-in of Electron's runtime. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fusesIn, WANTED } from '../fuses.mjs';

const project = fileURLToPath(new URL('../../../', import.meta.url));
export const work = mkdtempSync(join(tmpdir(), 'latchkey-prove-'));
export const dist = join(work, 'dist');

/** A second version, to which what is made of this one is upgraded. */
export const NEXT_VERSION = '99.0.0';

/** As many characters of electron-builder's output as a failed row shows. */
const MAX_OUTPUT = 3_000;

type State = 'ok' | 'FAILED' | 'skipped';
const rows: State[] = [];
export const count = (state: State): number => rows.filter((one) => one === state).length;

export function row(state: State, what: string, detail = ''): void {
  rows.push(state);
  process.stdout.write(`${state.padEnd(8)} ${what.padEnd(48)} ${detail}\n`);
}

/** One check: its sentence, and what differs; empty is right. */
export function check(what: string, differences: readonly string[], detail = ''): void {
  row(differences.length === 0 ? 'ok' : 'FAILED', what, differences.length === 0 ? detail : differences.join('; '));
}

export const differ = (what: string, actual: unknown, wanted: unknown): string[] =>
  JSON.stringify(actual) === JSON.stringify(wanted)
    ? []
    : [`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`];

export const toolPath = (tool: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, tool))
    .find((file) => existsSync(file));

/** True when every tool is on this machine; otherwise the row names those that are missing. */
export function hasTools(what: string, ...tools: readonly string[]): boolean {
  const missing = tools.filter((tool) => toolPath(tool) === undefined);
  if (missing.length > 0) row('skipped', what, `no ${missing.join(', ')}`);
  return missing.length === 0;
}

/** Runs electron-builder over a runtime. Returns the folder of its output; null, with a row, when it fails. */
export function build(
  what: string,
  runtime: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string | null {
  const output = join(dist, what.replaceAll(/\W+/g, '-'));
  const cli = join(import.meta.dirname, '../node_modules/electron-builder/cli.js');
  const settings = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`, '--publish', 'never'];
  const run = spawnSync(process.execPath, [cli, ...args, ...settings], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...env },
  });
  row(
    run.status === 0 ? 'ok' : 'FAILED',
    `${what} is made`,
    run.status === 0 ? '' : `${run.stdout}${run.stderr}`.slice(-MAX_OUTPUT),
  );
  return run.status === 0 ? output : null;
}

/** The only file of the pattern in the folder. */
export function fileIn(folder: string, pattern: string): string {
  const [file = pattern] = globSync(pattern, { cwd: folder });
  return join(folder, file);
}

export const checkFuses = (what: string, binary: string, slices = 1): void =>
  check(
    `${what}: fuses`,
    differ('fuses', fusesIn(readFileSync(binary)), Array(slices).fill(WANTED)),
    `${slices} slice(s)`,
  );

export const missingIn = (folder: string, files: readonly string[]): string[] =>
  files.map((file) => join(folder, file)).filter((file) => !existsSync(file) || statSync(file).size === 0);
export const OUR_LICENCES = ['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'];

/** The licences of Electron and Chromium lie beside the binary, ours and those of the packages among the resources. */
export const checkLicences = (what: string, folder: string): void =>
  check(`${what}: licences`, [
    ...missingIn(folder, ['LICENSE.electron.txt', 'LICENSES.chromium.html']),
    ...missingIn(join(folder, 'resources'), OUR_LICENCES),
  ]);
