/** The entry of the main process: only the steps that must come before Electron's `ready`. The console is loaded afterwards. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { launchOf, SELF_TEST } from './shell/launch.ts';
import { Openings } from './shell/openings.ts';
import { prepare } from './shell/prepare.ts';
import { commandRefusal, refuseWindow } from './shell/refuse-start.ts';
import { chooseUserData } from './shell/user-data.ts';

function start(args: readonly string[]): void {
  chooseUserData();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const openings = new Openings(args);
  prepare();
  app
    .whenReady()
    .then(() => import('./open.ts'))
    .then(({ open }) => open(openings))
    .catch((error: unknown) => {
      dialog.showErrorBox('Latchkey could not start', String(error));
      app.exit(1);
    });
}

/** Runs a command without a window, so that it works beside a running console. The console runs every command but `latchkey diagnose`. */
async function runCommand(command: readonly string[], refusal: string | null): Promise<void> {
  const { stdout: output, stderr: errors, env, platform } = process;
  try {
    // On Windows, Electron replaces the standard input by an empty one.
    const input = platform === 'win32' ? null : process.stdin;
    if (refusal === null && command[0] !== 'diagnose') {
      const { relay } = await import('./command-line/relay.ts');
      chooseUserData();
      const folders = [app.getPath('userData')];
      // The program of an AppImage lies in a mount that ends with this process.
      const program = app.isPackaged ? env.APPIMAGE || process.execPath : null;
      const cwd = process.cwd();
      return app.exit(await relay(command, { folders, program, env, platform, cwd, input, output, errors }));
    }
    const { endWithProblem, runCommandLine } = await import('./command-line/run-command-line.ts');
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

/** Runs `latchkey self-test` on a profile of its own. It needs what Electron has only after `ready`, so this module does not await it. */
function startSelfTest(): void {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-self-test-'));
  app.setPath('userData', folder);
  app
    .whenReady()
    .then(() => import('./self-test.ts'))
    .then(({ selfTest }) => selfTest(folder, { output: process.stdout, errors: process.stderr }))
    .then((status) => app.exit(status))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      app.exit(2);
    });
}

const { argv, platform } = process;
const launch = launchOf({ argv, isPackaged: app.isPackaged, platform });
// A command ends here: Electron opens a display, a GPU process and the profile only after this module is evaluated.
if (launch.command !== null) {
  const refusal = commandRefusal(launch);
  if (launch.command[0] === SELF_TEST && refusal === null) startSelfTest();
  else await runCommand(launch.command, refusal);
} else if (!refuseWindow(launch)) start(launch.args);
