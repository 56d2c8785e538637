/** The manifests of winget, Homebrew and Flathub, held against the shapes that those services publish. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { flatpakManifest } from '../../../scripts/lib/flatpak.mjs';
import { wingetManifests } from '../../../scripts/lib/store-manifests.mjs';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

// What winget's schemas of version 1.12.0 require and allow of the fields that we write.
const Common = z.strictObject({
  PackageIdentifier: z
    .string()
    .max(128)
    .regex(/^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/),
  PackageVersion: z
    .string()
    .max(128)
    .regex(/^[^\\/:*?"<>|]+$/),
  ManifestVersion: z.literal('1.12.0'),
});
const Url = z.url({ protocol: /^https$/ }).max(2_048);
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  version: Common.extend({ ManifestType: z.literal('version'), DefaultLocale: z.literal('en-US') }),
  installer: Common.extend({
    ManifestType: z.literal('installer'),
    InstallerType: z.enum(['nullsoft']),
    Scope: z.enum(['user', 'machine']),
    UpgradeBehavior: z.enum(['install', 'uninstallPrevious', 'deny']),
    Protocols: z.array(z.string().max(2_048)).max(64),
    FileExtensions: z.array(z.string().regex(/^[^.\\/:*?"<>|][^\\/:*?"<>|]*$/)).max(512),
    Installers: z
      .array(
        z.strictObject({
          Architecture: z.enum(['x86', 'x64', 'arm', 'arm64', 'neutral']),
          InstallerUrl: Url,
          InstallerSha256: z.string().regex(/^[A-Fa-f0-9]{64}$/),
        }),
      )
      .min(1),
  }),
  defaultLocale: Common.extend({
    ManifestType: z.literal('defaultLocale'),
    PackageLocale: z.literal('en-US'),
    Publisher: z.string().min(2).max(256),
    PackageName: z.string().min(2).max(256),
    PackageUrl: Url,
    License: z.string().min(3).max(512),
    ShortDescription: z.string().min(3).max(256),
  }),
};

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const FILES = [
  ...['Latchkey-0.1.0-win-x64.exe', 'Latchkey-0.1.0-win-arm64.exe', 'Latchkey-0.1.0-mac-universal.dmg'],
  ...['Latchkey-0.1.0-linux-amd64.deb', 'Latchkey-0.1.0-linux-arm64.deb'],
];

// What flatpak-manifest(5) and Flathub's linter require and allow of the fields that we write.
const Sha256 = z.string().regex(/^[a-f0-9]{64}$/);
const Flatpak = z.strictObject({
  id: z.string().regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){2,}$/),
  runtime: z.literal('org.freedesktop.Platform'),
  'runtime-version': z.string().regex(/^\d\d\.08$/),
  sdk: z.literal('org.freedesktop.Sdk'),
  base: z.string(),
  'base-version': z.string().regex(/^\d\d\.08$/),
  command: z.string(),
  'separate-locales': z.boolean(),
  // No folder of the user, no bus as a whole.
  'finish-args': z.array(
    z.string().regex(/^--(share=(network|ipc)|socket=(wayland|fallback-x11)|device=dri|talk-name=[\w.]+)$/),
  ),
  modules: z.tuple([
    z.strictObject({
      name: z.string(),
      buildsystem: z.literal('simple'),
      'build-commands': z.array(z.string()),
      sources: z.array(
        z.union([
          z.strictObject({
            type: z.literal('file'),
            'dest-filename': z.string(),
            'only-arches': z.tuple([z.enum(['x86_64', 'aarch64'])]),
            url: Url,
            sha256: Sha256,
          }),
          z.strictObject({ type: z.literal('file'), path: z.string() }),
          z.strictObject({ type: z.literal('script'), 'dest-filename': z.string(), commands: z.array(z.string()) }),
        ]),
      ),
    }),
  ]),
});
const script = fileURLToPath(new URL('../../../scripts/store-manifests.mjs', import.meta.url));
const REPOSITORY = ['https://code.example.org/latchkey', 'v0.1.0'];
const write = (url: string) => spawnSync(process.execPath, [script, folder, url, ...REPOSITORY], { encoding: 'utf8' });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

it('match the schemas of winget, each in a file of its own', () => {
  const given = {
    owner: { author: { name: 'Harbour & Sons, Ltd.' }, homepage: 'https://harbour.example.org' },
    about: { version: '1.2.0-beta.1', license: 'MIT', description: 'A "quoted" description: with a colon.' },
    installers: FILES.map((name) => ({ name, sha256: 'ab'.repeat(32) })),
    url: 'https://downloads.example.org/latchkey',
  };
  const manifests = Object.values(wingetManifests(given));
  expect(manifests.map(({ manifest }) => (manifest as { ManifestType: string }).ManifestType).toSorted()).toEqual(
    Object.keys(SHAPES).toSorted(),
  );
  for (const { manifest } of manifests)
    expect(SHAPES[(manifest as { ManifestType: string }).ManifestType]?.safeParse(manifest).error).toBeUndefined();
  expect(manifests[2]?.text).toContain('\nShortDescription: "A \\"quoted\\" description: with a colon."\n');
});

it('match the shape of a manifest for Flatpak', () => {
  const given = {
    owner: { appId: 'org.harbour.latchkey' },
    installers: FILES.map((name) => ({ name, sha256: 'ab'.repeat(32) })),
    url: 'https://downloads.example.org/latchkey',
  };
  expect(Flatpak.safeParse(flatpakManifest(given)).error).toBeUndefined();
});

it('are written beside the installers, with their hashes', () => {
  for (const name of FILES) writeFileSync(join(folder, name), name);
  expect(write('https://downloads.example.org/latchkey/').status).toBe(0);
  const written = readdirSync(folder).filter((name) => !FILES.includes(name));
  expect(written).toHaveLength(6);
  const flatpak = read('example.latchkey.console.yaml');
  expect(flatpak).toMatch(/^id: "example\.latchkey\.console"\nruntime: /);
  expect(flatpak.match(/latchkey\/Latchkey-0\.1\.0-linux-(amd64|arm64)\.deb"\n +sha256: "[a-f0-9]{64}"/g)).toHaveLength(
    2,
  );
  expect(read('example.latchkey.console.metainfo.xml')).toMatch(/<release version="0\.1\.0" date="\d{4}-\d\d-\d\d">/);
  const installers = read(written.find((name) => name.endsWith('.installer.yaml')) ?? '');
  expect(installers).toMatch(
    /\nInstallers:\n- Architecture: "x64"\n {2}InstallerUrl: "https:\/\/downloads\.example\.org\/latchkey\/Latchkey-0\.1\.0-win-x64\.exe"\n {2}InstallerSha256: "[A-F0-9]{64}"\n- Architecture: "arm64"\n/,
  );
  const stanzas = read('latchkey.rb').matchAll(/^ {2}(\w+) "?([^"\n]*)/gm);
  const cask = Object.fromEntries([...stanzas].map(([, name = '', value]) => [name, value]));
  expect(Object.keys(cask)).toEqual([
    'version',
    'sha256',
    'url',
    'name',
    'desc',
    'homepage',
    'auto_updates',
    'app',
    'zap',
  ]);
  expect(cask.sha256).toMatch(/^[a-f0-9]{64}$/);
  expect(cask.desc?.length).toBeLessThanOrEqual(80);
});

it('are not written without an installer, or for an address that is not https', () => {
  expect(write('https://downloads.example.org').status).not.toBe(0);
  expect(write('http://downloads.example.org').stderr).toContain('https');
  expect(readdirSync(folder)).toEqual([]);
});
