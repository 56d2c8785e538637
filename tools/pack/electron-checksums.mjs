/** Settings of electron-builder: Electron's binaries are compared to the hashes in its package, which the lock holds. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';

export const electronDownload = {
  checksums: JSON.parse(readFileSync(inProject('node_modules', 'electron', 'checksums.json'), 'utf8')),
};
