/** Ports to the outside: everything main needs that is not pure. Each has one implementation for the real thing and one for tests. */
import type { Protection } from '../../shared/model/app.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';

/** Time. A connection's clock may run at another rate than the machine's (see ClockFace). */
export interface Clock {
  /** Epoch milliseconds on this clock. */
  now(): number;
  /** Calls `run` once after `delayMs` of this clock; the returned function takes it back. Never keeps the process alive. */
  after(delayMs: number, run: () => void): () => void;
  /** How this clock relates to the machine's. */
  face(): ClockFace;
}

/** The network: one request, one response. Rejects with a TypeError (or its cause) when there is none; honours `request.signal`; follows no redirect. */
export type Fetch = (request: Request) => Promise<Response>;

/** Encryption by the operating system (Electron safeStorage, asynchronous). */
export interface Cipher {
  protection(): Promise<Omit<Protection, 'stores'>>;
  encrypt(text: string): Promise<Uint8Array>;
  /** `stale` asks the caller to encrypt the text again and overwrite. Rejects when it cannot be read now; never delete data for that. */
  decrypt(data: Uint8Array): Promise<{ text: string; stale: boolean }>;
}

/** One JSON document on disk, written atomically and in order. `read` gives null when there is none yet. */
export interface Document<Value> {
  read(): Value | null;
  write(value: Value): Promise<void>;
}

/** An append-only text file. `append` returns after the line is on the disk (fsync), synchronously, so that nothing is sent before it is recorded. */
export interface LineFile {
  /** All complete lines, oldest first; a torn last line is cut off and reported by `torn`. */
  lines(): { lines: string[]; torn: boolean };
  append(line: string): void;
}

/**
 * An append-only text file that outlives the process, not necessarily the machine's power: `append` hands the line to the operating
 * system, synchronously, and waits for no disk. For facts that are worth little when the machine was off.
 */
export interface NoteFile {
  /** All complete lines, oldest first; a torn last line is left out. */
  lines(): string[];
  append(line: string): void;
  /** Puts these lines in place of all, atomically. */
  replace(lines: readonly string[]): void;
  /** Leaves nothing on the disk; the next line begins a new file. */
  remove(): void;
}

/** Randomness: a number in [0, 1), and fresh identifiers. */
export interface Random {
  fraction(): number;
  id(): string;
}

/** The log. Messages and fields are facts about the console, never secrets; they pass redaction before they are written. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A file to be written: a name to begin with, what it is called, and its extension without a dot. */
export interface OutputFileRequest {
  readonly suggestedName: string;
  readonly kind: string;
  readonly extension: string;
}

/**
 * A file that is being written where a person chose. Nothing stands at that place before `finish`, which puts it there whole; `discard`
 * leaves no trace of it. Both end it. Rejects with AppError `storageFailed`.
 */
export interface OutputFile {
  /** UTF-8 bytes handed over so far. */
  readonly bytes: number;
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** A list of listeners. */
export interface Subscribable<Payload> {
  subscribe(listener: (payload: Payload) => void): () => void;
}
