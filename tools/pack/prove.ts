/**
 * `npm run pack:prove`: makes the installers that this machine can make over stand-ins of Electron's runtimes, and checks what is in them. Prints a
 * row for each check; what the machine has no tool for is skipped by name. Exits with 1 when a check fails.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import plist from 'plist';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { readOwner } from '../../scripts/lib/owner.mjs';
import { FUSES } from './fuses.mjs';
import { packApplication } from './pack-application.ts';
import { fusesOf, makeMacRuntime, makeRuntime } from './prove/runtimes.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'latchkey-prove-'));
const dist = join(work, 'dist');

type State = 'ok' | 'FAILED' | 'skipped';
const rows: { state: State; what: string; detail: string }[] = [];
function row(state: State, what: string, detail = ''): void {
  rows.push({ state, what, detail });
  process.stdout.write(`${state.padEnd(8)} ${what.padEnd(44)} ${detail}\n`);
}
/** One check: its sentence, and what differs; empty is right. */
function check(what: string, differences: readonly string[], detail = ''): void {
  row(differences.length === 0 ? 'ok' : 'FAILED', what, differences.length === 0 ? detail : differences.join('; '));
}
const differ = (what: string, actual: unknown, wanted: unknown): string[] =>
  JSON.stringify(actual) === JSON.stringify(wanted)
    ? []
    : [`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`];

const has = (tool: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));

