/** Starts the host in a process of its own, for tests and the tour. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { node24 } from '../../scripts/lib/project.mjs';
import type { ButtonAnswer } from './message-box.ts';
import type { Fact } from './report.ts';
import type { SaveAnswer } from './save-dialog.ts';

export interface HostSettings {
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
  /** The host's reports; the list grows. */
  readonly facts: readonly Fact[];
  /** All other output lines of the app and the host. */
  readonly lines: readonly string[];
  readonly process: ChildProcess;
  /** Sets the answer of later save dialogs: an absolute path, or null for a cancelled dialog. */
  answerSaveDialog(path: string | null): Promise<void>;
  /** Sets the answer of later message boxes: the index of a button, or null for Escape. */
  answerMessageBox(button: number | null): Promise<void>;
  /** The exit code, or null when a signal ended the host. */
  readonly exited: Promise<number | null>;
}

const projectDir = fileURLToPath(new URL('../../', import.meta.url));

/** Resolves when a client can attach; rejects with the host's output when the host ends earlier. */
export async function startHost(settings: HostSettings): Promise<RunningHost> {
  const args = [join(projectDir, 'test', 'host', 'run.ts'), `--user-data-dir=${settings.userData}`];
  if (settings.headless ?? true) args.push('--headless');
  const child = spawn(node24(), args, {
    cwd: projectDir,
    // The channel carries the answers that a test gives in place of a person.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      LATCHKEY_HOST_CDP: '0',
      ...(settings.appDir ? { LATCHKEY_HOST_APP: settings.appDir } : {}),
      ...settings.env,
    },
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the host has no pipes');
  const facts: Fact[] = [];
  const lines: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => lines.push(line));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const cdp = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
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
  const send = (message: SaveAnswer | ButtonAnswer): Promise<void> =>
    new Promise((resolve, reject) => {
      // The host acknowledges the answer, so that no dialog opens before it.
      child.once('message', () => resolve());
      child.send(message, (error) => error && reject(error));
    });
  return {
    cdp,
    facts,
    lines,
    process: child,
    exited,
    answerSaveDialog: (path) => send({ kind: 'save-answer', path }),
    answerMessageBox: (button) => send({ kind: 'button-answer', button }),
  };
}
