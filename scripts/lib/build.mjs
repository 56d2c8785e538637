/** Builds the bundles in out/ unless they were made from the present sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, node24, run, say } from './project.mjs';

const SOURCES = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'scripts/lib/notices.mjs',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const BUNDLES = ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'notices.json'];
const stamp = inProject('out', '.made-from');

/** One hash over the names and contents of all sources. */
function sourceHash() {
  const hash = createHash('sha256');
  const addFile = (path) => {
    const full = inProject(path);
    if (!existsSync(full)) return;
    hash.update(`${path}\0`).update(readFileSync(full));
  };
  for (const source of SOURCES) {
    if (!existsSync(inProject(source))) continue;
    if (statSync(inProject(source)).isFile()) {
      addFile(source);
      continue;
    }
    const files = readdirSync(inProject(source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(inProject().length));
    for (const file of files.sort()) addFile(file);
  }
  return hash.digest('hex');
}

const isBuilt = (hash) =>
  BUNDLES.every((file) => existsSync(inProject('out', file))) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === hash;

/** Returns false, after writing the builder's output to stderr, when the build failed. */
export async function ensureBuilt() {
  const hash = sourceHash();
  if (isBuilt(hash)) return true;
  say('Building …');
  const builder = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { code, output } = await run(node24(), [builder, 'build']);
  if (code !== 0) {
    process.stderr.write(output);
    return false;
  }
  writeFileSync(stamp, hash);
  return true;
}
