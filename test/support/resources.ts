/** Paths of the files that ship with the console. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url));
export const PICTURES_FOLDER = join(RESOURCES, 'sandbox', 'pictures');
