/** `npm run ui-icons`: writes the icons that the renderer imports to src/renderer/ui/icons.ts, which is committed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inProject, say } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const RENDERER = inProject('src', 'renderer');
const FILE = join(RENDERER, 'ui', 'icons.ts');
const HEADER = `/** Icons from Tabler Icons (MIT, © Paweł Kuna). \`npm run ui-icons\` writes this file with the icons that the renderer imports, by Tabler's names. */
`;

/** The name of an icon’s component: IconArrowUp for arrow-up. */
const componentName = (name) =>
  `Icon${name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/** The names of the icons that the renderer's files import, in order. */
function importedIcons() {
  const found = new Set();
  for (const path of readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(RENDERER, path), 'utf8');
    for (const [, list] of text.matchAll(/import (?:type )?\{([^}]*)\} from '[./a-z-]*\/icons\.ts'/g))
      for (const icon of list.match(/\bIcon\w+/g) ?? []) found.add(icon);
  }
  return [...found].sort();
}

/** Path data of an icon, as one path. Throws when it has other shapes than paths. */
function pathOf(name, body) {
  const left = body.replaceAll(/<\/?g[^>]*>|<path[^>]*\/>/g, '');
  if (left !== '' || /opacity|stroke="none"/.test(body)) throw new Error(`${name} is not made of paths alone.`);
  const parts = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  // A relative move counts from the origin at the beginning of a path only.
  return parts.map((part, at) => (at > 0 && part.startsWith('m') ? `M0 0${part}` : part)).join('');
}

/** The text of the file for the present imports. Throws when Tabler has no icon of an imported name. */
export function iconFile() {
  const { icons, aliases } = require('@iconify-json/tabler/icons.json');
  const byComponent = new Map(Object.keys(icons).map((name) => [componentName(name), icons[name].body]));
  for (const [name, { parent }] of Object.entries(aliases)) byComponent.set(componentName(name), icons[parent].body);
  const line = (name) => {
    const body = byComponent.get(name);
    if (body === undefined) throw new Error(`Tabler has no icon for ${name}.`);
    const kind = body.includes('stroke=') ? 'outlined' : 'filled';
    const path = `'${pathOf(name, body)}'`;
    const text = `export const ${name} = ${kind}(${path});`;
    // As the formatter breaks it.
    return text.length <= 120 ? text : `export const ${name} = ${kind}(\n  ${path},\n);`;
  };
  const lines = importedIcons().map(line).join('\n');
  return { path: FILE, text: `${HEADER}import { filled, outlined } from './icon.ts';\n\n${lines}\n` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, text } = iconFile();
  writeFileSync(path, text);
  say(`${path} is written.`);
}
