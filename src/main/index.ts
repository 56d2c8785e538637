/** The entry of the main process: only what must precede Electron's `ready`. The console itself is loaded after it. */
import { app, dialog } from 'electron';
import { prepare } from './shell/prepare.ts';
import { refuseStart } from './shell/refuse-start.ts';
import { chooseUserData } from './shell/user-data.ts';

function start(): void {
  chooseUserData();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  prepare();
  app
    .whenReady()
    .then(() => import('./open.ts'))
    .then(({ open }) => open())
    .catch((error: unknown) => {
      dialog.showErrorBox('Latchkey could not start', String(error));
      app.exit(1);
    });
}

if (!refuseStart()) start();
