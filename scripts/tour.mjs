/** `npm run tour`: runs the main job on the sandbox without a display, and writes a picture of every screen to out/tour. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, stop } from './lib/project.mjs';

await ensureDependencies();
if (!(await ensureBuilt())) stop('The build failed; the reason is above.');
if (!(await ensureChromium())) stop(NO_BROWSER);
const { code } = await run(node24(), [inProject('test', 'e2e', 'support', 'tour.ts'), ...process.argv.slice(2)], {
  show: true,
});
process.exitCode = code;
