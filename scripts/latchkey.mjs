#!/usr/bin/env node
/** `npx latchkey` in a clone: the command line, by the project's Node 24. The packaged application takes the same arguments. */
import { spawn, spawnSync } from 'node:child_process';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir, hasNode24, inProject, isNode24, node24 } from './lib/project.mjs';

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
// Loading the compiler of TypeScript would be half of a command's start. Not in the common temporary folder: other users write there.
const compiled = join(cacheDir, 'command-line');
if (isNode24) {
  module.enableCompileCache(compiled);
  await import(pathToFileURL(entry).href);
} else {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const child = spawn(node24(), ['--no-warnings', entry, ...args], { stdio: 'inherit', env });
  child.once('error', () => {
    process.exitCode = 2;
  });
  child.once('close', (code) => {
    process.exitCode = code ?? 2;
  });
}
