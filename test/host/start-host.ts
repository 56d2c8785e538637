/** Starts the host in a process of its own, for tests and the tour. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { node24 } from '../../scripts/lib/project.mjs';
import type { Evaluated, Evaluation } from './evaluate.ts';
import type { Fact } from './report.ts';
import type { Keyring } from './safe-storage.ts';

export interface HostSettings {
  /** Profile folder. */
  readonly userData: string;
  /** Folder or archive of the app; the project itself unless named. */
  readonly appDir?: string;
  /** As an installed app is started (`HostOptions.packaged`). */
  readonly packaged?: boolean;
  /** Further arguments of the app, behind the profile's. */
  readonly args?: readonly string[];
  readonly headless?: boolean;
  /** The user that runs the host, by number; the user of this process unless named. */
  readonly uid?: number | null;
  readonly env?: Readonly<Record<string, string>>;
}

/** How a start ended that opened no window. */
export interface EndedHost {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}
/** Runs a function in the main process and gives its answer. It is sent as text, so it uses nothing outside itself. */
export type Evaluate = <Argument, Answer>(
  call: (electron: typeof import('electron'), argument: Argument) => Answer | Promise<Answer>,
  argument: Argument,
) => Promise<Answer>;

export interface RunningHost {
  /** Address for `chromium.connectOverCDP`. */
  readonly cdp: string;
  /** The host's reports; the list grows. */
  readonly facts: readonly Fact[];
  /** All other output lines of the app and the host. */
  readonly lines: readonly string[];
  readonly process: ChildProcess;
  readonly evaluate: Evaluate;
  /** Chooses an item of the menu that popped up, by its label; resolves when it has acted. */
  chooseInMenu(label: string): Promise<void>;
  /** Gives the machine another keyring, as a later Electron may find one while it runs. */
  changeKeyring(keyring: Keyring): Promise<void>;
  /** The exit code, or null when a signal ended the host. */
  readonly exited: Promise<number | null>;
}

const projectDir = fileURLToPath(new URL('../../', import.meta.url));

const RUN = join(projectDir, 'test', 'host', 'run.ts');
const ARCHIVES = new URL('./asar/install.ts', import.meta.url).href;

/** Node's own arguments: those of `LATCHKEY_HOST_NODE`, and for an app in an archive a file system that reads archives. */
const command = (appDir: string | undefined): string[] => [
  ...(process.env.LATCHKEY_HOST_NODE?.split(' ').filter(Boolean) ?? []),
  ...(appDir?.endsWith('.asar') ? ['--import', ARCHIVES] : []),
  RUN,
];

const environment = ({
  appDir,
  packaged,
  headless = true,
  env,
}: Omit<HostSettings, 'userData'>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(headless ? { LATCHKEY_HOST_HEADLESS: '1' } : {}),
  ...(packaged ? { LATCHKEY_HOST_PACKAGED: '1' } : {}),
  ...(appDir ? { LATCHKEY_HOST_APP: appDir } : {}),
  ...env,
});

/** Runs the app with just these arguments and `input` on its standard input until it ends, for starts that open no window. */
export async function runHost(
  args: readonly string[],
  { input = '', ...settings }: Omit<HostSettings, 'userData' | 'args'> & { input?: string },
): Promise<EndedHost> {
  const { appDir } = settings;
  const child = spawn(node24(), [...command(appDir), ...args], {
    cwd: projectDir,
    stdio: 'pipe',
    env: environment(settings),
  });
  child.stdin.on('error', () => {}).end(input);
  const [code, output, errors] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output, errors };
}

/** Resolves when a client can attach; rejects with the host's output when the host ends earlier. */
export async function startHost(settings: HostSettings): Promise<RunningHost> {
  const args = [...command(settings.appDir), `--user-data-dir=${settings.userData}`, ...(settings.args ?? [])];
  const child = spawn(node24(), args, {
    cwd: projectDir,
    ...(typeof settings.uid === 'number' ? { uid: settings.uid, gid: settings.uid } : {}),
    // The channel carries the functions that a test runs in the host.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environment({ ...settings, env: { LATCHKEY_HOST_CDP: '0', ...settings.env } }),
  });
  // A test that fails before it closes the app would leave it running.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
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
  let calls = 0;
  const ended = exited.then((code): never => {
    throw new Error(`the host ended with ${code}\n${lines.join('\n')}`);
  });
  ended.catch(() => {});
  const evaluate: Evaluate = async (call, argument) => {
    calls += 1;
    const id = calls;
    const answered = new Promise<Evaluated>((resolve) => {
      const onMessage = (message: Evaluated): void => {
        if (message.id !== id) return;
        child.off('message', onMessage);
        resolve(message);
      };
      child.on('message', onMessage);
    });
    child.send({ kind: 'evaluate', id, text: call.toString(), argument } satisfies Evaluation);
    const { value, error } = await Promise.race([answered, ended]);
    if (error !== undefined) throw new Error(error);
    return value as Awaited<ReturnType<typeof call>>;
  };
  return {
    cdp,
    facts,
    lines,
    process: child,
    exited,
    evaluate,
    chooseInMenu: (label) =>
      evaluate(async ({ Menu }, chosen) => {
        await (Menu as unknown as { _choosePopped(label: string): Promise<void> })._choosePopped(chosen);
      }, label),
    changeKeyring: (keyring) =>
      evaluate((_electron, changed) => {
        process.env.LATCHKEY_HOST_KEYRING = changed;
      }, keyring),
  };
}
