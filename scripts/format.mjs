/** `npm run format`: formats every file and corrects what the linter can correct. */
import { ensureCheckTools, ensureDependencies } from './lib/dependencies.mjs';
import { checkTool, node24, run, takeNoArguments } from './lib/project.mjs';

takeNoArguments('format', 'formats every file and corrects what the linter can correct.');
await ensureDependencies();
if (!(await ensureCheckTools())) process.exit(1);
const { code } = await run(node24(), [checkTool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', '.'], {
  show: true,
});
process.exitCode = code;
