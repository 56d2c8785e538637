/**
 * `node scripts/store-manifests.mjs FOLDER URL REPOSITORY TAG`: writes the manifests of winget, Homebrew and Flathub for the installers in the folder, which
 * URL serves. REPOSITORY is the address of the sources; at TAG it has the pictures.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flatpakManifest, metainfo } from './lib/flatpak.mjs';
import { readOwner } from './lib/owner.mjs';
import { inProject, say, stop } from './lib/project.mjs';
import { homebrewCask, wingetManifests, yamlOf } from './lib/store-manifests.mjs';

const [folder, url, repository, tag] = process.argv.slice(2);
if (folder === undefined || URL.parse(url ?? '')?.protocol !== 'https:')
  stop('Name the folder of the installers, and the https address from which they are downloaded.');
if (tag === undefined) stop('Name the https address of the repository, and the tag of the release.');
const installers = readdirSync(folder)
  .filter((name) => /\.(exe|dmg|deb)$/.test(name))
  .map((name) => ({
    name,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  }));
const about = {
  ...JSON.parse(readFileSync(inProject('package.json'), 'utf8')),
  synopsis: 'Operations console for a property-management service',
};
const given = { owner: readOwner(), about, installers, url: url.replace(/\/$/, '') };
const winget = Object.entries(wingetManifests(given)).map(([name, { text }]) => [name, text]);
const { appId } = given.owner;
const shown = {
  ...{ pictures: `${repository}/raw/${tag}/docs/pictures`, details: `${repository}/releases/tag/${tag}` },
  date: new Date().toISOString().slice(0, 10),
};
const flathub = [
  [`${appId}.yaml`, `${yamlOf(flatpakManifest(given))}\n`],
  [`${appId}.metainfo.xml`, metainfo({ ...given, ...shown })],
];
for (const [name, text] of [...winget, ['latchkey.rb', homebrewCask(given)], ...flathub]) {
  writeFileSync(join(folder, name), text);
  say(`wrote ${name}`);
}
