/** The stylesheet names the styles of each Mantine component in use, and of what these are made of. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const core = resolve('node_modules/@mantine/core');
const esm = join(core, 'esm');
const read = (file: string): string => readFileSync(file, 'utf8');

/** Names in `import { A, type B, C as D } from 'from'` of a text. */
function* imported(text: string, from: RegExp): Generator<{ name: string; file: string }> {
  for (const [, names = '', file = ''] of text.matchAll(/import\s+\{([^}]*)\}\s+from\s+['"]([^'"]+)['"]/g)) {
    if (!from.test(file)) continue;
    for (const name of names.split(',')) yield { name: (name.trim().split(/\s+as\s+/)[0] ?? '').trim(), file };
  }
}

/** The file of each name that the package exports. */
const homes = new Map<string, string>();
for (const { name, file } of imported(read(join(esm, 'index.mjs')), /^\./)) homes.set(name, resolve(esm, file));

const sources = [
  ...globSync('src/renderer/**/*.{ts,tsx}'),
  ...globSync('node_modules/@mantine/{notifications,spotlight,dates}/esm/**/*.mjs'),
];

/** Components whose styles a module needs: it and all modules that it imports. */
function stylesOf(entries: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const styles = /^(\w+)\.module\.mjs$/.exec(basename(file))?.[1];
    if (styles) found.add(styles);
    for (const [, inner = ''] of read(file).matchAll(/(?:import|export)[^"']*from ["'](\.[^"']+)["']/g)) {
      open.push(resolve(dirname(file), inner));
    }
  }
  return found;
}

const used = new Set(['MantineProvider']);
for (const file of sources) for (const { name } of imported(read(file), /^@mantine\/core$/)) used.add(name);
const entries = [...used].flatMap((name) => homes.get(name) ?? []);
const needed = [...stylesOf(entries)].filter((name) => existsSync(join(core, 'styles', `${name}.css`)));
const named = [...read('src/renderer/app/mantine.css').matchAll(/styles\/([\w-]+)\.css['"]/g)].map(([, name]) => name);

describe('the styles of Mantine', () => {
  it('are named for each component in use', () => {
    expect(entries.length).toBeGreaterThan(40);
    expect(needed.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('begin with its variables and are in the order of the complete stylesheet', () => {
    const complete = read(join(core, 'styles.css'));
    const places = named.map((name) =>
      complete.indexOf(
        read(join(core, 'styles', `${name}.css`))
          .trim()
          .slice(0, 120),
      ),
    );
    expect(named.slice(0, 3)).toEqual(['baseline', 'default-css-variables', 'global']);
    expect(places).toEqual(places.toSorted((one, two) => one - two));
    expect(places).not.toContain(-1);
  });
});
