import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s+)?'([^']+)';/gm;

/** The specifiers of libraries that the file and all that it imports statically name, each with the importing file. */
function librariesOf(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (!specifier.startsWith('.')) found.set(specifier, file);
      else if (/\.tsx?$/.test(specifier)) seen.add(join(dirname(file), specifier));
    }
  }
  return found;
}

it('the window’s first file contains no schema library', () => {
  const libraries = librariesOf('src/renderer/main.tsx');
  expect([...libraries.keys()]).toContain('@mantine/core');
  expect(libraries.get('zod')).toBeUndefined();
});
