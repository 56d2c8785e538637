/** `node scripts/store-manifests.mjs FOLDER URL`: writes the manifests of winget and Homebrew for the installers in the folder, which URL serves. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwner } from './lib/owner.mjs';
import { inProject, say, stop } from './lib/project.mjs';
import { homebrewCask, wingetManifests } from './lib/store-manifests.mjs';

const [folder, url] = process.argv.slice(2);
if (folder === undefined || URL.parse(url ?? '')?.protocol !== 'https:')
  stop('Name the folder of the installers, and the https address from which they are downloaded.');
const installers = readdirSync(folder)
  .filter((name) => /\.(exe|dmg)$/.test(name))
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
for (const [name, text] of [...winget, ['latchkey.rb', homebrewCask(given)]]) {
  writeFileSync(join(folder, name), text);
  say(`wrote ${name}`);
}
