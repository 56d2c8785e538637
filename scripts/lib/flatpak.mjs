/** The manifest and the metainfo with which Flathub builds a release, from its packages for Debian. */

/** The runtime of freedesktop.org and its base for Electron, which brings Zypak: Chromium's sandbox within Flatpak's. */
const RUNTIME_VERSION = '25.08';

const ARCHES = { x86_64: 'amd64', aarch64: 'arm64' };
const ICON_SIZES = [16, 32, 48, 64, 128, 256, 512];

/** The manifest. `installers`: name and SHA-256 of each file, which `url` serves; `metainfo`: its SHA-256. */
export function flatpakManifest({ owner: { appId }, installers, url }) {
  const debOf = ([arch, name]) => {
    const deb = installers.find((installer) => installer.name.endsWith(`-linux-${name}.deb`));
    if (!deb) throw new Error(`There is no package for ${name}.`);
    const of = { type: 'file', 'dest-filename': 'latchkey.deb', 'only-arches': [arch] };
    return { ...of, url: `${url}/${deb.name}`, sha256: deb.sha256 };
  };
  const share = '/app/share';
  return {
    id: appId,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': RUNTIME_VERSION,
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': RUNTIME_VERSION,
    command: 'latchkey',
    'separate-locales': false,
    // Files are opened and saved through the portals, so no folder is shared.
    'finish-args': [
      '--share=network',
      '--share=ipc',
      '--socket=wayland',
      '--socket=fallback-x11',
      '--device=dri',
      '--talk-name=org.freedesktop.Notifications',
      '--talk-name=org.freedesktop.secrets',
      '--talk-name=org.kde.StatusNotifierWatcher',
    ],
    modules: [
      {
        name: 'latchkey',
        buildsystem: 'simple',
        'build-commands': [
          'ar x latchkey.deb',
          'tar -xf data.tar.*',
          'mv opt/Latchkey /app/latchkey',
          'install -Dm755 latchkey.sh /app/bin/latchkey',
          `install -Dm644 usr/share/applications/latchkey.desktop ${share}/applications/${appId}.desktop`,
          `desktop-file-edit --set-key=Exec --set-value="latchkey %U" --set-icon=${appId} ${share}/applications/${appId}.desktop`,
          `install -Dm644 usr/share/mime/packages/latchkey.xml ${share}/mime/packages/${appId}.xml`,
          ...ICON_SIZES.map((size) => {
            const icons = `icons/hicolor/${size}x${size}/apps`;
            return `install -Dm644 usr/share/${icons}/latchkey.png ${share}/${icons}/${appId}.png`;
          }),
          `install -Dm644 ${appId}.metainfo.xml ${share}/metainfo/${appId}.metainfo.xml`,
        ],
        sources: [
          ...Object.entries(ARCHES).map(debOf),
          {
            type: 'script',
            'dest-filename': 'latchkey.sh',
            commands: ['exec zypak-wrapper /app/latchkey/latchkey "$@"'],
          },
          { type: 'file', path: `${appId}.metainfo.xml` },
        ],
      },
    ],
  };
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const PICTURES = {
  'today-light-1280.png': 'Who arrives and leaves',
  'listings-light-1280.png': 'All properties of an account',
  'doctor-light-1280.png': 'Why a request failed',
};

/** What a software centre shows. `date`: the day of the release (YYYY-MM-DD); `pictures`: the address of the folder docs/pictures. */
export function metainfo({ owner, about, date, pictures, details }) {
  const { appId, homepage, author } = owner;
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${appId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${escaped(about.license)}</project_license>
  <name>Latchkey</name>
  <summary>${escaped(about.synopsis)}</summary>
  <developer id="${appId.split('.').slice(0, -1).join('.').toLowerCase()}">
    <name>${escaped(author.name)}</name>
  </developer>
  <description>
    <p>${escaped(about.description)}</p>
  </description>
  <launchable type="desktop-id">${appId}.desktop</launchable>
  <url type="homepage">${escaped(homepage)}</url>
  <categories>
    <category>Office</category>
  </categories>
  <provides>
    <mediatype>application/x-latchkey-support</mediatype>
  </provides>
  <screenshots>
${Object.entries(PICTURES)
  .map(
    ([name, caption], index) => `    <screenshot${index === 0 ? ' type="default"' : ''}>
      <caption>${caption}</caption>
      <image>${escaped(`${pictures}/${name}`)}</image>
    </screenshot>`,
  )
  .join('\n')}
  </screenshots>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${escaped(about.version)}" date="${date}">
      <url type="details">${escaped(details)}</url>
    </release>
  </releases>
</component>
`;
}
