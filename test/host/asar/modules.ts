/** Loads modules from an archive: Node's own loader asks the system, which sees one file. */
import { isBuiltin, type RegisterHooksOptions } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotModelled } from '../not-modelled.ts';
import { type ArchivePath, archivePath, findEntry, readEntry } from './archive.ts';

const FORMATS: Readonly<Record<string, string>> = { '.mjs': 'module', '.cjs': 'commonjs', '.json': 'json' };

/** The format of a script by its name, or by the type of the package that it is in. */
function formatOf(at: ArchivePath): string {
  const known = FORMATS[extname(at.inside)];
  if (known !== undefined) return known;
  if (extname(at.inside) !== '.js') throw new NotModelled(`a module ${at.inside} in an archive`);
  for (let folder = dirname(at.inside); ; folder = dirname(folder)) {
    const about = { ...at, inside: join(folder, 'package.json') };
    if (findEntry(about)) {
      const { type } = JSON.parse(readEntry(about).toString()) as { type?: string };
      return type === 'module' ? 'module' : 'commonjs';
    }
    if (folder === '.') return 'commonjs';
  }
}

const isPath = (specifier: string): boolean => /^(\.{0,2}\/|file:)/.test(specifier);
const inArchive = (url: string | undefined): ArchivePath | null =>
  url?.startsWith('file:') ? archivePath(fileURLToPath(url)) : null;

export const archiveHooks: RegisterHooksOptions = {
  resolve(specifier, context, next) {
    const importer = inArchive(context.parentURL);
    if (!isPath(specifier)) {
      if (importer && !isBuiltin(specifier))
        throw new NotModelled(`the package ${specifier} for ${importer.inside} in an archive`);
      return next(specifier, context);
    }
    const url = URL.parse(specifier, context.parentURL);
    const at = url && inArchive(url.href);
    if (!at) return next(specifier, context);
    const entry = findEntry(at);
    if (!entry || entry.files) {
      const code = entry ? 'ERR_UNSUPPORTED_DIR_IMPORT' : 'ERR_MODULE_NOT_FOUND';
      throw Object.assign(new Error(`Cannot find module '${fileURLToPath(url)}' imported from ${context.parentURL}`), {
        code,
      });
    }
    return { url: url.href, format: formatOf(at), shortCircuit: true };
  },
  load(url, context, next) {
    const at = inArchive(url);
    return at
      ? { format: context.format ?? formatOf(at), source: readEntry(at), shortCircuit: true }
      : next(url, context);
  },
};
