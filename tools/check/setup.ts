/** Installs the tools before their tests. */
import { createRequire } from 'node:module';

// Loaded by Node itself: a Vitest that ran a file of the project `node` first, which Vite does not transform, gives this module without its exports.
const { ensureCheckTools }: typeof import('../../scripts/lib/dependencies.mjs') = createRequire(import.meta.url)(
  '../../scripts/lib/dependencies.mjs',
);

export async function setup(): Promise<void> {
  if (!(await ensureCheckTools())) throw new Error('The tools of the check could not be installed.');
}
