/**
 * The relay: hands a command to the running app and writes its answer. It imports no package, so that it starts fast and runs in a clone where nothing
 * is installed. It sends nothing before the app has proved that it wrote the run file. Its twin in C (tools/relay) is the command of installed apps.
 */
import { spawn } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { helpOf } from '../../shared/text/program-usage.ts';
import {
  type Call,
  EXIT,
  HELLO_MS,
  isNonce,
  isSameText,
  keyOfCookie,
  Lines,
  MAX_HELLO,
  MAX_INPUT,
  newNonce,
  proofOf,
  RUN_FILE,
  RUN_FOLDER,
  RUN_VERSION,
  type RunFile,
  STREAMING_COMMAND,
} from '../gateway/conversation.ts';

export interface RelayOptions {
  /** The data folders in which a running app is looked for, in this order. */
  readonly folders: readonly string[];
  /** The path of the app, which the relay starts when it is not running; `null` when only a person may start it. */
  readonly program: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  /** The standard input; `null` if the process has none. */
  readonly input: Readable | null;
  readonly output: Writable;
  readonly errors: Writable;
}

/** How long the relay waits for an app that it starts, after how long it starts it again, and how often it looks. */
const START_MS = 10_000;
const AGAIN_MS = 3_000;
const LOOK_MS = 50;
/** The longest piece of an answer, in characters. */
const MAX_PIECE = 64_000_000;

const NOT_RUNNING = 'Latchkey is not running: start the app, then try again.';
const NO_DESKTOP =
  'Latchkey is not running, and there is no desktop session to start it in: start it in one, then try again.';
const NO_START = 'Latchkey was started but does not answer: open the app and see what it says.';

/** Runs one command of a program in the app. Resolves with the exit status. */
export async function relay(args: readonly string[], options: RelayOptions): Promise<number> {
  const { env, platform, program, cwd, output } = options;
  if (args.includes('--help')) {
    await write(output, helpOf(args[0]));
    return 0;
  }
  if (args[0] === 'completion') {
    const { completionOf } = await import('./completion.ts');
    const script = args.length === 2 ? completionOf(args[1]) : null;
    if (script === null)
      return fail(options, args, EXIT.wrongUse, 'Write latchkey completion and bash, zsh, fish or powershell.');
    return (await write(output, script)) ? 0 : EXIT.notWritten;
  }
  const input = args.includes('-') ? await textOf(options.input) : null;
  if (input !== null && input.length > MAX_INPUT)
    return fail(options, args, EXIT.wrongUse, 'The standard input is longer than 1 MB.');
  const call: Call = { args, folder: cwd, key: env.LATCHKEY_KEY ?? null, name: env.LATCHKEY_PROGRAM || null, input };
  let lines = await reach(options.folders, call);
  if (lines === null) {
    if (program === null) return fail(options, args, EXIT.unreachable, NOT_RUNNING);
    if (!hasDesktop(env, platform)) return fail(options, args, EXIT.unreachable, NO_DESKTOP);
    lines = await reachStarted(program, call, options);
    if (lines === null) return fail(options, args, EXIT.unreachable, NO_START);
  }
  if (args[0] !== STREAMING_COMMAND) return writeAnswer(lines, args, options);
  void pump(options.input, lines);
  const status = await writeAnswer(lines, args, options);
  // A standard input that goes on would keep the process alive.
  options.input?.destroy();
  return status;
}

/** Starts the app and sends it the call as soon as it listens; `null` when it does not in time. */
async function reachStarted(program: string, call: Call, options: RelayOptions): Promise<Lines | null> {
  let next = performance.now();
  for (const until = next + START_MS; performance.now() < until; await pause(LOOK_MS)) {
    // An app that was about to end has turned the first one away.
    if (performance.now() >= next) {
      start(program, options);
      next += AGAIN_MS;
    }
    const lines = await reach(options.folders, call);
    if (lines !== null) return lines;
  }
  return null;
}

/** Starts the app without a window. The app may run for days, so it gets no key of the caller, and the caller's folder only for relative paths. */
function start(program: string, { env, cwd }: RelayOptions): void {
  const { LATCHKEY_KEY: _key, LATCHKEY_PROGRAM: _name, ...rest } = env;
  const isRelative = !isAbsolute(program) || (rest.LATCHKEY_DATA && !isAbsolute(rest.LATCHKEY_DATA));
  spawn(program, ['--background'], { detached: true, stdio: 'ignore', env: rest, cwd: isRelative ? cwd : homedir() })
    .on('error', () => {})
    .unref();
}

/** Sends the standard input to the app, piece by piece, until its end. */
async function pump(input: Readable | null, lines: Lines): Promise<void> {
  try {
    for await (const piece of input?.setEncoding('utf8') ?? []) lines.send({ in: piece });
  } catch {
    // The command has ended, so nobody reads on.
  }
  lines.send({ in: null });
}

