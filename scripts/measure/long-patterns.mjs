/**
 * Counts the regular expressions of more than 100 characters in a folder of main (src/main/doctor by default): those that exist after its
 * modules were loaded, so that assembled ones count, and the literals within functions. Prints each with its length; `--count` only the number.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { queryObjects } from 'node:v8';
import { parseAst } from 'vite';

const LONG = 100;
const [folder = 'src/main/doctor'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = globSync(`${folder}/**/*.ts`).toSorted();

/** The sources of all regular expressions that exist. */
const living = () =>
  new Set(queryObjects(RegExp, { format: 'summary' }).map((text) => text.replace(/^\/|\/[a-z]*$/g, '')));

// Electron is not there outside of the application; nothing of it is called while modules load.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export default new Proxy({},{get:()=>()=>({})});', shortCircuit: true }
      : next(specifier, context),
});

const codeOf = (file) => stripTypeScriptTypes(readFileSync(file, 'utf8'));

/** The literals in a syntax tree. */
function* literalsIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* literalsIn(one);
  else if (node !== null && typeof node === 'object') {
    if (node.type === 'Literal' && node.regex) yield node.regex.pattern;
    for (const one of Object.values(node)) if (one !== null && typeof one === 'object') yield* literalsIn(one);
  }
}

const importsOf = (file) =>
  [...codeOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, path]) => new URL(path, pathToFileURL(resolve(file))).href);
const ours = new Set(files.map((file) => pathToFileURL(resolve(file)).href));
const load = async (url) => {
  try {
    await import(url);
  } catch (error) {
    console.error(`${url}: ${error.message}`);
  }
};

for (const url of new Set(files.flatMap(importsOf))) if (!ours.has(url)) await load(url);
const before = living();
for (const url of ours) await load(url);
const patterns = new Set([...living()].filter((source) => !before.has(source)));
for (const file of files) for (const source of literalsIn(parseAst(codeOf(file)))) patterns.add(source);

const long = [...patterns].filter((source) => source.length > LONG).sort((one, other) => other.length - one.length);
if (!process.argv.includes('--count'))
  for (const source of long) console.log(`${source.length}  ${source.slice(0, 120)}`);
console.log(`${long.length} patterns of more than ${LONG} characters in ${folder}`);
