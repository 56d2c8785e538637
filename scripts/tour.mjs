/** `npm run tour`: runs the main job on the sandbox without a display, and writes a picture of every screen to out/tour. */
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, say, stop } from './lib/project.mjs';

/** Installs and builds what the tour needs, and takes it. The last line is the folder of its pictures; the exit code is that of the tour. */
export async function tour(args = []) {
  await ensureDependencies();
  if (!(await ensureBuilt())) stop('The build failed; the reason is above.');
  if (!(await ensureChromium())) stop(NO_BROWSER);
  const { code } = await run(node24(), [inProject('test', 'e2e', 'support', 'tour.ts'), ...args], { show: true });
  process.exitCode = code;
  if (code === 0) say(inProject('out', 'tour'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await tour(process.argv.slice(2));