/** Connects to the app of the first folder in which one runs, and sends it the call; `null` when no app proves itself. */
async function reach(folders: readonly string[], call: Call): Promise<Lines | null> {
  for (const folder of folders) {
    const run = runFileIn(folder);
    const socket = run && (await connected(run.address));
    if (!run || !socket) continue;
    const lines = new Lines(socket);
    const late = setTimeout(() => socket.destroy(), HELLO_MS);
    const isProved = await prove(lines, run.cookie, call);
    clearTimeout(late);
    if (isProved) return lines;
    socket.destroy();
  }
  return null;
}

/** Writes the answer piece by piece, at the speed of its reader. Resolves with the exit status. */
async function writeAnswer(lines: Lines, args: readonly string[], options: RelayOptions): Promise<number> {
  let [lost, unanswered] = ['', ''];
  for (;;) {
    const piece = await lines.next(MAX_PIECE);
    if (typeof piece?.status === 'number') return piece.status;
    if (piece === null && lost !== '') {
      if (unanswered !== '') await write(options.output, unanswered);
      return fail(options, args, EXIT.unknown, lost);
    }
    if (piece === null) return fail(options, args, EXIT.unreachable, 'Latchkey ended before it answered.');
    if (typeof piece.lost === 'string') {
      lost = piece.lost;
      unanswered = typeof piece.unanswered === 'string' ? piece.unanswered : '';
    }
    if (typeof piece.out === 'string' && !(await write(options.output, piece.out))) {
      lines.close();
      return EXIT.notWritten;
    }
    if (typeof piece.err === 'string') await write(options.errors, piece.err);
  }
}

/** Whether the app can open its window here. */
const hasDesktop = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/** Sends the call after both sides have proved that they know the cookie, the app first. Resolves with false when the app cannot. */
async function prove(lines: Lines, cookie: string, call: Call): Promise<boolean> {
  const key = keyOfCookie(cookie);
  const nonce = newNonce();
  lines.send({ nonce });
  const hello = await lines.next(MAX_HELLO);
  if (!isNonce(hello?.nonce) || !isSameText(hello.proof, proofOf(key, 'app', nonce, hello.nonce))) return false;
  lines.send({ proof: proofOf(key, 'relay', nonce, hello.nonce), call });
  return true;
}

/** Reads the run file of a data folder; `null` when it is missing, invalid, or another user could have written it. */
function runFileIn(folder: string): RunFile | null {
  const path = join(folder, RUN_FOLDER);
  try {
    if (!isOwn(path) || !isOwn(join(path, RUN_FILE))) return null;
    const run: RunFile = JSON.parse(readFileSync(join(path, RUN_FILE), 'utf8'));
    return run.version === RUN_VERSION && typeof run.address === 'string' && isNonce(run.cookie) ? run : null;
  } catch {
    return null;
  }
}

function isOwn(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return !process.getuid || (uid === process.getuid() && (mode & 0o077) === 0);
}

function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(null));
  });
}

/** Returns the folder that LATCHKEY_DATA names, else the app's default data folders, including those of the Chromium host. */
export function dataFolders(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home = homedir()): string[] {
  if (env.LATCHKEY_DATA) return [env.LATCHKEY_DATA];
  const parents: readonly (string | undefined)[] =
    platform === 'win32'
      ? [env.LOCALAPPDATA, env.APPDATA]
      : platform === 'darwin'
        ? [join(home, 'Library', 'Application Support')]
        : [env.XDG_CONFIG_HOME || join(home, '.config')];
  return parents.flatMap((parent) =>
    parent ? ['Latchkey', 'Latchkey (Chromium host)'].map((name) => join(parent, name)) : [],
  );
}

async function textOf(input: Readable | null): Promise<string> {
  let text = '';
  for await (const piece of input?.setEncoding('utf8') ?? []) {
    text += piece;
    if (text.length > MAX_INPUT) break;
  }
  return text;
}

const CODES: Readonly<Record<number, string>> = { [EXIT.wrongUse]: 'invalidInput', [EXIT.unknown]: 'outcomeUnknown' };

async function fail(
  { output, errors }: RelayOptions,
  args: readonly string[],
  status: number,
  sentence: string,
): Promise<number> {
  const error = { code: CODES[status] ?? 'notRunning', sentence };
  const meta = { requests: 0, waitedMs: 0, issued: 0, exchangeIds: [] };
  if (args.includes('--json') || args.includes('--all'))
    await write(output, `${JSON.stringify({ version: 1, ok: false, error, meta })}\n`);
  else await write(errors, `${sentence}\n`);
  return status;
}

/** Writes a text. Resolves with false when that fails, because the reader has gone or the disk is full. */
function write(stream: Writable, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = (): void => resolve(false);
    stream.once('error', failed);
    stream.write(text, (error) => {
      // One that fails emits the error after this.
      if (!error) stream.off('error', failed);
      resolve(!error);
    });
  });
}
