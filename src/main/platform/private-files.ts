/**
 * Makes the console's files private to their owner: files 0600, folders 0700. No writer follows a link in the place of a file. On Windows, which
 * lacks modes and O_NOFOLLOW, the access list of the user's folder protects the files.
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

/** Opens a file with flags of `open(2)`. A file that it creates is private. Throws ELOOP for a link. */
export function openPrivate(file: string, flags: number): number {
  return openSync(file, flags | NO_FOLLOW, FILE_MODE);
}

/** Creates a file in place of a file from an earlier run. A link is removed and not followed. */
export function createPrivate(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, 'wx', FILE_MODE);
}

/** Appends a text to a private file, and creates the file when it is missing. Throws ELOOP for a link. */
export function appendPrivate(file: string, text: string): void {
  writeAndClose(openPrivate(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT), text);
}

export function writeAndClose(fd: number, text: string): void {
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

export function makeFolderOf(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
}

/** Throws ELOOP for a link. Call it before work that would follow the link. */
export function refuseLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw Object.assign(new Error(`a link is in the place of ${file}`), { code: 'ELOOP', syscall: 'open' });
}

/** Removes a file's permissions for other users. A link or a missing file stays as it is. */
export function makeFilePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (HAS_MODES && found?.isFile() && (found.mode & 0o777 & ~FILE_MODE) !== 0) chmodSync(file, found.mode & FILE_MODE);
}

/**
 * Makes a folder and makes everything in it private, because other programs may have set wider modes. Throws for a link, because its maker would
 * choose where everything is stored.
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

/** Corrects the modes, the folder's first: from then on no other user can put a link in the place of one of its files. */
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
