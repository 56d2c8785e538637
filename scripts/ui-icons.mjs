/** `npm run ui-icons`: writes the icons that the renderer imports, in two files of src/renderer/ui. They are committed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inProject, say } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const RENDERER = inProject('src', 'renderer');
/** The two files, each with the first sentence of its comment. */
const ABOUT = {
  'first-icons.ts': 'Icons of the first file that the window loads.',
  'icons.ts': 'Icons of what is loaded after the first file.',
};
const header = (name) => `/**
 * ${ABOUT[name]} They are from Tabler Icons (MIT, © Paweł Kuna). \`npm run ui-icons\` writes this file: it
 * adds what the renderer imports from here by a name of Tabler, such as IconArrowUp, and removes the rest.
 */
`;

/** The name of an icon’s component: IconArrowUp for arrow-up. */
const componentName = (name) =>
  `Icon${name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/** What the renderer's files import from the two files: the name of the file by that of the icon. Throws when both have an icon. */
function importedIcons() {
  const found = new Map();
  for (const path of readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(RENDERER, path), 'utf8');
    for (const [, list, file] of text.matchAll(
      /import (?:type )?\{([^}]*)\} from '[./a-z-]*\/((?:first-)?icons\.ts)'/g,
    ))
      for (const icon of list.match(/\bIcon\w+/g) ?? []) {
        if ((found.get(icon) ?? file) !== file) throw new Error(`Import ${icon} from first-icons.ts everywhere.`);
        found.set(icon, file);
      }
  }
  return found;
}

/** Path data of an icon. Throws when it has other shapes than paths. */
function pathsOf(name, body) {
  const left = body.replaceAll(/<\/?g[^>]*>|<path[^>]*\/>/g, '');
  if (left !== '' || /opacity|stroke="none"/.test(body)) throw new Error(`${name} is not made of paths alone.`);
  return [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
}

/** The texts of the two files for the present imports, by their paths. Throws when Tabler has no icon of an imported name. */
export function iconFiles() {
  const { icons, aliases } = require('@iconify-json/tabler/icons.json');
  const byComponent = new Map(Object.keys(icons).map((name) => [componentName(name), icons[name].body]));
  for (const [name, { parent }] of Object.entries(aliases)) byComponent.set(componentName(name), icons[parent].body);
  const line = (name) => {
    const body = byComponent.get(name);
    if (body === undefined) throw new Error(`Tabler has no icon for ${name}.`);
    const kind = body.includes('stroke=') ? 'outlined' : 'filled';
    const paths = pathsOf(name, body).map((path) => `'${path}'`);
    const text = `export const ${name} = ${kind}(${paths.join(', ')});`;
    // As the formatter breaks it.
    return text.length <= 120
      ? text
      : `export const ${name} = ${kind}(\n${paths.map((path) => `  ${path},\n`).join('')});`;
  };
  const imported = importedIcons();
  return Object.keys(ABOUT).map((file) => {
    const names = [...imported.keys()].filter((name) => imported.get(name) === file).sort();
    const lines = names.map(line).join('\n');
    const kinds = ['filled', 'outlined'].filter((kind) => lines.includes(`${kind}(`));
    const text = `${header(file)}import { ${kinds.join(', ')} } from './icon.ts';\n\n${lines}\n`;
    return { path: join(RENDERER, 'ui', file), text };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of iconFiles()) {
    writeFileSync(path, text);
    say(`${path} is written.`);
  }
}
