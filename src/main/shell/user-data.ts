/** Chooses the data folder: the system's, unless `--user-data-dir=` or LATCHKEY_DATA names another. */
import { isAbsolute, resolve } from 'node:path';
import { app } from 'electron';

/** Call before the single-instance lock and before `ready`, because both use the folder. */
export function chooseUserData(): void {
  const chosen = app.commandLine.getSwitchValue('user-data-dir') || process.env.LATCHKEY_DATA;
  if (chosen) app.setPath('userData', isAbsolute(chosen) ? chosen : resolve(chosen));
}
