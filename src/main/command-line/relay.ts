/**
 * The relay: hands a command to the running app and writes its answer. It imports no package, so that it starts fast and runs in a clone where nothing
 * is installed. It sends nothing before the app has proved that it wrote the run file.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { PROGRAM_USAGE } from '../../shared/text/program-usage.ts';
import {
  type Call,
  HELLO_MS,
  isNonce,
  isSameText,
  Lines,
  MAX_HELLO,
  MAX_INPUT,
  newNonce,
  proofOf,
  RUN_FILE,
  RUN_FOLDER,
  RUN_VERSION,
  type RunFile,
} from '../gateway/conversation.ts';

export interface RelayOptions {
  /** The data folders in which the app may run, the likeliest first. */
  readonly folders: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** `null` if the process has no standard input. */
  readonly input: Readable | null;
  readonly output: Writable;
  readonly errors: Writable;
}

const UNREACHABLE = 69;
/** No answer of the app is longer. */
const MAX_PIECE = 64_000_000;

const NOT_RUNNING = 'Latchkey is not running: start the app, then try again.';

/** Resolves with the exit status. */
export async function relay(args: readonly string[], options: RelayOptions): Promise<number> {
  const { env, cwd, errors, output } = options;
  if (args.includes('--help')) {
    await write(output, PROGRAM_USAGE);
    return 0;
  }
  const input = args.includes('-') ? await textOf(options.input) : null;
  if (input !== null && input.length > MAX_INPUT)
    return fail(options, args, 64, 'The standard input is longer than 1 MB.');
  const call: Call = { args, folder: cwd, key: env.LATCHKEY_KEY ?? null, name: env.LATCHKEY_PROGRAM || null, input };
  for (const folder of options.folders) {
    const run = runFileIn(folder);
    const socket = run && (await connected(run.address));
    if (!run || !socket) continue;
    const lines = new Lines(socket);
    const late = setTimeout(() => socket.destroy(), HELLO_MS);
    const isProved = await prove(lines, run.cookie, call);
    clearTimeout(late);
    if (!isProved) {
      socket.destroy();
      continue;
    }
    for (;;) {
      const piece = await lines.next(MAX_PIECE);
      if (typeof piece?.status === 'number') return piece.status;
      if (piece === null) return fail(options, args, UNREACHABLE, 'Latchkey ended before it answered.');
      if (typeof piece.out === 'string') await write(output, piece.out);
      if (typeof piece.err === 'string') await write(errors, piece.err);
    }
  }
  return fail(options, args, UNREACHABLE, NOT_RUNNING);
}

/** Proves the knowledge of the cookie to an app that has proved it first, and sends the call. False when the app cannot. */
async function prove(lines: Lines, cookie: string, call: Call): Promise<boolean> {
  const nonce = newNonce();
  lines.send({ nonce });
  const hello = await lines.next(MAX_HELLO);
  if (!isNonce(hello?.nonce) || !isSameText(hello.proof, proofOf(cookie, 'app', nonce, hello.nonce))) return false;
  lines.send({ proof: proofOf(cookie, 'relay', nonce, hello.nonce), call });
  return true;
}

/** The run file of a data folder; `null` without one, and for one that others could have written. */
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

/** The folders in which the app keeps its data by default, in a clone also those of the Chromium host. */
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

async function fail(
  { output, errors }: RelayOptions,
  args: readonly string[],
  status: number,
  sentence: string,
): Promise<number> {
  const error = { code: 'notRunning', sentence };
  if (args.includes('--json')) await write(output, `${JSON.stringify({ version: 1, ok: false, error })}\n`);
  else await write(errors, `${sentence}\n`);
  return status;
}

/** Writes a text. Also resolves when the reader of the pipe has closed it. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write(text, () => resolve());
  });
}
