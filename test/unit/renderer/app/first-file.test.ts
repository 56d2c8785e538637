import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** What the first picture does not show is loaded later, when the browser is idle or a person opens it. */
const MAX_SOURCE_CHARACTERS = 212_500;
/** Comments, which the build removes. */
const COMMENTS = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm;
/** Drawings of a library, which are not counted, as libraries are not. */
const ICONS = 'src/renderer/ui/icons.ts';
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s+)?'([^']+)';/gm;

/** What the file and all that it imports statically import: files, and the specifiers of libraries, each with the importing file. */
function importsOf(entry: string): { files: Set<string>; libraries: Map<string, string> } {
  const found = new Map<string, string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (!specifier.startsWith('.')) found.set(specifier, file);
      else if (/\.tsx?$/.test(specifier)) seen.add(join(dirname(file), specifier));
    }
  }
  return { files: seen, libraries: found };
}

it('the window’s first file contains no schema library', () => {
  const { libraries } = importsOf('src/renderer/main.tsx');
  expect([...libraries.keys()]).toContain('@mantine/core');
  expect(libraries.get('zod')).toBeUndefined();
});

it.each(['Drawer', 'Menu', 'Modal', 'Popover', 'ScrollArea', 'Tooltip'])(
  'the window’s first file does not contain %s of the component library',
  (name) => {
    const { files } = importsOf('src/renderer/main.tsx');
    const imported = [...files].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '@mantine\/core';/gm)].flatMap(
        ([, names = '']) => names.split(',').map((one) => one.trim()),
      ),
    );
    expect(imported).toContain('Button');
    expect(imported).not.toContain(name);
  },
);

it.each([
  'actions/copy-button.tsx',
  'app/access-details.tsx',
  'app/connection-menu.tsx',
  'app/icon-tooltip.tsx',
  'app/notices.tsx',
  'app/search-box.tsx',
  'app/shortcut-help.tsx',
  'app/support-bar.tsx',
  'features/listings/drawer/listing-drawer.tsx',
  'features/listings/gallery/listing-gallery.tsx',
  'features/listings/table/column-menu.tsx',
  'features/listings/table/export-menu.tsx',
  'actions/filter-menu/filter-menu.tsx',
  'features/listings/table/view-menu.tsx',
  'features/overview/overview-page.tsx',
  'ui/button-popover.tsx',
])('the window’s first file does not contain %s, which the first picture does not show', (name) => {
  const { files } = importsOf('src/renderer/main.tsx');
  expect(files).toContain('src/renderer/features/listings/listings-page.tsx');
  expect(files).not.toContain(`src/renderer/${name}`);
  expect(readFileSync(`src/renderer/${name}`, 'utf8')).not.toBe('');
});

it('the source of the window’s first file stays small', () => {
  const { files } = importsOf('src/renderer/main.tsx');
  expect(files).toContain(ICONS);
  files.delete(ICONS);
  const code = [...files].map((file) => readFileSync(file, 'utf8').replace(COMMENTS, ''));
  expect(code.join('').length).toBeLessThan(MAX_SOURCE_CHARACTERS);
});
