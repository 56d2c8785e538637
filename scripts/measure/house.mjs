/**
 * `node scripts/measure/house.mjs [--install] [--search] [folder or commit …]`: counts what a checkout of this project consists of, one column
 * for each folder or commit (by default this one). Prints a Markdown table, then what the contract and the window offer that not every column
 * has. `--install` also measures the seconds of `npm ci`. `--search` counts the files that a warm search runs through in this folder.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize, posix, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../lib/project.mjs';

/** The files below a folder, without what is installed or built. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'out', 'test-results'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const read = (file) => readFileSync(file, 'utf8');
const linesOf = (files) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const isCode = (file) => /\.tsx?$/.test(file);

/** The relative imports of a file, types included, as paths from the root of the checkout. */
function importsOf(root, file) {
  const specifiers = read(join(root, file)).matchAll(/(?:from\s+|import\()'(\.[^']+)'/g);
  return [...specifiers].map(([, path]) => normalize(join(posix.dirname(file), path)));
}

/** Files that import each other, directly or over others, by the algorithm of Tarjan. */
function circlesIn(root, files) {
  const known = new Set(files);
  const [indexes, lows, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    indexes.set(file, indexes.size);
    lows.set(file, indexes.get(file));
    stack.push(file);
    for (const next of importsOf(root, file).filter((path) => known.has(path))) {
      if (!indexes.has(next)) visit(next);
      if (stack.includes(next)) lows.set(file, Math.min(lows.get(file), lows.get(next)));
    }
    if (lows.get(file) !== indexes.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of files) if (!indexes.has(file)) visit(file);
  return circles;
}

/** The operations and events of the contract by their declarations: `area.name`. */
function operationsOf(root) {
  const folder = join(root, 'src/shared/contract');
  return filesBelow(folder).flatMap((file) => {
    const area = posix.basename(file, '.ts');
    if (['index', 'define', 'channels'].includes(area)) return [];
    return [...read(file).matchAll(/^ {2}(\w+): (?:query|mutation|event)\(/gm)].map(([, name]) => `${area}.${name}`);
  });
}

const pagesOf = (root) =>
  [...read(join(root, 'src/renderer/app/router.tsx')).matchAll(/path: '([^']+)'|\bpage\(\s*'([\w/]+)'/g)].map(
    ([, path, name]) => path ?? `/${name}`,
  );

/** Citations of documents that the checkout does not contain. */
const absentCitations = (files) =>
  files.reduce((sum, file) => sum + [...read(file).matchAll(/\b(?:spec|domain)\.md\b/g)].length, 0);

/** The output of one of these scripts. */
const outputOf = (script, ...args) =>
  execFileSync(process.execPath, ['--no-warnings', inProject('scripts', 'measure', script), ...args], {
    encoding: 'utf8',
  });

const longestFunction = (root) =>
  Number.parseInt(outputOf('longest-functions.mjs', relative(inProject(), resolve(root, 'src')), '1'), 10);

/** Installs the packages of the root lock into a new folder; returns the seconds. */
function secondsOfInstall(root) {
  const folder = join(scratch, 'install', String(installs++));
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file));
  const began = Date.now();
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  return Math.round((Date.now() - began) / 1_000);
}

function measure(root) {
  const all = filesBelow(join(root, 'src'));
  const code = all.filter(isCode);
  const test = filesBelow(join(root, 'test')).filter(isCode);
  const relatives = code.map((file) => relative(root, file).replaceAll('\\', '/'));
  return {
    rows: {
      'lines of ts and tsx in src': linesOf(code),
      'lines of ts and tsx in test': linesOf(test),
      'lines of css in src': linesOf(all.filter((file) => file.endsWith('.css'))),
      'files of ts and tsx in src': code.length,
      'files of ts and tsx in test': test.length,
      'operations and events of the contract': operationsOf(root).length,
      pages: pagesOf(root).length,
      'lines of the longest function': longestFunction(root),
      'circles of imports, types included': circlesIn(root, relatives).length,
      'citations of absent files': absentCitations([...all, ...filesBelow(join(root, 'docs')), ...test]),
      'packages in the root lock': Object.keys(JSON.parse(read(join(root, 'package-lock.json'))).packages).length - 1,
      ...(values.install && { 'seconds of npm ci': secondsOfInstall(root) }),
    },
    offers: new Set([...operationsOf(root), ...pagesOf(root)]),
  };
}

/** The folder with the files of a column: the named one, or a new one with the files of a commit. */
function folderOf(name) {
  if (existsSync(name)) return name;
  const folder = join(scratch, 'commits', name);
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', name], { cwd: inProject(), maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}

const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean' }, search: { type: 'boolean' } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : ['.'];
const scratch = mkdtempSync(join(tmpdir(), 'house-'));
let installs = 0;
try {
  print(
    names,
    names.map((name) => measure(folderOf(name))),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (values.search) console.log(outputOf('search-files.mjs').trim().split('\n').at(-1));

function print(roots, measured) {
  console.log(`| | ${roots.join(' | ')} |\n| --- |${' ---: |'.repeat(roots.length)}`);
  for (const row of Object.keys(measured[0].rows))
    console.log(`| ${row} | ${measured.map(({ rows }) => rows[row].toLocaleString('en')).join(' | ')} |`);
  const every = new Set(measured.flatMap(({ offers }) => [...offers]));
  for (const offer of [...every].sort()) {
    const where = roots.filter((_, index) => measured[index].offers.has(offer));
    if (where.length < roots.length) console.log(`only in ${where.join(', ')}: ${offer}`);
  }
}
