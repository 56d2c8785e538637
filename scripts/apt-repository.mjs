/**
 * `node scripts/apt-repository.mjs FOLDER [URL]`: makes the folder of the packages a repository for apt, which URL serves (by default that of updates), and
 * signs it with the key in APT_SIGNING_KEY (an armoured OpenPGP key without a passphrase). A prerelease gets none. Needs dpkg-deb and gpg.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packagesFile, releaseFile, sourcesFile } from './lib/apt-repository.mjs';
import { readOwner } from './lib/owner.mjs';
import { say, stop } from './lib/project.mjs';

const [folder, given] = process.argv.slice(2);
const url = (given ?? readOwner().updates.url).replace(/\/$/, '');
if (folder === undefined || !['https:', 'file:'].includes(URL.parse(url)?.protocol ?? ''))
  stop('Name the folder of the packages, and the https address that serves it.');
const secret = process.env.APT_SIGNING_KEY ?? '';
if (secret === '') stop('APT_SIGNING_KEY has no key.');

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.deb'))
  .sort();
if (names.length === 0) stop('The folder has no packages.');
const debs = names.map((name) => {
  const content = readFileSync(join(folder, name));
  const control = execFileSync('dpkg-deb', ['--field', join(folder, name)], { encoding: 'utf8' });
  return { name, size: content.length, hash: createHash('sha256').update(content).digest('hex'), control };
});
const fieldOf = (control, name) => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';
// Who installed a release must not be given a version before the next one.
if (debs.some(({ control }) => /[~-]/.test(fieldOf(control, 'Version')))) {
  say('A prerelease is not offered by apt.');
  process.exit();
}

const home = mkdtempSync(join(tmpdir(), 'latchkey-gpg-'));
const gpg = (args, input) =>
  execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', '--no-tty', ...args], { input, encoding: 'utf8' });
try {
  gpg(['--import'], secret);
  const list = packagesFile(debs);
  const lists = { Packages: list, 'Packages.gz': gzipSync(list) };
  const architectures = [...new Set(debs.map(({ control }) => fieldOf(control, 'Architecture')))].sort();
  const release = releaseFile({ architectures, lists, date: new Date() });
  const files = {
    ...lists,
    Release: release,
    InRelease: gpg(['--clearsign', '--digest-algo', 'SHA512'], release),
    'latchkey.sources': sourcesFile({ url: `${url}/`, key: gpg(['--armor', '--export']) }),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    say(`wrote ${name}`);
  }
} finally {
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  rmSync(home, { recursive: true, force: true });
}
