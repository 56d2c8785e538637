/** What a power cut leaves of a folder: the content of each file at its last fsync, under the names that the folder had at its own last one. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface WatchedDisk {
  /** The content that is on the disk; null for a file whose name or content is not. */
  durable(file: string): string | null;
  stop(): void;
}

/** Watches every `fsyncSync` of this process. `folder` is the only one whose names are asked for. */
export function watchDisk(folder: string): WatchedDisk {
  const { fsyncSync } = fs;
  const contents = new Map<number, string>();
  let names: Map<string, number> = new Map();
  fs.fsyncSync = (fd) => {
    fsyncSync(fd);
    const { ino } = fs.fstatSync(fd);
    const files = new Map(fs.readdirSync(folder).map((name) => [name, fs.statSync(join(folder, name)).ino]));
    if (fs.statSync(folder).ino === ino) names = files;
    for (const [name, of] of files) if (of === ino) contents.set(ino, fs.readFileSync(join(folder, name), 'utf8'));
  };
  syncBuiltinESMExports();
  return {
    durable(file) {
      if (dirname(file) !== folder) throw new Error(`${file} is not in the watched folder`);
      return contents.get(names.get(basename(file)) ?? -1) ?? null;
    },
    stop() {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    },
  };
}
