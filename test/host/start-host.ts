/** Starts the host as its own process and attaches to it, for tests and for the tour. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fact } from './report.ts';

export interface HostWishes {
  /** Profile folder. */
  readonly userData: string;
  /** Folder of the app; the project itself unless named. */
  readonly appDir?: string;
  readonly headless?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningHost {
  /** Address for `chromium.connectOverCDP`. */
  readonly cdp: string;
  /** What the host reported so far, and goes on reporting. */
  readonly facts: readonly Fact[];
  /** Lines that the app or the host wrote elsewhere. */
  readonly lines: readonly string[];
  readonly process: ChildProcess;
  /** Exit code, or null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

const projectDir = fileURLToPath(new URL('../../', import.meta.url));

/** Node 24 of the project, whatever runs this. */
function nodeBinary(): string {
  const packaged = join(projectDir, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(packaged) ? packaged : process.execPath;
}

/** Resolves when a client can attach; rejects with what was written when the host ends before. */
export async function startHost(wishes: HostWishes): Promise<RunningHost> {
  const args = [join(projectDir, 'test', 'host', 'run.ts'), `--user-data-dir=${wishes.userData}`];
  if (wishes.headless ?? true) args.push('--headless');
  const child = spawn(nodeBinary(), args, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LATCHKEY_HOST_CDP: '0',
      ...(wishes.appDir ? { LATCHKEY_HOST_APP: wishes.appDir } : {}),
      ...wishes.env,
    },
  });
  const facts: Fact[] = [];
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const cdp = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"host":')) {
        lines.push(line);
        return;
      }
      const fact = JSON.parse(line) as Fact;
      facts.push(fact);
      if (fact.host === 'ready') resolve(fact.cdp);
    });
    void exited.then((code) => reject(new Error(`the host ended with ${code}\n${lines.join('\n')}`)));
  });
  return { cdp, facts, lines, process: child, exited };
}
