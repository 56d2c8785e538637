/** The ports of one machine in one object. platform/electron/kit.ts makes it; tests make their own. */
import type { Installation } from './installation.ts';
import type { NetworkWay } from './network-way.ts';
import type {
  Ask,
  AskForProgram,
  Cipher,
  Clock,
  Document,
  Fetch,
  LineFile,
  Log,
  Random,
  Subscribable,
  UnsyncedLineFile,
} from './ports.ts';
import type { QuarantineList } from './quarantine.ts';
import type { SystemPolicies } from './system-policies.ts';
import type { UpdateEngine } from './update-engine.ts';

/**
 * The console's absolute paths. `store` has documents and line files, `logs` has the log (both are in `userData`). `resources` and the file `notices`
 * with the licences ship with the console. `policies` is the administrator's file. `command` starts the command line: a program and its first
 * arguments.
 */
export interface Paths {
  readonly userData: string;
  readonly store: string;
  readonly logs: string;
  readonly resources: string;
  readonly notices: string;
  readonly policies: string;
  readonly command: readonly [string, ...string[]];
}

/** The versions that the app shows to a person. `electron` and `chrome` are null outside Electron. `platform` is `process.platform`. */
export interface Versions {
  readonly app: string;
  readonly electron: string | null;
  readonly chrome: string | null;
  readonly node: string;
  readonly platform: string;
}

export interface PlatformKit {
  readonly clock: Clock;
  /** The machine's monotonic clock, ms; machineMonotonic by default. It may stand still while the machine sleeps. */
  readonly monotonic?: () => number;
  readonly random: Random;
  readonly log: Log;
  readonly cipher: Cipher;
  readonly ask: Ask;
  /** Asks a question about a program, within a limit of its own. */
  readonly askForProgram: AskForProgram;
  /** Opens the document of the given name; each name has one object. Throws AppError `storageFailed` when its file exists and cannot be opened. */
  document<Value>(name: string): Document<Value>;
  readonly quarantine: QuarantineList;
  lineFile(name: string): LineFile;
  unsyncedLineFile(name: string): UnsyncedLineFile;
  /** The real network: Chromium's stack, https only. */
  readonly apiFetch: Fetch;
  /** The network of token requests. Its errors show whether anything was sent. */
  readonly tokenFetch: Fetch;
  /** Reports the proxies and certificates that requests meet on the way to a service; left out by tests without such a network. */
  readonly way?: NetworkWay;
  /** The proxies for an address, as Chromium names them ("PROXY a:1; DIRECT"). */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** The network of pictures: public addresses only. */
  readonly pictureFetch: Fetch;
  /** A network that reaches one origin and trusts one certificate (PEM). */
  sandboxFetch(certificate: string, origin: string): Fetch;
  /** The script of the journal's thread; null where the work is done in the calling thread, as tests do. */
  readonly journalWorker: URL | null;
  /** The script of the thread that reads pasted texts and dropped files. */
  readonly pasteWorker: URL;
  /** The script of the thread that copies and clears database files; null as for `journalWorker`. */
  readonly backupWorker: URL | null;
  /** The script of the thread that derives a key from an invitation's passphrase; null as for `journalWorker`. */
  readonly passphraseWorker: URL | null;
  /** Whether Chromium's sandbox is on. */
  readonly sandboxed: boolean;
  /** The language tag of the locale in which the machine writes dates and numbers. */
  readonly locale: string;
  readonly paths: Paths;
  readonly versions: Versions;
  readonly updates: UpdateEngine;
  readonly installation: Installation;
  /** The policies in the system's own place for them; none by default. */
  readonly systemPolicies?: () => Promise<SystemPolicies | null>;
  /** Emits when the machine is about to sleep. */
  readonly suspended: Subscribable<void>;
  /** Emits when the person locks the screen; on Linux never. */
  readonly screenLocked: Subscribable<void>;
  /** Returns the time since somebody used the machine, in seconds. */
  readonly idleSeconds: () => number;
  /** The machine's fingerprint reader; null without one. */
  readonly touchId: { prompt(reason: string): Promise<void> } | null;
  /** Emits when the machine wakes from sleep. Timers may fire late then. */
  readonly resumed: Subscribable<void>;
}
