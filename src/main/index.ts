/** The entry of the main process: only what must precede Electron's `ready`. The console itself is loaded after it. */
import { app, dialog } from 'electron';
import { prepare } from './shell/prepare.ts';
import { chooseUserData } from './shell/user-data.ts';

chooseUserData();
if (app.requestSingleInstanceLock()) {
  prepare();
  app
    .whenReady()
    .then(() => import('./open.ts'))
    .then(({ open }) => open())
    .catch((error: unknown) => {
      dialog.showErrorBox('Latchkey could not start', String(error));
      app.exit(1);
    });
} else {
  app.quit();
}
