/** `node scripts/check-docstrings.mjs`: exits with 1 when a docstring of src begins without a subject or a verb. */
import { globSync, readFileSync } from 'node:fs';
import { withoutSubject } from './lib/docstrings.mjs';
import { inProject, stop } from './lib/project.mjs';

const found = globSync('src/**/*.{ts,tsx}', { cwd: inProject() })
  .sort()
  .flatMap((file) =>
    withoutSubject(readFileSync(inProject(file), 'utf8')).map(({ line, beginning }) => `${file}:${line} ${beginning}`),
  );
if (found.length > 0) stop(`${found.length} docstrings begin without a subject or a verb:\n${found.join('\n')}`);
