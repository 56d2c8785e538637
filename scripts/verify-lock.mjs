/** `node scripts/verify-lock.mjs`: exits with 1 when the lock of what is built and released has an entry without a hash. */
import { readFileSync } from 'node:fs';
import { entriesWithoutHash } from './lib/lock.mjs';
import { inProject, stop } from './lib/project.mjs';

const bare = entriesWithoutHash(JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')));
if (bare.length > 0) stop(`package-lock.json has ${bare.length} entries without a hash:\n${bare.join('\n')}`);
