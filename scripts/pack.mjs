/** `npm run pack:dir`, `npm run dist`: builds, and runs electron-builder with these arguments. Installs what both need first. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies, ensurePackTools } from './lib/dependencies.mjs';
import { node24, packTool, run } from './lib/project.mjs';
import { buildRelay } from './lib/relay.mjs';

await ensureDependencies();
if (!(await ensurePackTools()) || !(await ensureBuilt())) process.exit(1);
const missing = ['x64', 'arm64'].flatMap((arch) => buildRelay(undefined, arch) ?? []);
for (const reason of missing) process.stderr.write(`The command for PATH is not packed: ${reason}\n`);
if (missing.length > 0 && process.env.LATCHKEY_RELEASE) process.exit(1);
const { code } = await run(node24(), [packTool('electron-builder', 'cli.js'), ...process.argv.slice(2)], {
  show: true,
});
process.exitCode = code;
