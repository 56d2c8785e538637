/** `node scripts/verify-owner.mjs`: exits with 1 while the application belongs to nobody, because its id cannot be changed after a release. */
import { placeholdersIn, readOwner } from './lib/owner.mjs';
import { stop } from './lib/project.mjs';

const placeholders = placeholdersIn(readOwner());
if (placeholders.length > 0) {
  stop(`Nothing is released before its owner is known. Set in resources/owner.json: ${placeholders.join(', ')}.`);
}
