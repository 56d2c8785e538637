/** An archive in the format of @electron/asar: its header, and the bytes of its files, checked against their hashes. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotModelled } from '../not-modelled.ts';

/** The functions of Node, before the host replaces them. */
const { openSync, readSync, statSync, writeSync } = fs;
const endProcess: typeof process.exit = process.exit.bind(process);

export interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  readonly integrity?: { readonly hash: string };
}

/** A path inside an archive: `/x/app.asar/a/b` is `a/b` in `/x/app.asar`. */
export interface ArchivePath {
  readonly archive: string;
  readonly inside: string;
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Finds the innermost part of the path whose name ends in `.asar` and that is no folder; null for any other path. */
export function archivePath(path: unknown): ArchivePath | null {
  const text = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
  if (typeof text !== 'string' || !/\.asar/i.test(text)) return null;
  const parts = normalize(text).split(sep);
  while (parts.at(-1) === '') parts.pop();
  for (let end = parts.length; end > 0; end--) {
    const archive = parts.slice(0, end).join(sep);
    if (/\.asar$/i.test(archive) && !isDirectory(archive)) return { archive, inside: parts.slice(end).join(sep) };
  }
  return null;
}

/** The errors of Electron's file system for archives. */
export function archiveError(
  code: 'ENOENT' | 'ENOTDIR' | 'EISDIR' | 'EACCES',
  { archive, inside }: ArchivePath,
): Error {
  const text = {
    ENOENT: `ENOENT, ${inside} not found in ${archive}`,
    ENOTDIR: 'ENOTDIR, not a directory',
    EISDIR: `EISDIR: illegal operation on a directory, ${inside} in ${archive}`,
    EACCES: `EACCES: permission denied, access '${inside}'`,
  }[code];
  return Object.assign(new Error(text), { code, path: join(archive, inside) });
}

class Archive {
  readonly #path: string;
  readonly #file: number;
  readonly #root: Entry;
  readonly #start: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    const size = this.#read(8, 0).readUInt32LE(4);
    const header = this.#read(size, 8);
    this.#root = JSON.parse(header.toString('utf8', 8, 8 + header.readUInt32LE(4))) as Entry;
    this.#start = 8 + size;
  }
  #read(length: number, position: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, position));
  }
  find(inside: string): Entry | null {
    let entry: Entry | undefined = this.#root;
    for (const name of inside.split(sep)) {
      if (name === '') continue;
      entry = entry.files && Object.hasOwn(entry.files, name) ? entry.files[name] : undefined;
      if (entry === undefined) return null;
      for (const kind of ['link', 'unpacked']) {
        if (kind in entry) throw new NotModelled(`${inside}, an entry of kind ${kind} in ${this.#path}`);
      }
    }
    return entry;
  }
  /** Ends the process when the bytes do not have the hash of the header, as Electron does where it checks archives. */
  bytesOf({ size = 0, offset, integrity }: Entry): Buffer {
    const bytes = this.#read(size, this.#start + Number(offset));
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (hash === integrity?.hash) return bytes;
    writeSync(2, `ASAR Integrity Violation: got a hash mismatch (${hash} vs ${integrity?.hash})\n`);
    return endProcess(1);
  }
}

const opened = new Map<string, Archive>();

function archiveOf(path: string): Archive {
  let archive = opened.get(path);
  if (archive) return archive;
  try {
    archive = new Archive(path);
  } catch {
    throw new Error(`Invalid package ${path}`);
  }
  opened.set(path, archive);
  return archive;
}

export const findEntry = (at: ArchivePath): Entry | null => archiveOf(at.archive).find(at.inside);

export function entryAt(at: ArchivePath): Entry {
  const entry = findEntry(at);
  if (!entry) throw archiveError('ENOENT', at);
  return entry;
}

export function readEntry(at: ArchivePath): Buffer {
  const entry = entryAt(at);
  if (entry.files) throw archiveError('ENOENT', at);
  return archiveOf(at.archive).bytesOf(entry);
}
