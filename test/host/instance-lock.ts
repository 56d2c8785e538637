/** The single-instance lock: a file in the profile that names its holder. The lock of a holder that was killed is free. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  unwatchFile,
  watchFile,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

interface Holder {
  pid: number;
  /** When the process started, in the kernel's clock ticks; tells it from a later process with the same pid. Null where unknown. */
  began: string | null;
}

const startOf = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
};

const isAlive = ({ pid, began }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return began === null || startOf(pid) === began;
};

export class InstanceLock {
  private readonly dir: string;
  private held = false;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Acquires the lock, or leaves `greeting` for its holder and returns false. The holder calls `greeted` for each greeting. */
  acquire(greeting: unknown, greeted: (greeting: unknown) => void): boolean {
    if (this.held) return true;
    mkdirSync(this.dir, { recursive: true });
    const lock = join(this.dir, 'host.lock');
    const letterbox = join(this.dir, 'host.second-instance.json');
    for (let attempt = 0; attempt < 3 && !this.held; attempt += 1) {
      try {
        const file = openSync(lock, 'wx', 0o600);
        writeSync(file, JSON.stringify({ pid: process.pid, began: startOf(process.pid) } satisfies Holder));
        closeSync(file);
        this.held = true;
      } catch {
        if (this.holderLives(lock)) {
          writeFileSync(letterbox, JSON.stringify(greeting), { mode: 0o600 });
          return false;
        }
        rmSync(lock, { force: true });
      }
    }
    if (this.held) {
      rmSync(letterbox, { force: true });
      watchFile(letterbox, { interval: 200, persistent: false }, (now) => {
        if (now.size === 0) return;
        const text = readFileSync(letterbox, 'utf8');
        rmSync(letterbox, { force: true });
        greeted(JSON.parse(text));
      });
    }
    return this.held;
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    unwatchFile(join(this.dir, 'host.second-instance.json'));
    rmSync(join(this.dir, 'host.lock'), { force: true });
  }

  get isHeld(): boolean {
    return this.held;
  }

  private holderLives(lock: string): boolean {
    try {
      return isAlive(JSON.parse(readFileSync(lock, 'utf8')) as Holder);
    } catch {
      return false;
    }
  }
}
