/** Proves the Windows programs, installers and portable programs of both architectures. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { build, check, checkFuses, checkLicences, differ, fileIn, hasTools, toolPath, work } from './report.ts';
import { makeRuntime } from './runtimes.ts';

const ARCHES = ['x64', 'arm64'] as const;
const LINKER = ['i686-w64-mingw32-as', 'i686-w64-mingw32-ld'] as const;

export async function proveWindows(): Promise<void> {
  const runtime = join(work, 'win32');
  await makeRuntime(runtime, 'win32');
  const withInstallers = hasTools('Windows nsis, portable', 'makensis', '7zz', ...LINKER);
  const made = withInstallers
    ? build(
        'Windows installers',
        runtime,
        // The stand-ins of the plug-ins are not all used, of which makensis warns.
        [
          '--win',
          'nsis',
          'portable',
          '--x64',
          '--arm64',
          '-c.nsis.warningsAsErrors=false',
          '-c.portable.warningsAsErrors=false',
        ],
        installerTools(),
      )
    : build('Windows folders', runtime, ['--win', 'dir', '--x64', '--arm64']);
  if (made === null) return;
  for (const arch of ARCHES) {
    checkFolder(`Windows folder ${arch}`, join(made, arch === 'x64' ? 'win-unpacked' : 'win-arm64-unpacked'));
    if (!withInstallers) continue;
    checkInstaller(`Windows nsis ${arch}`, fileIn(made, `*-${arch}.exe`), true);
    checkInstaller(`Windows portable ${arch}`, fileIn(made, `*-${arch}-portable.exe`), false);
  }
}

function checkFolder(what: string, folder: string): void {
  checkFuses(what, join(folder, 'Latchkey.exe'));
  checkLicences(what, folder);
  checkProgram(what, join(folder, 'Latchkey.exe'));
  check(`${what}: no helper that raises rights`, globSync('**/elevate.exe', { cwd: folder }));
}

const resourcesOf = (program: string): NtExecutableResource['entries'] =>
  NtExecutableResource.from(NtExecutable.from(readFileSync(program), { ignoreCert: true })).entries;

function nameIn(entries: NtExecutableResource['entries']): string | undefined {
  const about = Resource.VersionInfo.fromEntries(entries)[0];
  const language = about?.getAllLanguagesForStringValues()[0];
  return about !== undefined && language !== undefined ? about.getStringValues(language).ProductName : undefined;
}

/** The name, the icon and the hash of the archive that Windows and Electron read from the program. */
function checkProgram(what: string, program: string): void {
  const entries = resourcesOf(program);
  check(`${what}: name, icon, integrity`, [
    ...differ('ProductName', nameIn(entries), 'Latchkey'),
    ...(Resource.IconGroupEntry.fromEntries(entries).length === 0 ? ['no icon'] : []),
    ...(entries.some(({ type }) => type === 'INTEGRITY') ? [] : ['no hash of app.asar']),
  ]);
}

/** The resource type of a manifest, in which a program asks for rights. */
const RT_MANIFEST = 24;

/** An installer asks for no administrator, and carries the whole program. */
function checkInstaller(what: string, file: string, hasUninstaller: boolean): void {
  const entries = resourcesOf(file);
  const manifest = entries.find(({ type }) => type === RT_MANIFEST);
  const rights = /requestedExecutionLevel level="(\w+)"/.exec(
    Buffer.from(manifest?.bin ?? new ArrayBuffer()).toString(),
  )?.[1];
  check(`${what}: name, rights`, [
    ...differ('ProductName', nameIn(entries), 'Latchkey'),
    ...differ('the level', rights, 'asInvoker'),
  ]);
  const tree = join(work, what.replaceAll(' ', '-'));
  const unpack = (archive: string): void => {
    execFileSync('7zz', ['x', '-y', `-o${tree}`, archive]);
  };
  unpack(file);
  for (const archive of globSync('**/app-*.7z', { cwd: tree })) unpack(join(tree, archive));
  checkFuses(what, fileIn(tree, '**/Latchkey.exe'));
  checkLicences(what, join(fileIn(tree, '**/Latchkey.exe'), '..'));
  const uninstallers = globSync('**/Uninstall*.exe', { cwd: tree }).length;
  check(`${what}: no helper that raises rights`, globSync('**/elevate.exe', { cwd: tree }));
  check(`${what}: uninstaller`, differ('their number', uninstallers, hasUninstaller ? 1 : 0));
}

/** Plug-ins of NSIS that Debian does not have. A stand-in exports the functions that the scripts name, and does nothing. */
const PLUGINS = ['Nsis7z', 'SpiderBanner', 'StdUtils', 'UAC', 'WinShell', 'inetc', 'nsProcess', 'nsisunz'];

function installerTools(): Record<string, string> {
  const nsis = join(work, 'nsis');
  const plugins = join(work, 'nsis-resources', 'plugins', 'x86-unicode');
  const bin = join(work, 'bin');
  for (const folder of [nsis, plugins, bin]) mkdirSync(folder, { recursive: true });
  symlinkSync(toolPath('makensis') ?? '', join(nsis, 'makensis'));
  const templates = join(import.meta.dirname, '../node_modules/app-builder-lib/templates/nsis');
  const scripts = globSync('**/*.{nsh,nsi}', { cwd: templates }).map((file) =>
    readFileSync(join(templates, file), 'utf8'),
  );
  const calls = [...scripts.join('\n').matchAll(/\b(\w+)::(\w+)/g)];
  for (const plugin of PLUGINS) {
    const functions = new Set(calls.filter(([, name]) => name === plugin).map(([, , called = '']) => called));
    linkPlugin(join(plugins, `${plugin}.dll`), [...functions]);
  }
  // The uninstaller is written by a run of the installer, on Windows or in Wine. This stand-in writes another copy of the installer.
  const wine = '#!/bin/sh\ncp "$1" "$(dirname "$1")/$(basename "$1" exe)__uninstaller.exe"\n';
  writeFileSync(join(bin, 'wine'), wine, { mode: 0o755 });
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(work, 'nsis-resources'),
    ELECTRON_BUILDER_7ZIP_PATH: toolPath('7zz') ?? '',
    PATH: `${bin}:${process.env.PATH ?? ''}`,
  };
}

function linkPlugin(file: string, functions: readonly string[]): void {
  const [assemble, link] = LINKER;
  const source = functions.map(
    (name) => `.globl _${name}\n_${name}: ret\n.section .drectve\n.ascii " -export:${name}"\n.text\n`,
  );
  execFileSync(assemble, ['-o', `${file}.o`, '-'], { input: `.text\n${source.join('')}` });
  execFileSync(link, ['-shared', '--entry=0', '-o', file, `${file}.o`], { stdio: ['ignore', 'ignore', 'inherit'] });
}
