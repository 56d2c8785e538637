/** The entry of the main process: only the steps that must precede Electron's `ready`. The console itself is loaded after it. */
import { app, dialog } from 'electron';
import { launchOf } from './shell/launch.ts';
import { prepare } from './shell/prepare.ts';
import { commandRefusal, refuseWindow } from './shell/refuse-start.ts';
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

/** Runs `latchkey diagnose`, without a window and without opening the profile; another console may be running. */
async function runCommand(command: readonly string[], refusal: string | null): Promise<void> {
  const { stdout: output, stderr: errors } = process;
  try {
    const { endWithProblem, runCommandLine } = await import('./command-line/run-command-line.ts');
    // On Windows, Electron replaces the standard input by one that is at its end.
    const input = process.platform === 'win32' ? null : process.stdin;
    const status =
      refusal === null
        ? await runCommandLine(command, { input, output, errors }, Date.now())
        : await endWithProblem(errors, `${refusal}\n`);
    app.exit(status);
  } catch (error) {
    errors.write(`${String(error)}\n`);
    app.exit(2);
  }
}

const { argv, platform } = process;
const launch = launchOf({ argv, isPackaged: app.isPackaged, platform });
// Electron opens a display, a GPU process and the profile only when this module is evaluated: a command has ended by then.
if (launch.command !== null) await runCommand(launch.command, commandRefusal(launch));
else if (!refuseWindow(launch)) start();
