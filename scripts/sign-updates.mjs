/**
 * `node scripts/sign-updates.mjs [--staged PERCENT] FILE...`: signs lists of versions with the key in UPDATE_SIGNING_KEY (PEM). Refuses a key that is
 * not the owner's, because no app would accept its signature.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readOwner } from './lib/owner.mjs';
import { say, stop } from './lib/project.mjs';
import { publicKeyOf, signList } from './lib/signed-list.mjs';

const args = process.argv.slice(2);
const isStaged = args[0] === '--staged';
const staged = isStaged ? Number(args[1]) : 100;
const files = args.slice(isStaged ? 2 : 0);
if (!Number.isInteger(staged) || staged < 1 || staged > 100) stop('--staged takes a whole number from 1 to 100.');
if (files.length === 0) stop('Name the lists of versions to sign, such as latest.yml.');
const key = process.env.UPDATE_SIGNING_KEY ?? '';
if (key === '') stop('UPDATE_SIGNING_KEY has no key.');
if (publicKeyOf(key) !== readOwner().updates.publicKey)
  stop('UPDATE_SIGNING_KEY is not the key in resources/owner.json.');
for (const file of files) {
  writeFileSync(file, signList(readFileSync(file, 'utf8'), key, staged));
  say(`signed ${file}`);
}
