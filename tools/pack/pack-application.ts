/** Packs the built application into an archive, with what an installer has in it and without electron-builder's time. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import { readOwner } from '../../scripts/lib/owner.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));

export const packFolder = createPackage;

/** The patterns of `files` in electron-builder.yml. */
function patterns(): string[] {
  const lines = readFileSync(join(project, 'electron-builder.yml'), 'utf8').split('\n');
  const list = lines.slice(lines.indexOf('files:') + 1);
  const end = list.findIndex((line) => !line.startsWith('  - '));
  return list.slice(0, end).map((line) => line.slice(4).replaceAll('"', ''));
}

/** What electron-builder leaves of package.json, with its `extraMetadata`. */
function aboutPackage(version: string | undefined): object {
  const about = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { scripts: _scripts, devDependencies: _tools, ...kept } = about;
  const { homepage, author } = readOwner();
  return { ...kept, homepage, author, optionalDependencies: null, ...(version && { version }) };
}

/**
 * Writes `resources/app.asar` in the folder, as an installed application of this or another version has it, and returns its path. Needs the bundles
 * in `out`.
 */
export async function packApplication(folder: string, version?: string): Promise<string> {
  const staged = join(folder, 'app');
  const wanted = patterns();
  const exclude = wanted.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const included = wanted.filter((pattern) => !pattern.startsWith('!'));
  for (const entry of globSync(included, { cwd: project, exclude, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    cpSync(file, join(staged, file.slice(project.length)));
  }
  writeFileSync(join(staged, 'package.json'), JSON.stringify(aboutPackage(version), null, 2));
  const archive = join(folder, 'resources', 'app.asar');
  mkdirSync(dirname(archive), { recursive: true });
  await createPackage(staged, archive);
  return archive;
}
