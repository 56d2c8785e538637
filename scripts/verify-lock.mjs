/** `node scripts/verify-lock.mjs`: exits with 1 when a lock of what is built and released has an entry without a hash. */
import { readFileSync } from 'node:fs';
import { entriesWithoutHash } from './lib/lock.mjs';
import { inProject, stop } from './lib/project.mjs';

for (const lock of ['package-lock.json', 'tools/pack/package-lock.json']) {
  const bare = entriesWithoutHash(JSON.parse(readFileSync(inProject(lock), 'utf8')));
  if (bare.length > 0) stop(`${lock} has ${bare.length} entries without a hash:\n${bare.join('\n')}`);
}
