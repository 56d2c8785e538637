/** Finds out how this build gets updates: it installs them, only reports them, or does not look for any. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpdateWay } from './update-engine.ts';

export interface BuildFacts {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The folder in which the packager leaves its notes. */
  readonly resources: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The address and the public key of the owner's releases. */
  readonly updates: { readonly url: string; readonly publicKey: string };
}

const off = (reason: string): UpdateWay => ({ kind: 'off', reason });
const told = (reason: string): UpdateWay => ({ kind: 'told', reason });

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

export async function updateWay({ isPackaged, platform, resources, env, updates }: BuildFacts): Promise<UpdateWay> {
  if (!isPackaged) return off('The app was started from its sources, so it does not look for updates.');
  if (updates.url === '' || updates.publicKey === '')
    return off('This build has no address and key for updates, so it does not look for them.');
  // The packager writes this file in a release alone.
  const release = await textOf(join(resources, 'app-update.yml'));
  if (release === '') return off('This build is not a release, so it does not update itself.');
  if (platform === 'win32') {
    if (env.PORTABLE_EXECUTABLE_DIR) return told('The portable app does not update itself: download the newer one.');
    // electron-updater asks for a signature only if the publisher is known.
    if (!/^publisherName:/m.test(release)) return off('This build is not signed, so it does not update itself.');
  }
  if (platform === 'linux' && !env.APPIMAGE)
    return told('The package manager of this computer installs updates of the app.');
  return { kind: 'self' };
}
