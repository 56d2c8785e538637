/** Proves the .deb, .rpm and AppImage of both architectures. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwner } from '../../../scripts/lib/owner.mjs';
import { buildRelay, relayFile } from '../../../scripts/lib/relay.mjs';
import {
  build,
  check,
  checkFuses,
  checkLicences,
  differ,
  fileIn,
  hasTools,
  NEXT_VERSION,
  row,
  toolPath,
  work,
} from './report.ts';
import { proveRepository } from './repository.ts';
import { makeRuntime } from './runtimes.ts';

const ARCHES = ['x64', 'arm64'] as const;
const FPM = { CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.mjs') };

export async function proveLinux(): Promise<void> {
  const runtime = join(work, 'linux');
  await makeRuntime(runtime, 'linux');
  for (const arch of ARCHES) {
    const reason = buildRelay('linux', arch);
    row(reason === null ? 'ok' : 'skipped', `Linux ${arch}: the command for PATH is compiled`, reason ?? '');
  }
  const packages = [
    ...(hasTools('Linux deb', 'dpkg-deb') ? ['deb'] : []),
    ...(hasTools('Linux rpm', 'rpmbuild', 'rpm', 'rpm2cpio', 'cpio') ? ['rpm'] : []),
  ];
  if (packages.length > 0) {
    const made = build('Linux packages', runtime, ['--linux', ...packages, '--x64', '--arm64'], FPM);
    const next = `-c.extraMetadata.version=${NEXT_VERSION}`;
    const upgrade = build('Linux packages, next version', runtime, ['--linux', ...packages, '--x64', next], FPM);
    if (made && packages.includes('deb')) proveRepository(made);
    for (const kind of packages) {
      for (const arch of ARCHES) if (made) checkPackage(kind, arch, fileIn(made, `*-${nameOf(kind, arch)}.${kind}`));
      if (made && upgrade) {
        const [first, second] = [made, upgrade].map((folder) => fileIn(folder, `*-${nameOf(kind, 'x64')}.${kind}`));
        if (first && second) checkLife(kind, first, second);
      }
    }
  }
  if (hasTools('Linux AppImage', 'mksquashfs', 'unsquashfs', 'desktop-file-validate')) proveAppImage(runtime);
}

/** How each kind of package writes an architecture. */
const nameOf = (kind: string, arch: 'x64' | 'arm64'): string =>
  ({ deb: { x64: 'amd64', arm64: 'arm64' }, rpm: { x64: 'x86_64', arm64: 'aarch64' } })[kind]?.[arch] ?? arch;

function checkPackage(kind: string, arch: 'x64' | 'arm64', file: string): void {
  const what = `Linux ${kind} ${arch}`;
  const tree = join(work, `${kind}-${arch}`);
  mkdirSync(tree);
  if (kind === 'deb') {
    execFileSync('dpkg-deb', ['--raw-extract', file, tree]);
    checkControl(what, tree, arch);
  } else {
    execFileSync('sh', ['-c', 'rpm2cpio "$1" | cpio --extract --make-directories --quiet', 'sh', file], { cwd: tree });
    checkHeader(what, file, arch);
  }
  checkEntry(what, join(tree, 'usr/share/applications/latchkey.desktop'), '/opt/Latchkey/latchkey %U');
  checkBundleType(what, join(tree, 'usr/share/mime/packages/latchkey.xml'));
  checkCommand(what, join(tree, 'opt/Latchkey'), arch);
  const icons = globSync('usr/share/icons/hicolor/*/apps/latchkey.png', { cwd: tree });
  check(`${what}: icons`, icons.length >= 6 ? [] : [`only ${icons.length}`], `${icons.length} sizes`);
  checkFuses(what, join(tree, 'opt/Latchkey/latchkey'));
  checkLicences(what, join(tree, 'opt/Latchkey'));
}

/** Checks that the command lies among the resources and, where it can run here, that it finds the application beside them. */
function checkCommand(what: string, folder: string, arch: 'x64' | 'arm64'): void {
  const command = join(folder, 'resources/bin/latchkey');
  if (!existsSync(relayFile('linux', arch))) row('skipped', `${what}: the command for PATH`, 'not compiled');
  else if (arch !== process.arch) check(`${what}: the command for PATH`, existsSync(command) ? [] : ['it is missing']);
  else {
    const env = { LATCHKEY_DATA: join(work, 'no-data') };
    const asked = spawnSync(command, ['listings'], { encoding: 'utf8', env });
    check(`${what}: the command for PATH`, [
      ...differ('its status', asked.status, 69),
      // It has found the application, and would start it in a desktop session.
      ...(asked.stderr.includes('no desktop session') ? [] : [`it says ${JSON.stringify(asked.stderr)}`]),
    ]);
  }
}

function checkControl(what: string, tree: string, arch: 'x64' | 'arm64'): void {
  const control = Object.fromEntries(
    readFileSync(join(tree, 'DEBIAN', 'control'), 'utf8')
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  ) as Record<string, string>;
  const depends = (control.Depends ?? '').split(', ');
  check(`${what}: control`, [
    ...differ('Homepage', control.Homepage, readOwner().homepage),
    ...differ('Architecture', control.Architecture, nameOf('deb', arch)),
    ...['libasound2t64 | libasound2', 'libgbm1'].filter((one) => !depends.includes(one)).map((one) => `no ${one}`),
    ...differ('Recommends', control.Recommends, 'libayatana-appindicator3-1'),
  ]);
}

