/**
 * What the console writes is for its owner only: files 0600, folders 0700. A link in the place of a file is never followed for writing. Windows
 * has neither modes nor O_NOFOLLOW; there the access list of the user's folder protects the files.
 */
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from './ports.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const HAS_MODES = process.platform !== 'win32';
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Opens a file with flags of `open(2)`; makes it private when it is created. Throws ELOOP for a link. */
export function openPrivate(file: string, flags: number): number {
  return openSync(file, flags | NO_FOLLOW, FILE_MODE);
}

/** Creates a file in the place of whatever is left of an earlier one; a link is removed and not followed. */
export function createPrivate(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, 'wx', FILE_MODE);
}

/** Appends a text to a private file, which is created when it is missing. Throws ELOOP for a link. */
export function appendPrivate(file: string, text: string): void {
  writeAndClose(openPrivate(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT), text);
}

/** Writes a text to an open file and closes it. */
export function writeAndClose(fd: number, text: string): void {
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

/** Makes the folder of a file. */
export function makeFolderOf(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
}

/** Throws ELOOP when a link is in the place of a file, for writers that would follow it. */
export function refuseLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw Object.assign(new Error(`a link is in the place of ${file}`), { code: 'ELOOP', syscall: 'open' });
}

/** Takes a file's modes for others away; a link and a missing file stay as they are. */
export function makeFilePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (HAS_MODES && found?.isFile() && (found.mode & 0o777 & ~FILE_MODE) !== 0) chmodSync(file, found.mode & FILE_MODE);
}

/**
 * Makes a folder and corrects the modes of everything in it: earlier versions and other programs may have left wider ones. Throws for a link: who
 * put it there chooses where everything is stored, and whose modes change.
 */
export function makeFolderPrivate(folder: string, log: Log): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(`${folder} is a link. Put a folder in its place, or start with --user-data-dir=FOLDER.`);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (!HAS_MODES) return;
  try {
    correct(folder, log);
  } catch (error) {
    log.warn('the modes of stored files could not be corrected', { folder, error: String(error) });
  }
}

/** The folder first: from then on nobody else can put a link in the place of one of its files. */
function correct(folder: string, log: Log): void {
  const { mode } = lstatSync(folder);
  if ((mode & 0o777 & ~FOLDER_MODE) !== 0) chmodSync(folder, mode & FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) correct(path, log);
    else if (entry.isFile()) makeFilePrivate(path);
    else if (entry.isSymbolicLink()) log.warn('a link among the stored files is not written through', { path });
  }
}
