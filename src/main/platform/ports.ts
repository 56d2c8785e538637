/** Ports to the outside world. Each has an implementation for Electron or Node and one for tests. */
import type { Protection } from '../../shared/model/app.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';

/** A source of time. A connection's clock may run at another rate than the machine's (see ClockFace). */
export interface Clock {
  /** Returns the present time, in epoch milliseconds on this clock. */
  now(): number;
  /** Calls `run` once after `delayMs` of this clock. The returned function cancels the call. A pending call does not keep the process alive. */
  after(delayMs: number, run: () => void): () => void;
  /** The relation of this clock to the machine's. */
  face(): ClockFace;
}

/**
 * The network: sends one request and resolves with its response, even if that is a redirect. Without a response, it rejects with a TypeError, which
 * is the network's error or has it as its cause. Honours `request.signal`.
 */
export type Fetch = (request: Request) => Promise<Response>;

export interface MachineProtection {
  readonly level: Exclude<Protection['level'], 'unknown' | 'checking'>;
  readonly detail: string;
}

/** Encryption by the operating system (Electron safeStorage, asynchronous). Each call may wait until the person has unlocked a keyring. */
export interface Cipher {
  /** Finds the protection by encrypting a sample. Never rejects. */
  protection(): Promise<MachineProtection>;
  /** Encrypts a text. `protection`: how this ciphertext is protected. Rejects when the machine cannot encrypt now. */
  encrypt(text: string): Promise<{ data: Uint8Array; protection: MachineProtection }>;
  /** Decrypts data. `stale`: encrypt the text again and replace the data. Rejects when that fails now; keep the data then. */
  decrypt(data: Uint8Array): Promise<{ text: string; stale: boolean }>;
}

/** One JSON document on disk, written atomically and in order. `read` returns null before the first `write`. */
export interface Document<Value> {
  read(): Value | null;
  write(value: Value): Promise<void>;
  /** Renames the damaged file and reports it. `read` then returns null. Throws AppError `storageFailed`. */
  quarantine(): void;
}

/** A text file of lines. `append` is synchronous and returns after fsync, so that a fact is on the disk before a request is sent. */
export interface LineFile {
  /** All complete lines, oldest first; `torn`: an incomplete last line was left out. */
  lines(): { lines: string[]; torn: boolean };
  append(line: string): void;
  /** Replaces all lines atomically and returns after fsync. A crash leaves either the old lines or the new ones. */
  replace(lines: readonly string[]): void;
}

/** An append-only text file. `append` does not wait for the disk: lines survive a crash of the process, but not of the machine. */
export interface UnsyncedLineFile {
  /** All complete lines, oldest first; a torn last line is left out. */
  lines(): string[];
  append(line: string): void;
  /** Appends a line with the next one, or after a moment; a crash may lose it. */
  appendSoon(line: string): void;
  /** Replaces all lines, atomically. */
  replace(lines: readonly string[]): void;
  /** Deletes the file; the next line begins a new one. */
  remove(): void;
}

/** Randomness: a number in [0, 1), and fresh identifiers. */
export interface Random {
  fraction(): number;
  id(): string;
}

/** The log of facts about the console. Messages and fields are redacted before they are written, and never contain secrets. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The input of a save dialog. `kind` is the name of the file type ("HAR"), `extension` has no dot. */
export interface OutputFileRequest {
  readonly suggestedName: string;
  readonly kind: string;
  readonly extension: string;
}

/** A yes-or-no question to the person. `confirm` and `cancel` label the two buttons. */
export interface Question {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly confirm: string;
  readonly cancel: string;
}

export interface Choice extends Pick<Question, 'title' | 'message' | 'detail'> {
  /** The labels of the buttons; `none` is the last one. */
  readonly options: readonly string[];
  readonly none: string;
}

/**
 * Asks the person, as {@link Ask} does, to choose one of the options. Resolves with the option's index; `null` for none, undefined when the question was not
 * shown or was closed.
 */
export type Choose = (choice: Choice) => Promise<number | null | undefined>;

/**
 * Asks the person outside the page, so that no script can answer. Resolves with true only when the person confirms. While a native dialog is open,
 * and for a while after several refusals, the question is declined without being asked.
 */
export type Ask = (question: Question) => Promise<boolean>;

/** Asks a question as {@link Ask} does, but resolves with `null` when the question was not shown. */
export type AskForProgram = (question: Question) => Promise<boolean | null>;

/**
 * A file in progress at a path that a person chose. The file appears there, complete, after `finish`; `discard` deletes it. Nothing may be called
 * after these two. All methods reject with AppError `storageFailed`.
 */
export interface OutputFile {
  /** Bytes written so far; text is UTF-8. */
  readonly bytes: number;
  write(content: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** An event source; `subscribe` returns the function that ends the subscription. */
export interface Subscribable<Payload> {
  subscribe(listener: (payload: Payload) => void): () => void;
}
