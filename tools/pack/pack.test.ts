/** What an installer carries, read from a packed application made over a stub of Electron's runtime. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, type FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { LICENSES_FILE } from '../../scripts/lib/notices.mjs';
import { WANTED } from './fuses.mjs';
import { packApplication } from './pack-application.ts';
import { makeRuntime } from './prove/runtimes.ts';
import { BUDGET, bundleSizes, exceeded, fileBytes } from './size.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'latchkey-pack-'));
const unpacked = join(dir, 'dist', 'linux-unpacked');
const archive = join(unpacked, 'resources', 'app.asar');
/** electron-builder's output, its effective settings included. */
let log = '';

interface Notices {
  readonly license: string;
  readonly packages: readonly { readonly name: string; readonly version: string; readonly text: string }[];
}

/** The packages that the application's modules import, types aside. */
function importedPackages(): string[] {
  const addresses = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(project, 'src', file), 'utf8');
      const imports = text.matchAll(/^@?import (?!type )[^']*'([^']+)'|\bimport\('([^']+)'\)/gm);
      return [...imports].map(([, first, later]) => first ?? later ?? '');
    });
  const packages = addresses.filter((address) => !/^(\.|node:|electron$)/.test(address));
  return [...new Set(packages.map((address) => /^(@[^/]+\/)?[^/]+/.exec(address)?.[0] ?? address))];
}

const hashOf = (entry: ReturnType<typeof statFile>): unknown => 'integrity' in entry && entry.integrity?.hash;

