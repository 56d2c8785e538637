/** Chooses the data folder: the system's for this computer, unless `--user-data-dir=` or LATCHKEY_DATA names another. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { app } from 'electron';

/** Chooses the data folder; call before the single-instance lock and before `ready`, because both use it. */
export function chooseUserData(): void {
  const chosen = app.commandLine.getSwitchValue('user-data-dir') || process.env.LATCHKEY_DATA;
  const folder = chosen
    ? resolve(chosen)
    : localFolder(app.getPath('userData'), process.platform, process.env.LOCALAPPDATA);
  if (folder !== null) app.setPath('userData', folder);
}

/**
 * Returns the local data folder on Windows. Electron's default roams: databases would be copied at each sign-in, and two computers would overwrite
 * each other's. `null` keeps the default, on other systems and when an earlier version has data there.
 */
export function localFolder(roaming: string, platform: NodeJS.Platform, local: string | undefined): string | null {
  if (platform !== 'win32' || !local || existsSync(join(roaming, 'store'))) return null;
  return join(local, basename(roaming));
}
