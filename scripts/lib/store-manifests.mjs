/** Manifests with which winget and Homebrew install a release, from its installers, and the writer of YAML. */

const WINGET_VERSION = '1.12.0';

/** A YAML document of scalars, lists and objects; JSON's strings are YAML's. */
export function yamlOf(value, indent = '') {
  if (Array.isArray(value))
    return value.map((one) => `\n${indent}- ${yamlOf(one, `${indent}  `).trimStart()}`).join('');
  if (typeof value !== 'object') return ` ${JSON.stringify(value)}`;
  const lines = Object.entries(value).map(([name, one]) => {
    const nested = typeof one === 'object' && !Array.isArray(one);
    return `${indent}${name}:${nested ? '\n' : ''}${yamlOf(one, nested ? `${indent}  ` : indent)}`;
  });
  return lines.join('\n');
}

/** winget names a package by its publisher and its name, each without spaces. */
const wingetId = ({ author }) => `${author.name.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 32)}.Latchkey`;

/** The three files of winget, by their names. `about`: version, license and description; `installers`: name and SHA-256 of each file. */
export function wingetManifests({ owner, about, installers, url }) {
  const PackageIdentifier = wingetId(owner);
  const common = { PackageIdentifier, PackageVersion: about.version };
  const installerOf = (arch) => {
    const installer = installers.find(({ name }) => name.endsWith(`-win-${arch}.exe`));
    if (!installer) throw new Error(`There is no installer of Windows for ${arch}.`);
    const { name, sha256 } = installer;
    return { Architecture: arch, InstallerUrl: `${url}/${name}`, InstallerSha256: sha256.toUpperCase() };
  };
  const files = {
    '': { ...common, DefaultLocale: 'en-US', ManifestType: 'version', ManifestVersion: WINGET_VERSION },
    '.installer': {
      ...common,
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      Protocols: ['latchkey'],
      FileExtensions: ['lksupport'],
      Installers: ['x64', 'arm64'].map(installerOf),
      ManifestType: 'installer',
      ManifestVersion: WINGET_VERSION,
    },
    '.locale.en-US': {
      ...common,
      PackageLocale: 'en-US',
      Publisher: owner.author.name,
      PackageName: 'Latchkey',
      PackageUrl: owner.homepage,
      License: about.license,
      ShortDescription: about.description,
      ManifestType: 'defaultLocale',
      ManifestVersion: WINGET_VERSION,
    },
  };
  return Object.fromEntries(
    Object.entries(files).map(([kind, manifest]) => [
      `${PackageIdentifier}${kind}.yaml`,
      { manifest, text: `${yamlOf(manifest)}\n` },
    ]),
  );
}

/** The cask of Homebrew. The app updates itself, so Homebrew does not. */
export function homebrewCask({ owner, about, installers, url }) {
  const dmg = installers.find(({ name }) => name.endsWith('.dmg'));
  if (!dmg) throw new Error('There is no disk image of macOS.');
  const quoted = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('#{', '\\#{')}"`;
  // Homebrew's descriptions have no full stop, and at most 80 characters.
  const description = about.synopsis;
  return [
    'cask "latchkey" do',
    `  version ${quoted(about.version)}`,
    `  sha256 ${quoted(dmg.sha256)}`,
    '',
    `  url ${quoted(`${url}/${dmg.name}`)}`,
    '  name "Latchkey"',
    `  desc ${quoted(description)}`,
    `  homepage ${quoted(owner.homepage)}`,
    '',
    '  auto_updates true',
    '',
    '  app "Latchkey.app"',
    '',
    '  zap trash: "~/Library/Application Support/Latchkey"',
    'end',
    '',
  ].join('\n');
}
