/** The files of a flat repository for apt: its packages and their list lie in one folder. */
import { createHash } from 'node:crypto';

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** The list of packages. `debs`: the name, size, SHA-256 and control fields (as text) of each. */
export const packagesFile = (debs) =>
  debs
    .map(({ name, size, hash, control }) => `${control.trim()}\nFilename: ./${name}\nSize: ${size}\nSHA256: ${hash}\n`)
    .join('\n');

/** The signed file, with the hashes of the lists. `lists`: their content by name; `date`: when it is signed. */
export function releaseFile({ architectures, lists, date }) {
  const hashes = Object.entries(lists).map(
    ([name, content]) => ` ${sha256(content)} ${Buffer.byteLength(content)} ${name}`,
  );
  return [
    'Origin: Latchkey',
    'Label: Latchkey',
    'Suite: stable',
    'Codename: stable',
    `Architectures: ${architectures.join(' ')}`,
    `Date: ${date.toUTCString().replace('GMT', 'UTC')}`,
    'Description: Latchkey for Debian and Ubuntu',
    'SHA256:',
    ...hashes,
    '',
  ].join('\n');
}

/** What a user puts into /etc/apt/sources.list.d. `key`: the armoured public key. */
export function sourcesFile({ url, key }) {
  const lines = key.trim().split('\n');
  return [
    'Types: deb',
    `URIs: ${url}`,
    'Suites: ./',
    'Signed-By:',
    ...lines.map((line) => ` ${line.trim() === '' ? '.' : line.trim()}`),
    '',
  ].join('\n');
}
