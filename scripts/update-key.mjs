/** `node scripts/update-key.mjs FILE`: makes the key that signs lists of versions, and puts its public half into resources/owner.json. */
import { writeFileSync } from 'node:fs';
import { readOwner } from './lib/owner.mjs';
import { inProject, say, stop } from './lib/project.mjs';
import { makeKeys } from './lib/signed-list.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) stop('Name a new file for the private key, outside the repository.');
const { privateKey, publicKey } = makeKeys();
// Never over a key: apps that are installed trust the old one alone.
writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' });
const owner = readOwner();
const changed = { ...owner, updates: { ...owner.updates, publicKey } };
writeFileSync(inProject('resources', 'owner.json'), `${JSON.stringify(changed, null, 2)}\n`);
say(
  `${file} has the private key: store it as the secret UPDATE_SIGNING_KEY of the environment sign-updates, and keep a copy offline.`,
);
