/** `npm run pack:prove`: builds, and proves the installers over stand-ins of Electron's runtimes. Installs what both need first. */
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies, ensurePackTools } from './lib/dependencies.mjs';
import { inProject, node24, run, takeNoArguments } from './lib/project.mjs';

takeNoArguments(
  'pack:prove',
  'makes the installers that this machine can make, over stand-ins of Electron’s runtimes, and checks them.',
);
await ensureDependencies();
if (!(await ensurePackTools()) || !(await ensureBuilt())) process.exit(1);
const { code } = await run(node24(), ['--no-warnings', inProject('tools', 'pack', 'prove.ts')], { show: true });
process.exitCode = code;
