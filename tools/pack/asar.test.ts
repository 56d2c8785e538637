/** Electron's file system for archives: what is read, what is refused, and modules and workers that load from an archive. */
import { execFile } from 'node:child_process';
import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrapFileSystem } from '../../test/host/asar/file-system.ts';
import { makeTempFolder, removeTempFolder } from '../../test/support/temp-folder.ts';

const run = promisify(execFile);
const install = new URL('../../test/host/asar/install.ts', import.meta.url).href;
/** The functions of Node, wrapped without those of this process. */
const wrapped = { ...fs, promises: { ...fs.promises } } as typeof fs;
let folder: string;
let archive: string;
const at = (inside: string): string => join(archive, inside);

const FILES = {
  'package.json': '{ "type": "module", "name": "packed" }',
  'empty.txt': '',
  'out/main.js': `import { word } from './chunks/word.js';
    import { Worker } from 'node:worker_threads';
    const worker = new Worker(new URL('./worker.js', import.meta.url), { name: 'w' });
    worker.on('message', (text) => console.log(word, text));`,
  'out/worker.js': `import { readFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    import { word } from './chunks/word.js';
    import legacy from './legacy.cjs';
    parentPort.postMessage([word, legacy, readFileSync(new URL('../package.json', import.meta.url), 'utf8').length].join(' '));`,
  'out/chunks/word.js': `export const word = 'packed';`,
  'out/legacy.cjs': `module.exports = require('./chunks/data.json').name;`,
  'out/foreign.js': `import 'vite';`,
  'out/chunks/data.json': '{ "name": "legacy" }',
};

beforeAll(async () => {
  folder = makeTempFolder();
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, 'app', file, '..'), { recursive: true });
    writeFileSync(join(folder, 'app', file), text);
  }
  archive = join(folder, 'resources', 'app.asar');
  mkdirSync(join(folder, 'resources'));
  await createPackage(join(folder, 'app'), archive);
  wrapFileSystem(wrapped);
});
afterAll(() => removeTempFolder(folder));

/** The answer of each form of a function: synchronous, with a callback, as a promise. */
async function everyForm(name: string, ...args: unknown[]): Promise<unknown[]> {
  type Call = (...given: unknown[]) => unknown;
  const functions = wrapped as unknown as Record<string, Call>;
  const promised = wrapped.promises as unknown as Record<string, Call>;
  const settled = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  return Promise.all([
    settled((async () => functions[`${name}Sync`]?.(...args))()),
    settled((promisify(functions[name] as Call) as Call)(...args) as Promise<unknown>),
    settled((async () => promised[name]?.(...args))()),
  ]);
}

describe('reads as from a folder', () => {
  test.each<[name: string, inside: string, options: unknown, expected: unknown]>([
    ['readFile', 'out/chunks/word.js', 'utf8', FILES['out/chunks/word.js']],
    ['readFile', 'out/../out/chunks/word.js', { encoding: 'utf8' }, FILES['out/chunks/word.js']],
    ['readFile', 'empty.txt', 'utf8', ''],
    ['readdir', '', {}, ['empty.txt', 'out', 'package.json']],
    ['readdir', 'out/chunks', {}, ['data.json', 'word.js']],
    ['access', 'out', 0, undefined],
  ])('%s of %j', async (name, inside, options, expected) => {
    for (const answer of await everyForm(name, at(inside), options)) {
      expect(Array.isArray(answer) ? answer.toSorted() : answer).toEqual(expected);
    }
  });

  test('bytes, and a path that is an address', async () => {
    for (const answer of await everyForm('readFile', pathToFileURL(at('package.json')), undefined)) {
      expect(answer).toEqual(Buffer.from(FILES['package.json']));
    }
  });

  test('what kind a file is', async () => {
    for (const stats of (await everyForm('stat', at('out/main.js'), {})) as fs.Stats[]) {
      expect([stats.isFile(), stats.isDirectory(), stats.size]).toEqual([true, false, FILES['out/main.js'].length]);
      expect(stats.mtime).toBeInstanceOf(Date);
    }
    for (const stats of (await everyForm('lstat', archive, {})) as fs.Stats[]) expect(stats.isDirectory()).toBe(true);
  });

  test('whether a file exists', () => {
    expect([archive, at('out'), at('out/main.js'), at('missing'), at('out/main.js/x')].map(wrapped.existsSync)).toEqual(
      [true, true, true, false, false],
    );
    expect(wrapped.statSync(at('missing'), { throwIfNoEntry: false })).toBeUndefined();
    expect(wrapped.existsSync(join(folder, 'no.asar', 'x'))).toBe(false);
  });

  test('a folder whose name ends in .asar as a folder', () => {
    mkdirSync(join(folder, 'folder.asar'));
    writeFileSync(join(folder, 'folder.asar', 'a'), 'b');
    expect(wrapped.readFileSync(join(folder, 'folder.asar', 'a'), 'utf8')).toBe('b');
  });
});

