/** What is installed beside the signing keys is compared to a hash, all of it, and runs no program of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesWithoutHash, type PackageLock } from '../../../scripts/lib/lock.mjs';

const project = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const lockOf = (folder: string) => JSON.parse(read(join(folder, 'package-lock.json'))) as PackageLock;

describe('the lock of what is built and released', () => {
  it.each(['.', 'tools/pack'])('has a SHA-512 hash for every package of %s', (folder) => {
    expect(entriesWithoutHash(lockOf(folder))).toEqual([]);
  });

  it('is refused with an entry that has no hash, or a weaker one', () => {
    const entry = { integrity: 'sha512-abc' };
    expect(entriesWithoutHash({ packages: { '': {}, 'node_modules/a': entry } })).toEqual([]);
    expect(
      entriesWithoutHash({
        packages: {
          '': {},
          'node_modules/a': {},
          'node_modules/b': { integrity: 'sha1-abc' },
          'node_modules/c': entry,
        },
      }),
    ).toEqual(['node_modules/a', 'node_modules/b']);
  });
});

describe.each(['.', 'tools/check', 'tools/bench', 'tools/clients', 'tools/pack'])('npm in the folder %s', (folder) => {
  it('runs no install script, which could fetch what no lock names', () => {
    expect(read(join(folder, '.npmrc')).split('\n')).toContain('ignore-scripts=true');
  });

  it('takes every package from the registry that the machine is configured for', () => {
    const { packages } = lockOf(folder);
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
