/** Installs the tools before their tests. */
import { ensureCheckTools } from '../../scripts/lib/dependencies.mjs';

export async function setup(): Promise<void> {
  if (!(await ensureCheckTools())) throw new Error('The tools of the check could not be installed.');
}
