/** `npm run ui-icons`: writes src/renderer/ui/icons.ts, the icons that the renderer imports from it. The result is committed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inProject, say } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const RENDERER = inProject('src', 'renderer');
export const ICONS_FILE = join(RENDERER, 'ui', 'icons.ts');
const HEADER = `/**
 * The icons of the interface, from Tabler Icons (MIT, © Paweł Kuna). \`npm run ui-icons\` writes this file: it adds what the renderer
 * imports from here by a name of Tabler, such as IconArrowUp, and removes the rest.
 */
import { filled, outlined } from './icon.ts';
`;

/** IconArrowUp for arrow-up. */
const componentName = (name) =>
  `Icon${name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/** Sorted names of what the renderer's files import from icons.ts. */
function importedNames() {
  const names = new Set();
  for (const file of readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(RENDERER, file), 'utf8');
    for (const [, list] of text.matchAll(/import (?:type )?\{([^}]*)\} from '[./a-z-]*\/icons\.ts'/g))
      for (const name of list.match(/\bIcon\w+/g) ?? []) names.add(name);
  }
  return [...names].sort();
}

/** Path data of an icon made of paths alone, which all its icons in use are. */
function pathsOf(name, body) {
  const left = body.replaceAll(/<\/?g[^>]*>|<path[^>]*\/>/g, '');
  if (left !== '' || /opacity|stroke="none"/.test(body)) throw new Error(`${name} is not made of paths alone.`);
  return [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
}

/** The text of icons.ts for the present imports. Throws when Tabler has no icon of an imported name. */
export function iconsText() {
  const { icons, aliases } = require('@iconify-json/tabler/icons.json');
  const byComponent = new Map(Object.keys(icons).map((name) => [componentName(name), icons[name].body]));
  for (const [name, { parent }] of Object.entries(aliases)) byComponent.set(componentName(name), icons[parent].body);
  const lines = importedNames().map((name) => {
    const body = byComponent.get(name);
    if (body === undefined) throw new Error(`Tabler has no icon for ${name}.`);
    const kind = body.includes('stroke=') ? 'outlined' : 'filled';
    const paths = pathsOf(name, body).map((path) => `'${path}'`);
    const line = `export const ${name} = ${kind}(${paths.join(', ')});`;
    // As the formatter breaks it.
    return line.length <= 120
      ? line
      : `export const ${name} = ${kind}(\n${paths.map((path) => `  ${path},\n`).join('')});`;
  });
  return `${HEADER}\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(ICONS_FILE, iconsText());
  say(`${ICONS_FILE} is written.`);
}
