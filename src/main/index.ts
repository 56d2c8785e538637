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

/** `latchkey diagnose` opens no window and nothing of the profile, beside a console that runs or without one. */
async function runCommand(args: readonly string[]): Promise<void> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  try {
    const { runCommandLine } = await import('./command-line/run-command-line.ts');
    app.exit(await runCommandLine(args, { input, output, errors }, Date.now()));
  } catch (error) {
    errors.write(`${String(error)}\n`);
    app.exit(2);
  }
}

// Unpackaged, the application's folder comes first.
const args = process.argv.slice(app.isPackaged ? 1 : 2);
if (!refuseStart()) {
  if (args[0] === 'diagnose') void runCommand(args);
  else start();
}
