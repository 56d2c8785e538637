/** A copy of the project in a temporary folder, so that no file of the work tree changes. */
import { chmodSync, cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'test-results', 'playwright-report', 'coverage']);

/** Returns the copy's folder. The installed packages are linked; the bundles in out/ are copied. */
export function copyProject(project: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-mutants-'));
  // A test runs the app as another user, who must reach it.
  chmodSync(copy, 0o755);
  const isCopied = (path: string): boolean => {
    const parts = relative(project, path).split(sep);
    const isReport =
      parts[0] === 'out' && parts.length > 1 && !['main', 'preload', 'renderer'].includes(parts[1] ?? '');
    return !isReport && !parts.some((part) => LEFT_OUT.has(part));
  };
  cpSync(project, copy, { recursive: true, filter: isCopied });
  for (const folder of ['.', 'tools/check', 'tools/pack', 'tools/bench']) {
    const packages = join(project, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(copy, folder, 'node_modules'), 'junction');
  }
  return copy;
}
