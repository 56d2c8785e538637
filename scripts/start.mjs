/** `npm start`: installs, builds and opens the window. The application receives the arguments. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, say, stop } from './lib/project.mjs';

const args = process.argv.slice(2);

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  stop('There is no display to open a window on; `npm run tour` runs the main job without one.');
}
await ensureDependencies();
const [built, electron] = await Promise.all([ensureBuilt(), ensureElectron()]);
if (!built) stop('The build failed; the reason is above.');

let command = electron.binary;
let appArgs = [inProject()];
if (command) {
  if (process.platform === 'linux' && process.getuid() === 0) appArgs.push('--no-sandbox');
} else {
  say(`Electron is not available (${electron.reason}): opening the same build in Chromium.`);
  if (!(await ensureChromium())) stop(NO_BROWSER);
  command = node24();
  appArgs = [inProject('test', 'host', 'run.ts')];
}
const { code } = await run(command, [...appArgs, ...args], { show: true });
process.exitCode = code;