function checkHeader(what: string, file: string, arch: 'x64' | 'arm64'): void {
  const query = (...args: string[]): string[] =>
    execFileSync('rpm', ['--query', '--package', ...args, file], { encoding: 'utf8' })
      .trim()
      .split('\n');
  const requires = query('--requires');
  check(`${what}: header`, [
    ...differ('URL and architecture', query('--queryformat', '%{URL}\n%{ARCH}'), [
      readOwner().homepage,
      nameOf('rpm', arch),
    ]),
    ...['gtk3', '(alsa-lib or libasound2)', '(mesa-libgbm or libgbm1)']
      .filter((one) => !requires.includes(one))
      .map((one) => `no ${one}`),
    ...query('--list').filter((path) => path.includes('.build-id')),
  ]);
}

function checkEntry(what: string, file: string, exec: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const wanted = [
    'Name=Latchkey',
    `Exec=${exec}`,
    'Icon=latchkey',
    'Categories=Office;',
    'MimeType=application/x-latchkey-support;x-scheme-handler/latchkey;',
  ];
  check(
    `${what}: desktop entry`,
    wanted.filter((line) => !lines.includes(line)),
  );
  if (!hasTools(`${what}: desktop-file-validate`, 'desktop-file-validate')) return;
  const { status, stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
  check(`${what}: desktop-file-validate`, status === 0 ? [] : [stdout]);
}

/** Checks that the package tells the desktop which files are support bundles. */
function checkBundleType(what: string, file: string): void {
  const text = readFileSync(file, 'utf8');
  const wanted = ['<mime-type type="application/x-latchkey-support">', '<glob pattern="*.lksupport"/>'];
  check(
    `${what}: kind of file`,
    wanted.filter((part) => !text.includes(part)),
  );
}

/** Returns what an installed package has, as package-life.sh prints it. The link on PATH names the command, or without one the application. */
function installedPaths(): string {
  const linked = existsSync(relayFile('linux', 'x64')) ? 'resources/bin/latchkey' : 'latchkey';
  return `/usr/bin/latchkey=/opt/Latchkey/${linked} /opt/Latchkey /opt/Latchkey/latchkey /usr/share/applications/latchkey.desktop`;
}

/** The reason why no package can be installed here; null when one can. */
function reasonAgainstLife(): string | null {
  if (process.getuid?.() !== 0 || toolPath('unshare') === undefined) return 'needs root and unshare';
  return toolPath('latchkey') === undefined ? null : 'the package is installed here';
}

/** Installs, upgrades and removes the package in an overlay. */
function checkLife(kind: string, first: string, second: string): void {
  const name = `Linux ${kind} x64: install, upgrade, remove${kind === 'deb' ? ', purge' : ''}`;
  const reason = reasonAgainstLife();
  if (reason !== null) {
    row('skipped', name, reason);
    return;
  }
  const overlay = join(work, `overlay-${kind}`);
  mkdirSync(overlay);
  const script = join(import.meta.dirname, 'package-life.sh');
  const args = ['--mount', '/bin/sh', script, kind, first, second, overlay];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  const left = kind === 'deb' ? 'removed:\npurged:\n' : 'removed:\n';
  if (stderr.includes('mount:')) row('skipped', name, stderr.trim());
  else check(name, differ('it', stdout, `installed: ${installedPaths()}\nupgraded: ${installedPaths()}\n${left}`));
}

/** As many bytes as a runtime of AppImages may have; this one starts nothing. */
const RUNTIME_BYTES = 4_096;

function proveAppImage(runtime: string): void {
  const tools = join(work, 'appimage-tools');
  for (const arch of ARCHES) mkdirSync(join(tools, 'lib', arch), { recursive: true });
  mkdirSync(join(tools, 'runtimes'));
  for (const arch of ARCHES)
    writeFileSync(join(tools, 'runtimes', `runtime-${arch}`), Buffer.alloc(RUNTIME_BYTES, 'R'));
  for (const tool of ['mksquashfs', 'desktop-file-validate']) symlinkSync(toolPath(tool) ?? '', join(tools, tool));
  const args = ['--linux', 'AppImage', '--x64', '--arm64'];
  const made = build('Linux AppImage', runtime, args, { APPIMAGE_TOOLS_PATH: tools });
  if (made === null) return;
  for (const arch of ARCHES) {
    const what = `Linux AppImage ${arch}`;
    const tree = join(work, `appimage-${arch}`);
    const file = fileIn(made, `*-${arch === 'x64' ? 'x86_64' : arch}.AppImage`);
    execFileSync('unsquashfs', ['-quiet', '-no-progress', '-offset', `${RUNTIME_BYTES}`, '-dest', tree, file]);
    check(`${what}: begins with the runtime`, differ('its first byte', readFileSync(file, 'latin1')[0], 'R'));
    checkEntry(what, join(tree, 'latchkey.desktop'), 'AppRun %U');
    checkFuses(what, join(tree, 'latchkey'));
    checkLicences(what, tree);
  }
}
