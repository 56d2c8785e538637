/** `npm run pack:dir`, `npm run dist`: builds, and runs electron-builder with these arguments. Installs what both need first. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies, ensurePackTools } from './lib/dependencies.mjs';
import { node24, packTool, run } from './lib/project.mjs';

await ensureDependencies();
if (!(await ensurePackTools()) || !(await ensureBuilt())) process.exit(1);
const { code } = await run(node24(), [packTool('electron-builder', 'cli.js'), ...process.argv.slice(2)], {
  show: true,
});
process.exitCode = code;
