/**
 * Electron's file system for archives, after its `asar-fs-wrapper.ts`: `fs` reads inside an archive as in a folder, and refuses to write.
 * A function without a model throws its name when it gets a path in an archive.
 */
import type * as childProcess from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { NotModelled } from '../not-modelled.ts';
import { type ArchivePath, archiveError, archivePath, type Entry, entryAt, findEntry, readEntry } from './archive.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Functions = Record<string, AnyFunction>;
/** Answers for a path in an archive: takes what follows the path in the synchronous function. */
type Model = (at: ArchivePath, options: unknown) => unknown;

const { constants, Stats } = fs;
/** Every file of an archive seems to be from the start of the process. */
const started = Date.now();
let inodes = 0;

const optionOf = (options: unknown, name: string): unknown =>
  typeof options === 'object' && options !== null ? (options as Record<string, unknown>)[name] : undefined;
const encodingOf = (options: unknown): BufferEncoding | null =>
  ((typeof options === 'string' ? options : optionOf(options, 'encoding')) as BufferEncoding | undefined) ?? null;
const refuseOptions = (options: unknown, ...names: string[]): void => {
  for (const name of names)
    if (optionOf(options, name)) throw new NotModelled(`the option ${name} on a path in an archive`);
};

function statsOf({ files, size = 0 }: Entry): fs.Stats {
  inodes += 1;
  const mode = files ? constants.S_IFDIR | 0o755 : constants.S_IFREG | 0o644;
  const times = { atimeMs: started, mtimeMs: started, ctimeMs: started, birthtimeMs: started };
  const numbers = { dev: 1, mode, nlink: 1, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, rdev: 0 };
  const measures = { blksize: 4096, ino: inodes, size: files ? 0 : size, blocks: Math.ceil(size / 512) };
  return Object.assign(Object.create(Stats.prototype), numbers, measures, times);
}

const stat: Model = (at, options) => {
  refuseOptions(options, 'bigint');
  if (optionOf(options, 'throwIfNoEntry') === false && !findEntry(at)) return undefined;
  return statsOf(entryAt(at));
};

const readdir: Model = (at, options) => {
  refuseOptions(options, 'recursive', 'withFileTypes');
  const { files } = entryAt(at);
  if (!files) throw archiveError('ENOENT', at);
  return Object.keys(files);
};

const access: Model = (at, mode) => {
  entryAt(at);
  if (Number(mode ?? 0) & constants.W_OK) throw archiveError('EACCES', at);
};

/** Electron opens for writing first: a file that exists refuses, another one does not exist. */
const write: Model = (at) => {
  throw archiveError(entryAt(at).files ? 'EISDIR' : 'EACCES', at);
};

const open: Model = (at, flags) => {
  if (flags !== undefined && flags !== 'r' && flags !== constants.O_RDONLY) return write(at, undefined);
  entryAt(at);
  throw new NotModelled('a file descriptor of a file in an archive');
};

const MODELS: Readonly<Record<string, Model>> = {
  access,
  appendFile: write,
  lstat: stat,
  open,
  readdir,
  readFile: (at, options) => {
    const encoding = encodingOf(options);
    return encoding === null ? readEntry(at) : readEntry(at).toString(encoding);
  },
  realpath: (at) => {
    entryAt(at);
    return join(fs.realpathSync(at.archive), at.inside);
  },
  stat,
  writeFile: write,
};

/** Electron leaves these to the system, which refuses: an archive is no folder. */
const LEFT_TO_THE_SYSTEM = new Set(
  'chmod chown lchmod lchown link lutimes mkdir mkdtemp rename rm rmdir symlink truncate unlink utimes'.split(' '),
);
const SYNC = /Sync$/;
/** Their second argument is a path too. */
const TO_A_PATH = new Set(['cp', 'copyFile']);

/** A function that calls `instead` for a path in an archive and is the native one otherwise, with all its properties. */
const wrap = (native: AnyFunction, instead: (at: ArchivePath, args: unknown[]) => unknown, paths = 1): AnyFunction =>
  new Proxy(native, {
    apply(_target, self, args: unknown[]) {
      for (const arg of args.slice(0, paths)) {
        const at = archivePath(arg);
        if (at) return instead(at, args);
      }
      return Reflect.apply(native, self, args);
    },
  });

const unmodelled = (name: string, native: AnyFunction, paths = 1): AnyFunction =>
  wrap(
    native,
    ({ archive, inside }) => {
      throw new NotModelled(`${name} on ${inside} in ${archive}`);
    },
    paths,
  );

/** Calls back as Electron does: later, with the error or with the result. */
function answerCallback(model: Model, at: ArchivePath, args: unknown[]): void {
  const callback = args.at(-1) as (error: unknown, result?: unknown) => void;
  let answer: [error: unknown, result?: unknown];
  try {
    answer = [null, model(at, args.length > 2 ? args[1] : undefined)];
  } catch (error) {
    answer = [error];
  }
  process.nextTick(callback, ...answer);
}

/** Wraps the functions of `fs`, and of `fs.promises`. */
export function wrapFileSystem(target: typeof fs): void {
  const wrapAll = (functions: Functions, where: string): void => {
    for (const [name, native] of Object.entries(functions)) {
      const base = name.replace(SYNC, '');
      // Classes have no path, and what is left to the system needs no wrapper.
      if (typeof native !== 'function' || !/^[a-z]/.test(name) || LEFT_TO_THE_SYSTEM.has(base)) continue;
      const model = Object.hasOwn(MODELS, base) ? MODELS[base] : undefined;
      if (!model) functions[name] = unmodelled(`${where}.${name}`, native, TO_A_PATH.has(base) ? 2 : 1);
      else if (where === 'fs.promises') functions[name] = wrap(native, async (at, [, options]) => model(at, options));
      else if (SYNC.test(name)) functions[name] = wrap(native, (at, [, options]) => model(at, options));
      else functions[name] = wrap(native, (at, args) => answerCallback(model, at, args));
    }
  };
  const { existsSync } = target;
  wrapAll(target as unknown as Functions, 'fs');
  wrapAll(target.promises as unknown as Functions, 'fs.promises');
  target.existsSync = wrap(existsSync as AnyFunction, exists) as typeof existsSync;
}

function exists(at: ArchivePath): boolean {
  try {
    return findEntry(at) !== null;
  } catch (error) {
    if (error instanceof NotModelled) throw error;
    return false;
  }
}

/** Programs and native modules in an archive; Electron copies some of them out first. */
export function wrapPrograms(programs: typeof childProcess): void {
  const functions = programs as unknown as Functions;
  for (const name of ['execFile', 'execFileSync', 'fork', 'spawn', 'spawnSync']) {
    const native = functions[name];
    if (native) functions[name] = unmodelled(`child_process.${name}`, native);
  }
  const { dlopen } = process;
  process.dlopen = unmodelled('process.dlopen', dlopen as AnyFunction, 2) as typeof dlopen;
}
