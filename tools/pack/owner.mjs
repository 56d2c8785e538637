/** Settings of electron-builder that depend on the owner: id, home page and author; in a release also the updates and their notes. */
import { readFileSync } from 'node:fs';
import { readOwner } from '../../scripts/lib/owner.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { notesOf } from '../../scripts/lib/release-notes.mjs';

const owner = readOwner();
const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

export const { appId } = owner;
export const extraMetadata = { homepage: owner.homepage, author: owner.author };

/** Only the release workflow sets it: other builds neither must be signed nor update themselves. */
const isRelease = process.env.LATCHKEY_RELEASE === '1';
export const forceCodeSigning = isRelease && process.platform !== 'linux';
export const publish = isRelease ? { provider: 'generic', url: owner.updates.url } : null;

/** Certificates are in hardware: Azure signs for Windows. With these settings electron-updater asks for the publisher, too. */
const { AZURE_SIGN_PUBLISHER, AZURE_SIGN_ENDPOINT, AZURE_SIGN_ACCOUNT, AZURE_SIGN_PROFILE } = process.env;
export const win =
  isRelease && process.platform === 'win32'
    ? {
        azureSignOptions: {
          publisherName: AZURE_SIGN_PUBLISHER,
          endpoint: AZURE_SIGN_ENDPOINT,
          codeSigningAccountName: AZURE_SIGN_ACCOUNT,
          certificateProfileName: AZURE_SIGN_PROFILE,
        },
      }
    : {};
export const releaseInfo = { releaseNotes: notesOf(version) };
