/** Gives a SQLite file and what belongs to it another name; nothing is deleted. */
import { existsSync, renameSync } from 'node:fs';

/** Moves the file at `from` with its write-ahead log and shared memory, which would spoil another one in its place. Throws the system's error. */
export function moveDatabase(from: string, to: string): void {
  renameSync(from, to);
  for (const ending of ['-wal', '-shm'])
    if (existsSync(`${from}${ending}`)) renameSync(`${from}${ending}`, `${to}${ending}`);
}
