/** `npm run format`: formats every file and corrects what the linter can correct. */
import { ensureCheckTools, ensureDependencies } from './lib/dependencies.mjs';
import { checkTool, node24, run, stop } from './lib/project.mjs';

await ensureDependencies();
if (!(await ensureCheckTools())) stop('The tools of the check could not be installed; the reason is above.');
const { code } = await run(node24(), [checkTool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', '.'], {
  show: true,
});
process.exitCode = code;
