/** Settings of electron-builder: the id, home page and author of the owner's release. */
import { readOwner } from '../../scripts/lib/owner.mjs';

const owner = readOwner();

export const { appId } = owner;
export const extraMetadata = { homepage: owner.homepage, author: owner.author };