describe('refuses', () => {
  test.each<[name: string, inside: string, argument: unknown, code: string]>([
    ['readFile', 'missing', undefined, 'ENOENT'],
    ['stat', 'missing', {}, 'ENOENT'],
    ['readdir', 'missing', {}, 'ENOENT'],
    ['access', 'missing', 0, 'ENOENT'],
    ['access', 'package.json', fs.constants.W_OK, 'EACCES'],
    ['writeFile', 'package.json', 'changed', 'EACCES'],
    ['writeFile', 'new.json', 'new', 'ENOENT'],
    ['appendFile', 'package.json', 'more', 'EACCES'],
    ['open', 'package.json', 'r+', 'EACCES'],
    ['open', 'new.json', 'w', 'ENOENT'],
    ['mkdir', 'folder', {}, 'ENOTDIR'],
    ['rm', 'package.json', {}, 'ENOTDIR'],
    ['rename', 'package.json', '/tmp/x', 'ENOTDIR'],
  ])('%s of %j', async (name, inside, argument, code) => {
    const before = readFileSync(archive);
    for (const error of await everyForm(name, at(inside), argument)) expect(error).toMatchObject({ code });
    expect(readFileSync(archive).equals(before)).toBe(true);
  });

  test.each<[name: string, call: () => unknown]>([
    ['fs.createReadStream', () => wrapped.createReadStream(at('package.json'))],
    ['fs.opendirSync', () => wrapped.opendirSync(archive)],
    ['fs.copyFileSync', () => wrapped.copyFileSync(at('package.json'), join(folder, 'copy'))],
    ['fs.copyFileSync', () => wrapped.copyFileSync(join(folder, 'app/package.json'), at('copy'))],
    ['fs.watch', () => wrapped.watch(archive)],
    ['a file descriptor', () => wrapped.openSync(at('package.json'), 'r')],
    ['the option recursive', () => wrapped.readdirSync(archive, { recursive: true })],
    ['the option withFileTypes', () => wrapped.readdirSync(archive, { withFileTypes: true })],
    ['the option bigint', () => wrapped.statSync(archive, { bigint: true })],
  ])('%s by name', (name, call) => {
    expect(call).toThrow(new RegExp(`does not model ${name.replace('.', '\\.')}`));
  });

  test('nothing outside', () => {
    const log = join(folder, 'log');
    wrapped.writeFileSync(log, `read ${at('package.json')}`);
    expect(wrapped.readFileSync(log, 'utf8')).toContain('app.asar');
  });
});

/** Runs the script in a process that reads archives. */
const start = (script: string): Promise<{ stdout: string }> =>
  run(process.execPath, ['--no-warnings', '--import', install, '--input-type=module', '-e', script]);
const importOf = (file: string): string => `import(${JSON.stringify(pathToFileURL(file).href)})`;

describe('a process', () => {
  test('loads modules and a worker from the archive, with the type of its package.json', async () => {
    const { stdout } = await start(`await ${importOf(at('out/main.js'))}`);
    expect(stdout).toBe(`packed packed legacy ${FILES['package.json'].length}\n`);
  });

  test('loads neither a missing module, nor a package, a program or a native module', async () => {
    const attempts: [script: string, error: string][] = [
      [importOf(at('out/missing.js')), 'Cannot find module'],
      [importOf(at('out')), 'Cannot find module'],
      [importOf(at('out/foreign.js')), 'does not model the package vite'],
      [`childProcess.spawn(${JSON.stringify(at('out/main.js'))})`, 'does not model child_process.spawn'],
      [`process.dlopen({ exports: {} }, ${JSON.stringify(at('out/a.node'))})`, 'does not model process.dlopen'],
    ];
    const calls = attempts.map(([script]) => `async () => ${script}`).join(', ');
    const { stdout } = await start(`import childProcess from 'node:child_process';
      for (const call of [${calls}]) console.log(await call().then(() => 'done', (error) => error.message));`);
    const printed = stdout.split('\n');
    for (const [index, [, error]] of attempts.entries()) expect(printed[index]).toContain(error);
  });

  test('ends when the bytes of a file are not those of the header', async () => {
    const changed = join(folder, 'resources', 'changed.asar');
    const bytes = readFileSync(archive);
    bytes.write('PACKED', bytes.indexOf("word = 'packed'") + 8);
    writeFileSync(changed, bytes);
    await expect(start(`await ${importOf(join(changed, 'out/main.js'))}`)).rejects.toThrow('ASAR Integrity Violation');
  });
});
