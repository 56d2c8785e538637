/** `npm run dev`: opens the window on a development server, which changes the page while it is edited. electron-vite receives the arguments. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, say, stop, toolEnv } from './lib/project.mjs';

await ensureDependencies();
const { binary, reason } = await ensureElectron();
const args = ['dev', ...process.argv.slice(2)];
const env = toolEnv();
if (binary) {
  if (process.platform === 'linux' && process.getuid() === 0) args.push('--noSandbox');
} else {
  say(`Electron is not available (${reason}): opening the window in Chromium.`);
  if (process.platform === 'win32')
    stop('On Windows the development server cannot start it; `npm start` opens the built page.');
  if (!(await ensureChromium())) stop(NO_BROWSER);
  // electron-vite starts this file in place of Electron.
  env.ELECTRON_EXEC_PATH = inProject('test', 'host', 'run.ts');
}
const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
process.exitCode = (await run(node24(), [tool, ...args], { show: true, env })).code;
