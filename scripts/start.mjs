/** `npm start`: installs, builds and opens the window, or takes the tour where there is no display. The application receives the arguments. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, say, stop } from './lib/project.mjs';
import { tour } from './tour.mjs';

const args = process.argv.slice(2);

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  say(
    'There is no display, so the main job runs without a window (npm run tour). For a window: xvfb-run npm start, or log in with ssh -X.',
  );
  await tour();
  process.exit();
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
