/**
 * The conversation of a relay with the app over a local socket: JSON lines. First each side proves that it knows the cookie of this run, so that
 * another process on the same socket path learns nothing. Uses only Node's modules, because the relay runs without packages.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

/** The folder in the data folder for the run file, which tells a relay how to reach the app. */
export const RUN_FOLDER = 'run';
export const RUN_FILE = 'gateway.json';
export const RUN_VERSION = 1;

export interface RunFile {
  readonly version: typeof RUN_VERSION;
  /** The path of a socket, or the name of a pipe. */
  readonly address: string;
  readonly cookie: string;
}

/** A command as the relay received it. `folder` is its working directory, `input` its standard input if an argument is `-`. */
export interface Call {
  readonly args: readonly string[];
  readonly folder: string;
  readonly key: string | null;
  /** The name by which a program without a key calls itself. */
  readonly name: string | null;
  readonly input: string | null;
}

/** Reads the next piece of standard input that the relay sends during a command; `null` at the end. */
export type Incoming = () => Promise<string | null>;

/** The name of the command that reads standard input while it runs. The relay sends each piece as `{"in": text}` and the end as `{"in": null}`. */
export const STREAMING_COMMAND = 'mcp';

/**
 * A piece of a command's output; the exit status comes last. After `lost`, a connection that ends without a status means that a write may have been
 * done; `lost` is the message for this, and `unanswered` what is then written to the standard output. An empty `lost` means that no write is open.
 */
export type Piece =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly lost: string; readonly unanswered?: string }
  | { readonly status: number };

/** The exit statuses of a command, from sysexits.h where it defines one. 0 is success. */
export const EXIT = {
  wrongUse: 64,
  /** The service or the app refused the request. */
  refused: 65,
  unreachable: 69,
  /** A fault of the app. */
  fault: 70,
  /** The answer could not be written. */
  notWritten: 74,
  /** A later try may succeed. */
  later: 75,
  /** A write may have been done or not. */
  unknown: 76,
  notAllowed: 77,
} as const;

/** The maximum length of standard input, in characters. */
export const MAX_INPUT = 1_000_000;
/** The maximum length of a handshake message, in characters. */
export const MAX_HELLO = 1_000;
/** The maximum number of connected programs, by socket and HTTP together. */
export const MAX_CONNECTIONS = 64;
/** The time limit in ms for the other side's proof, and for a whole HTTP request. */
export const HELLO_MS = 10_000;

/** The number of unread characters above which a socket pauses until its lines are asked for. */
const MAX_UNREAD = 65_536;

const NONCE_BYTES = 32;
/** Makes a random text for a nonce, or for the cookie of a run of the app. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('hex');

export const isNonce = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Makes the key for the proofs of a run. */
export const keyOfCookie = (cookie: string): KeyObject => createSecretKey(cookie, 'hex');

/** Proves that this side knows the cookie. The role prevents the other side from sending the same proof back. */
export const proofOf = (key: KeyObject, role: 'app' | 'relay', relayNonce: string, appNonce: string): string =>
  createHmac('sha256', key).update(`latchkey 1 ${role}\n${relayNonce}\n${appNonce}`).digest('hex');

/** Compares two texts in constant time, so that the time reveals nothing about a secret. */
export function isSameText(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false;
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Reads JSON objects from a socket, one per line. `next` resolves with `null` at the end, for a line longer than `max`, and for a line that is no
 * object.
 */
export class Lines {
  readonly #socket: Socket;
  #rest = '';
  #isOver = false;
  #wake = (): void => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (piece: string) => {
      this.#rest += piece;
      // Who sends faster than it is read must not fill the memory.
      if (this.#rest.length > MAX_UNREAD) socket.pause();
      this.#wake();
    });
    const end = (): void => {
      this.#isOver = true;
      this.#wake();
    };
    socket.once('end', end).once('close', end);
  }

  async next(max: number): Promise<Record<string, unknown> | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if ((end === -1 ? this.#rest.length : end) > max || (end === -1 && this.#isOver)) return null;
      if (end !== -1) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return objectOf(line);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#socket.resume();
      });
    }
  }

  /** Sends each object as a line, all in one packet. Resolves when the socket has room for more, or is closed. */
  async send(...values: object[]): Promise<void> {
    const socket = this.#socket;
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    if (!socket.writable || socket.write(text)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.on('drain', done).on('close', done);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Parses a JSON object; `null` for any other text. */
export function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
