/** Opens the local socket of this run, to which only programs of the same user can connect. */
import { type KeyObject, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../shared/input/max-input.ts';
import { createPrivate, writeAndClose } from '../platform/private-files.ts';
import {
  type Call,
  EXIT,
  HELLO_MS,
  type Incoming,
  isNonce,
  isSameText,
  keyOfCookie,
  Lines,
  MAX_CONNECTIONS,
  MAX_HELLO,
  MAX_INPUT,
  newNonce,
  type Piece,
  proofOf,
  RUN_FILE,
  RUN_FOLDER,
  RUN_VERSION,
} from './conversation.ts';

/** The longest path of a socket on macOS; Linux allows a few more bytes. */
const MAX_SOCKET_PATH = 103;
/** The maximum length of a call, in characters. It has at most {@link MAX_INPUT} characters of input, each of which takes up to six in JSON. */
const MAX_CALL = 8_000_000;

const CallSchema = z.strictObject({
  args: z.array(z.string().max(MAX_CHARACTERS.text)).max(MAX_ENTRIES.page),
  folder: z.string().max(MAX_CHARACTERS.text),
  key: z.string().max(MAX_CHARACTERS.text).nullable(),
  name: z.string().max(MAX_CHARACTERS.name).nullable(),
  input: z.string().max(MAX_INPUT).nullable(),
});

/** Answers a call piece by piece. `signal` aborts when the relay disconnects. `incoming` reads the relay's input after the call. */
export type Answerer = (
  call: Call,
  send: (...pieces: Piece[]) => Promise<void>,
  signal: AbortSignal,
  incoming: Incoming,
) => Promise<void>;

export interface LocalDoor {
  close(): void;
}

/** Begins to listen for relays. Rejects with an Error whose message is the reason, when the socket cannot be made or others could reach it. */
export async function openLocalDoor(
  userData: string,
  answer: Answerer,
  platform = process.platform,
): Promise<LocalDoor> {
  const folder = join(userData, RUN_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform !== 'win32') requirePrivate(folder);
  const address = addressIn(folder, platform);
  const cookie = newNonce();
  const key = keyOfCookie(cookie);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void converse(socket, key, answer);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).once('listening', resolve);
    // The socket is made within this call, so no other user can reach it at any time.
    const umask = platform === 'win32' ? null : process.umask(0o077);
    try {
      server.listen(address);
    } finally {
      if (umask !== null) process.umask(umask);
    }
  });
  server.on('error', () => {});
  // Written last: a relay that finds the file finds the socket.
  const file = join(folder, RUN_FILE);
  writeAndClose(createPrivate(file), JSON.stringify({ version: RUN_VERSION, address, cookie }));
  return {
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(file, { force: true });
      if (dirname(address) !== folder && platform !== 'win32')
        rmSync(dirname(address), { recursive: true, force: true });
    },
  };
}

/** Checks that a path is a folder, not a link, that only this user may enter. Throws otherwise: another user could choose a link's target. */
function requirePrivate(folder: string): void {
  const { mode, uid } = lstatSync(folder);
  const isPrivate = lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o077) === 0;
  if (!isPrivate) throw new Error(`other users could reach ${folder}`);
}

function addressIn(folder: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\latchkey-${randomBytes(16).toString('hex')}`;
  const socket = join(folder, 'g.sock');
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH) {
    const short = mkdtempSync(join(tmpdir(), 'latchkey-'));
    requirePrivate(short);
    return join(short, 'g.sock');
  }
  // Only the app that holds the lock of the data folder gets here, so a socket is one that an earlier run left.
  rmSync(socket, { force: true });
  return socket;
}

/** Answers one relay, and closes its connection. */
async function converse(socket: Socket, key: KeyObject, answer: Answerer): Promise<void> {
  const lines = new Lines(socket);
  const late = setTimeout(() => socket.destroy(), HELLO_MS);
  try {
    const call = await readCall(lines, key);
    if (call === null) return;
    clearTimeout(late);
    if (call === 'bad') {
      lines.send({ err: 'The command, its arguments or its input are too long.\n' }, { status: EXIT.wrongUse });
      return;
    }
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    socket.once('close', leave);
    const incoming = async (): Promise<string | null> => {
      const said = await lines.next(MAX_CALL);
      return typeof said?.in === 'string' ? said.in : null;
    };
    await answer(call, (...pieces) => lines.send(...pieces), gone.signal, incoming);
    socket.off('close', leave);
  } finally {
    clearTimeout(late);
    socket.end();
  }
}

/** Exchanges proofs and reads the call. Returns `null` for a relay that does not know the cookie, `bad` for a call that is not valid. */
async function readCall(lines: Lines, key: KeyObject): Promise<Call | 'bad' | null> {
  const hello = await lines.next(MAX_HELLO);
  if (!isNonce(hello?.nonce)) return null;
  const nonce = newNonce();
  lines.send({ nonce, proof: proofOf(key, 'app', hello.nonce, nonce) });
  const said = await lines.next(MAX_CALL);
  if (!isSameText(said?.proof, proofOf(key, 'relay', hello.nonce, nonce))) return null;
  return CallSchema.safeParse(said?.call).data ?? 'bad';
}
