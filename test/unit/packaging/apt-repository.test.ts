/** The files of the repository for apt, held against the format that deb-src(5) and the Debian repository format require. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { packagesFile, releaseFile, sourcesFile } from '../../../scripts/lib/apt-repository.mjs';

/** Fields of a stanza (deb822): a line that begins with a space continues the one before. */
const fieldsOf = (stanza: string): Record<string, string> =>
  Object.fromEntries(
    [...stanza.matchAll(/^([\w-]+):((?:.*)(?:\n .*)*)/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
const control = (architecture: string) =>
  `Package: latchkey\nVersion: 0.1.0\nArchitecture: ${architecture}\nDescription: a\n more of it\n`;
const debs = ['amd64', 'arm64'].map((architecture) => ({
  ...{ name: `Latchkey-0.1.0-linux-${architecture}.deb`, size: 7, hash: 'ab'.repeat(32) },
  control: control(architecture),
}));

it('names each package with its file, size and hash, in a stanza of its own', () => {
  const stanzas = packagesFile(debs).split('\n\n').map(fieldsOf);
  expect(stanzas).toHaveLength(2);
  expect(stanzas[1]).toEqual({
    ...{ Package: 'latchkey', Version: '0.1.0', Architecture: 'arm64', Description: 'a\n more of it' },
    ...{ Filename: './Latchkey-0.1.0-linux-arm64.deb', Size: '7', SHA256: 'ab'.repeat(32) },
  });
});

it('signs the hashes and sizes of the lists, with the date as apt reads it', () => {
  const list = packagesFile(debs);
  const date = new Date(Date.UTC(2026, 10, 27, 9, 5, 0));
  const release = fieldsOf(releaseFile({ architectures: ['amd64', 'arm64'], lists: { Packages: list }, date }));
  expect(release).toMatchObject({ Architectures: 'amd64 arm64', Date: 'Fri, 27 Nov 2026 09:05:00 UTC' });
  const hash = createHash('sha256').update(list).digest('hex');
  expect(release.SHA256).toBe(`${hash} ${Buffer.byteLength(list)} Packages`);
});

it('carries the key in the snippet, so that it vouches for this repository only', () => {
  const key = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabc=\n-----END PGP PUBLIC KEY BLOCK-----\n';
  const sources = fieldsOf(sourcesFile({ url: 'https://updates.example.org/', key }));
  expect(sources).toEqual({
    ...{ Types: 'deb', URIs: 'https://updates.example.org/', Suites: './' },
    'Signed-By': '-----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc=\n -----END PGP PUBLIC KEY BLOCK-----',
  });
});