describe.skipIf(process.platform !== 'linux')('the packed application', () => {
  beforeAll(async () => {
    if (!existsSync(join(project, 'out/main/index.js')) && !(await ensureBuilt()))
      throw new Error('The application could not be built.');
    await makeRuntime(join(dir, 'runtime'), 'linux');
    const settings = [`-c.electronDist=${join(dir, 'runtime')}`, `-c.directories.output=${join(dir, 'dist')}`];
    const args = [
      join(import.meta.dirname, 'node_modules/electron-builder/cli.js'),
      '--linux',
      'dir',
      '--x64',
      '--publish',
      'never',
      ...settings,
    ];
    ({ stdout: log } = await run(process.execPath, args, {
      cwd: project,
      env: { ...process.env, DEBUG: 'electron-builder' },
    }));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('holds the three bundles, the pictures of the sandbox and its package.json, nothing else', () => {
    const files = listPackage(archive, { isPack: false }).filter((file) => /\.\w+$/.test(file));
    const strangers = files.filter(
      (file) =>
        !/^\/(package\.json|out\/notices\.json|out\/(main|preload|renderer)\/.+|resources\/sandbox\/(pictures\/[\w-]+\.svg|thumbnails\/[\w-]+\.webp))$/.test(
          file,
        ),
    );
    expect(strangers).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        '/out/main/index.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/resources/sandbox/pictures/facade-day-1.svg',
        '/resources/sandbox/thumbnails/facade-day-1.webp',
      ]),
    );
    expect(files.filter((file) => file.includes('node_modules') || file.endsWith('.map'))).toEqual([]);
  });

  test('its package.json names no tool and no script', () => {
    const about = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
    expect(about.main).toBe('./out/main/index.js');
    expect(about).not.toHaveProperty('devDependencies');
    expect(about).not.toHaveProperty('scripts');
    expect(about.optionalDependencies).toBeNull();
  });

  test('is what the tests pack by themselves, file by file', async () => {
    const own = await packApplication(join(dir, 'own'));
    const contents = (path: string): Record<string, unknown> => {
      const files = listPackage(path, { isPack: false }).map((file) => file.slice(1));
      return Object.fromEntries(
        files.map((file) => {
          const entry = statFile(path, file);
          if ('files' in entry) return [file, 'folder'];
          return [file, file === 'package.json' ? JSON.parse(extractFile(path, file).toString()) : hashOf(entry)];
        }),
      );
    };
    expect(contents(own)).toEqual(contents(archive));
  });

  test('is made of a runtime that is compared to the hashes in Electron’s package', () => {
    const hashes = JSON.parse(readFileSync(join(project, 'node_modules/electron/checksums.json'), 'utf8')) as object;
    const runtimes = Object.entries(hashes).filter(([file]) => /^electron-v[\d.]+-(linux|darwin|win32)-/.test(file));
    expect(runtimes.length).toBeGreaterThanOrEqual(6);
    for (const [file, hash] of runtimes) expect(log).toContain(`${file}: ${hash}`);
  });

  test('needs no package at run time', () => {
    const main = extractFile(archive, 'out/main/index.js').toString();
    const bare = [...main.matchAll(/^import\s[^;]*?from\s*["']([^"'./][^"']*)["']/gm)].map(([, name]) => name);
    expect(bare.filter((name) => !name?.startsWith('node:') && name !== 'electron')).toEqual([]);
  });

  test('has its nine fuses set', async () => {
    const { version, ...wire } = await getCurrentFuseWire(join(unpacked, 'latchkey'));
    expect(version).toBe('1');
    const on = (fuse: FuseV1Options): boolean => wire[fuse] === FuseState.ENABLE;
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(on)).toEqual([false, true, false, false, true, true, false, false, true]);
  });

  test('has its fuses read in both slices of a universal binary', () => {
    const slice = (wire: string) => `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009${wire}`;
    const verify = (...wires: string[]) => {
      const binary = join(dir, 'universal');
      writeFileSync(binary, Buffer.concat([Buffer.from('cafebabe', 'hex'), Buffer.from(wires.map(slice).join(' '))]));
      return spawnSync(process.execPath, [join(project, 'tools/pack/verify-fuses.mjs'), binary]).status;
    };
    expect(verify(WANTED, WANTED)).toBe(0);
    expect([verify(WANTED), verify(WANTED, WANTED.replace('0', '1'))]).toEqual([1, 1]);
  });

  test('has a notice for every package that the sources import and that Vite bundled, each with its copyright', () => {
    const { license, packages } = JSON.parse(extractFile(archive, 'out/notices.json').toString()) as Notices;
    expect(license).toBe(readFileSync(join(project, 'LICENSE'), 'utf8').trim());
    expect(packages.filter(({ text }) => !/copyright|apache license/i.test(text))).toEqual([]);
    const imported = importedPackages();
    expect(imported.length).toBeGreaterThan(15);
    expect(imported.filter((one) => !packages.some(({ name }) => name === one))).toEqual([]);
    expect(extractFile(archive, 'out/main/index.js').toString()).not.toContain('NOSCRIPT');
    const bundled = ['main', 'preload', 'renderer'].flatMap(
      (bundle) => JSON.parse(readFileSync(join(project, 'out', bundle, LICENSES_FILE), 'utf8')) as Notices['packages'],
    );
    const noticed = packages.map(({ name, version }) => `${name} ${version}`);
    expect(bundled.filter(({ name, version }) => !noticed.includes(`${name} ${version}`))).toEqual([]);
    const text = readFileSync(join(unpacked, 'resources/THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(packages.filter((one) => !text.includes(`${one.name} ${one.version}`) || !text.includes(one.text))).toEqual(
      [],
    );
    expect(readFileSync(join(unpacked, 'resources/LICENSE.txt'), 'utf8').trim()).toBe(license);
  });

  test('is within its budget of size', () => {
    const sizes = bundleSizes(join(project, 'out'));
    expect(exceeded(sizes, fileBytes(archive), BUDGET)).toEqual([]);
    // A part of which nothing was found would always be within it.
    expect(Math.min(...Object.values(sizes).map(({ gzipBytes }) => gzipBytes))).toBeGreaterThan(1_000);
  });

  test('brings no app of Electron along', () => {
    expect(existsSync(join(unpacked, 'resources', 'default_app.asar'))).toBe(false);
  });
});