/** Runs electron-builder over a runtime; false, with a row, when it fails. */
function build(what: string, runtime: string, args: string[], env: Record<string, string> = {}): boolean {
  const output = join(dist, what.replaceAll(/\W+/g, '-'));
  const cli = join(import.meta.dirname, 'node_modules/electron-builder/cli.js');
  const settings = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`, '--publish', 'never'];
  const run = spawnSync(process.execPath, [cli, ...args, ...settings], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...env },
  });
  row(run.status === 0 ? 'ok' : 'FAILED', `${what} is made`, run.status === 0 ? '' : `${run.stdout}${run.stderr}`);
  return run.status === 0;
}
const outputOf = (what: string): string => join(dist, what.replaceAll(/\W+/g, '-'));

const wantedFuses = Object.entries(FUSES)
  .filter(([key]) => /^\d+$/.test(key))
  .map(([, on]) => (on ? '1' : '0'))
  .join('');
const checkFuses = (what: string, binary: string, slices: number): void =>
  check(`${what}: fuses`, differ('fuses', fusesOf(binary), Array(slices).fill(wantedFuses)), `${slices} slice(s)`);

const missingIn = (folder: string, files: readonly string[]): string[] =>
  files.map((file) => join(folder, file)).filter((file) => !existsSync(file) || statSync(file).size === 0);
const OUR_LICENCES = ['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'];

/** The licences of Electron and Chromium lie beside the binary, ours and those of the packages among the resources. */
const checkLicences = (what: string, folder: string): void =>
  check(`${what}: licences`, [
    ...missingIn(folder, ['LICENSE.electron.txt', 'LICENSES.chromium.html']),
    ...missingIn(join(folder, 'resources'), OUR_LICENCES),
  ]);

async function proveLinux(): Promise<void> {
  const runtime = join(work, 'linux');
  await makeRuntime(runtime, 'linux');
  const env = { CUSTOM_FPM_PATH: join(import.meta.dirname, 'prove', 'fpm.mjs') };
  if (!has('dpkg-deb')) row('skipped', 'Linux deb', 'no dpkg-deb');
  else {
    for (const arch of ['x64', 'arm64'])
      if (build(`Linux deb ${arch}`, runtime, ['--linux', 'deb', `--${arch}`], env)) checkDeb(arch);
  }
  for (const [target, tool] of [
    ['AppImage', 'mksquashfs'],
    ['rpm', 'rpmbuild'],
  ] as const)
    row('skipped', `Linux ${target}`, has(tool) ? `no stand-in of its other tools (${tool} is there)` : `no ${tool}`);
}

function checkDeb(arch: string): void {
  const what = `Linux deb ${arch}`;
  const deb = globSync('*.deb', { cwd: outputOf(what) })[0] ?? '';
  const file = join(outputOf(what), deb);
  const tree = join(work, `deb-${arch}`);
  execFileSync('dpkg-deb', ['--raw-extract', file, tree]);
  const control = Object.fromEntries(
    readFileSync(join(tree, 'DEBIAN', 'control'), 'utf8')
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  ) as Record<string, string>;
  const depends = (control.Depends ?? '').split(', ');
  check(`${what}: control`, [
    ...differ('Homepage', control.Homepage, readOwner().homepage),
    ...differ('Architecture', control.Architecture, arch === 'x64' ? 'amd64' : 'arm64'),
    ...['libasound2t64 | libasound2', 'libgbm1'].filter((one) => !depends.includes(one)).map((one) => `no ${one}`),
    ...differ('Recommends', control.Recommends, 'libayatana-appindicator3-1'),
  ]);
  const entry = readFileSync(join(tree, 'usr/share/applications/latchkey.desktop'), 'utf8');
  check(
    `${what}: desktop entry`,
    [
      'Name=Latchkey',
      'Exec=/opt/Latchkey/latchkey %U',
      'Icon=latchkey',
      'Categories=Office;',
      'MimeType=application/x-latchkey-support;x-scheme-handler/latchkey;',
    ].filter((line) => !entry.split('\n').includes(line)),
  );
  if (has('desktop-file-validate')) {
    const { status, stdout } = spawnSync(
      'desktop-file-validate',
      [join(tree, 'usr/share/applications/latchkey.desktop')],
      { encoding: 'utf8' },
    );
    check(`${what}: desktop-file-validate`, status === 0 ? [] : [stdout]);
  } else row('skipped', `${what}: desktop-file-validate`, 'no desktop-file-validate');
  const icons = globSync('usr/share/icons/hicolor/*/apps/latchkey.png', { cwd: tree });
  check(`${what}: icons`, icons.length >= 6 ? [] : [`only ${icons.length}`], `${icons.length} sizes`);
  checkFuses(what, join(tree, 'opt/Latchkey/latchkey'), 1);
  checkLicences(what, join(tree, 'opt/Latchkey'));
  if (arch === 'x64') checkDebLife(what, file);
}

/** What the script deb-life.sh tells when the package behaves. */
const DEB_LIFE = `installed: /usr/bin/latchkey /opt/Latchkey/latchkey /usr/share/applications/latchkey.desktop
upgraded: /usr/bin/latchkey /opt/Latchkey/latchkey /usr/share/applications/latchkey.desktop
removed:
purged:
`;

function checkDebLife(what: string, deb: string): void {
  const name = `${what}: install, upgrade, remove, purge`;
  const missing =
    process.getuid?.() !== 0 || !has('unshare')
      ? 'needs root and unshare'
      : spawnSync('dpkg', ['--status', 'latchkey']).status === 0
        ? 'the package is installed here'
        : null;
  if (missing !== null) {
    row('skipped', name, missing);
    return;
  }
  const overlay = join(work, 'overlay');
  mkdirSync(overlay);
  const script = join(import.meta.dirname, 'prove', 'deb-life.sh');
  const { stdout, stderr } = spawnSync('unshare', ['--mount', '/bin/sh', script, deb, overlay], { encoding: 'utf8' });
  if (stderr.includes('mount:')) row('skipped', name, stderr.trim());
  else check(name, differ('it', stdout, DEB_LIFE));
}

async function proveWindows(): Promise<void> {
  const runtime = join(work, 'win32');
  await makeRuntime(runtime, 'win32');
  for (const arch of ['x64', 'arm64']) {
    const what = `Windows folder ${arch}`;
    if (!build(what, runtime, ['--win', 'dir', `--${arch}`])) continue;
    const folder = join(outputOf(what), arch === 'x64' ? 'win-unpacked' : 'win-arm64-unpacked');
    checkFuses(what, join(folder, 'Latchkey.exe'), 1);
    checkLicences(what, folder);
    checkProgram(what, join(folder, 'Latchkey.exe'));
    check(`${what}: no helper that raises rights`, globSync('**/elevate.exe', { cwd: folder }));
  }
  row('skipped', 'Windows nsis, portable', has('makensis') ? 'no plug-ins of NSIS (makensis is there)' : 'no makensis');
}

/** The name, the icon and the hash of the archive that Windows and Electron read from the program. */
function checkProgram(what: string, program: string): void {
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
  const about = Resource.VersionInfo.fromEntries(entries)[0];
  const language = about?.getAllLanguagesForStringValues()[0];
  const names = about !== undefined && language !== undefined ? about.getStringValues(language) : {};
  check(`${what}: name, icon, integrity`, [
    ...differ('ProductName', names.ProductName, 'Latchkey'),
    ...(Resource.IconGroupEntry.fromEntries(entries).length === 0 ? ['no icon'] : []),
    ...(entries.some(({ type }) => type === 'INTEGRITY') ? [] : ['no hash of app.asar']),
  ]);
}

async function proveMac(): Promise<void> {
  const runtime = join(work, 'darwin');
  await makeMacRuntime(runtime);
  const what = 'macOS folder arm64';
  if (!build(what, runtime, ['--mac', 'dir', '--arm64', '-c.mac.identity=null', '-c.mac.notarize=false'])) return;
  const contents = join(outputOf(what), 'mac-arm64', 'Latchkey.app', 'Contents');
  const info = plist.parse(readFileSync(join(contents, 'Info.plist'), 'utf8')) as Record<string, unknown>;
  check(`${what}: Info.plist`, [
    ...differ('CFBundleIdentifier', info.CFBundleIdentifier, readOwner().appId),
    ...differ('NSAppTransportSecurity', info.NSAppTransportSecurity, { NSAllowsLocalNetworking: true }),
    ...differ(
      'keys about devices',
      Object.keys(info).filter((key) => key.endsWith('UsageDescription')),
      [],
    ),
    ...(info.ElectronAsarIntegrity === undefined ? ['no ElectronAsarIntegrity'] : []),
  ]);
  check(`${what}: icon`, existsSync(join(contents, 'Resources', 'icon.icns')) ? [] : ['no icon.icns']);
  check(`${what}: licences`, missingIn(join(contents, 'Resources'), OUR_LICENCES));
  row('skipped', `${what}: licences of Electron`, 'the packager takes them from Electron’s own archive only');
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework');
  checkFuses(what, framework, 2);
  row(
    'skipped',
    'macOS dmg, universal, signature',
    process.platform === 'darwin' ? 'npm run dist makes them' : 'needs macOS',
  );
}

/** Every archive is the same file, and packing twice gives one hash. */
async function proveArchive(): Promise<void> {
  const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const first = hashOf(await packApplication(join(work, 'first')));
  const second = hashOf(await packApplication(join(work, 'second')));
  check('app.asar: packed twice', differ('the second hash', second, first), first.slice(0, 16));
  const built = globSync('**/app.asar', { cwd: dist }).map((file) => ({ file, hash: hashOf(join(dist, file)) }));
  const hashes = new Set(built.map(({ hash }) => hash));
  check(
    'app.asar: one file for every target',
    hashes.size === 1 ? [] : built.map(({ file, hash }) => `${file} ${hash}`),
    `${built.length} packed`,
  );
}

try {
  await proveLinux();
  await proveWindows();
  await proveMac();
  await proveArchive();
} finally {
  rmSync(work, { recursive: true, force: true });
}
const count = (state: State): number => rows.filter((one) => one.state === state).length;
process.stdout.write(`${count('ok')} ok, ${count('skipped')} skipped, ${count('FAILED')} failed\n`);
if (count('FAILED') > 0) process.exitCode = 1;
