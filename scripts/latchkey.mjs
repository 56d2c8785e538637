#!/usr/bin/env node
/** `npx latchkey` in a clone: the command line, by the project's Node 24. The packaged application takes the same arguments. */
import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { hasNode24, inProject, isNode24, node24 } from './lib/project.mjs';

const args = process.argv.slice(2);
// Only the Doctor needs packages; a command for the running app needs Node 24.
if (args[0] === 'diagnose' || args.length === 0 || !hasNode24()) {
  const dependencies = new URL('./lib/dependencies.mjs', import.meta.url).href;
  const install = `const { ensureDependencies } = await import(${JSON.stringify(dependencies)}); await ensureDependencies();`;
  // The standard output is for the report alone.
  const installer = ['--input-type=module', '--eval', install];
  const { status } = spawnSync(process.execPath, installer, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(2);
}

// In the person's folder: the file is named from there.
const entry = inProject('src', 'main', 'command-line', 'main.ts');
if (isNode24) await import(pathToFileURL(entry).href);
else {
  const child = spawn(node24(), ['--no-warnings', entry, ...args], { stdio: 'inherit' });
  child.once('error', () => {
    process.exitCode = 2;
  });
  child.once('close', (code) => {
    process.exitCode = code ?? 2;
  });
}
