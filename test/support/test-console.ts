/**
 * The whole console without a window: the real composition over real files in a folder of its own and real HTTPS on loopback, with both
 * ends of IPC in memory. Tests talk to `latchkey` as the page does.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '../../src/main/compose.ts';
import type { Console } from '../../src/main/console.ts';
import { trustedSender } from '../../src/main/ipc/check-message.ts';
import { buildSources } from '../../src/main/ipc/event-sources.ts';
import { buildHandlers } from '../../src/main/ipc/handlers.ts';
import { publishAll, publisher } from '../../src/main/ipc/publish.ts';
import { registerIpc } from '../../src/main/ipc/register.ts';
import { finishDeletion } from '../../src/main/platform/delete-everything.ts';
import type { storeDocument } from '../../src/main/platform/electron/store-document.ts';
import { Emitter } from '../../src/main/platform/emitter.ts';
import { FileLines } from '../../src/main/platform/file-lines.ts';
import { FileLog } from '../../src/main/platform/file-log.ts';
import type { PlatformKit } from '../../src/main/platform/kit.ts';
import { machineClock, machineMonotonic, machineRandom } from '../../src/main/platform/machine.ts';
import { sandboxNetwork } from '../../src/main/platform/node-https.ts';
import type { Ask, Clock, Fetch, OutputFileRequest } from '../../src/main/platform/ports.ts';
import { makeFolderPrivate } from '../../src/main/platform/private-files.ts';
import { QuarantineList } from '../../src/main/platform/quarantine.ts';
import { UnsyncedFileLines } from '../../src/main/platform/unsynced-file-lines.ts';
import { buildBridge } from '../../src/preload/bridge.ts';
import { toAppError } from '../../src/shared/app-error.ts';
import type { Envelope } from '../../src/shared/contract/define.ts';
import { type Bridge, channels } from '../../src/shared/contract/index.ts';
import type { ErrorData } from '../../src/shared/errors.ts';
import type { AppCommand } from '../../src/shared/model/app.ts';
import { FakeCipher } from './fake-cipher.ts';
import { FileDocument } from './file-document.ts';
import { IpcPair } from './ipc-pair.ts';
import { journalText } from './journal-text.ts';
import { RESOURCES } from './resources.ts';
import { BACKUP_WORKER, JOURNAL_WORKER, PASTE_WORKER } from './worker-scripts.ts';

export interface TestConsoleOptions {
  /** Everything the console keeps; give the same folder again for a restart. */
  readonly folder: string;
  readonly cipher?: FakeCipher;
  /** Whether the journal and the backups have threads of their own, as in the app. Each costs a start more than the rest of the console. */
  readonly threads?: boolean;
  /** The machine's by default. */
  readonly clock?: Clock & { monotonic(): number };
  /** Opens documents; by default they are plain files. */
  readonly openDocument?: typeof storeDocument;
  /** The network of real connections; refuses by default. */
  readonly apiFetch?: Fetch;
  /** The network of the pictures of real connections; refuses by default. */
  readonly pictureFetch?: Fetch;
  /** Answers where a file is to be written; nowhere by default. */
  /** The path that the person chooses to read. */
  readonly openFile?: () => Promise<string | null>;
  readonly chooseFile?: (wish: OutputFileRequest) => Promise<string | null>;
  /** Receives what is copied to the clipboard. */
  readonly copied?: (text: string) => unknown;
  /** Emit that the computer sleeps and wakes; by default it never does. */
  readonly power?: Pick<PlatformKit, 'suspended' | 'resumed'>;
  /** Resolves with the first window; there is one by default. */
  readonly windowOpened?: Promise<void>;
  /** Answers the questions of native dialogs; a person who always cancels by default. */
  readonly ask?: Ask;
  /** Stands between the console and the sandbox, and may answer in its place. */
  readonly between?: (request: Request, next: () => Promise<Response>) => Promise<Response>;
  /** Sees every exchange with the sandbox as it is on the wire. */
  readonly watch?: (request: Request, response: Response) => void;
}

export interface TestConsole {
  readonly latchkey: Bridge;
  readonly pair: IpcPair;
  /** Emits the id of web contents whose page goes away. */
  readonly pageGone: Emitter<number>;
  readonly console: Console;
  readonly cipher: FakeCipher;
  /** The network of the sandbox connection, for going past the console. */
  readonly sandbox: Fetch;
  /** Text of every file the console has written, by path inside the folder. */
  files(): Record<string, string>;
  close(): Promise<void>;
}

export async function openTestConsole(options: TestConsoleOptions): Promise<TestConsole> {
  const { folder, cipher = new FakeCipher() } = options;
  const log = new FileLog({ file: join(folder, 'logs', 'latchkey.log'), clock: machineClock });
  let sandbox: Fetch = () => Promise.reject(new TypeError('the sandbox is not served'));
  const kit = kitIn(folder, cipher, log, options, (network) => {
    sandbox = network;
  });
  const composed = await compose(kit, undefined, options.windowOpened);
  const pair = new IpcPair();
  const pageGone = new Emitter<number>();
  const { random } = kit;
  const desktop = {
    copyText: async (text: string) => void options.copied?.(text),
    copyTable: async () => {},
    printPdf: async () => new TextEncoder().encode('%PDF-'),
    openLink: async () => {},
    openWindow: () => {},
    keepTyped: () => {},
    takeTyped: () => null,
    drawn: () => {},
    openFolder: async () => {},
    restart: () => {},
    quit: () => {},
    givenFile: () => null,
    openFile: options.openFile ?? (async () => null),
    chooseFile: options.chooseFile ?? (async () => null),
  };
  registerIpc(buildHandlers(composed.services, desktop), {
    ipc: pair.ipcMain,
    isTrustedSender: trustedSender((id) => id === pair.contents.id),
    pageGone,
    called: composed.recordUse,
    isLocked: () => composed.services.lock.isLocked,
    log,
    random,
  });
  const sources = buildSources(composed.services, {
    commands: new Emitter<AppCommand>(),
    shownPages: new Emitter(),
  });
  const stop = publishAll(
    sources,
    publisher({
      windows: { contents: () => [pair.contents], front: () => pair.contents },
      isLocked: () => composed.services.lock.isLocked,
      log,
      random,
    }),
  );
  return {
    latchkey: buildBridge(pair.ipcRenderer, channels()),
    pair,
    pageGone,
    console: composed,
    cipher,
    sandbox,
    files: () => filesIn(folder),
    async close() {
      stop();
      await composed.close();
    },
  };
}

function kitIn(
  folder: string,
  cipher: FakeCipher,
  log: FileLog,
  options: TestConsoleOptions,
  served: (network: Fetch) => void,
): PlatformKit {
  const store = join(folder, 'store');
  finishDeletion([store, join(folder, 'logs')], log);
  for (const made of [store, join(folder, 'logs')]) makeFolderPrivate(made, log);
  const quarantine = new QuarantineList();
  const notes = new Map<string, UnsyncedFileLines>();
  const {
    openDocument,
    watch,
    between,
    clock: given,
    apiFetch = noNetwork,
    pictureFetch = noNetwork,
    ask = async () => false,
    threads = false,
    power = { suspended: new Emitter<void>(), resumed: new Emitter<void>() },
  } = options;
  const clock = given ?? machineClock;
  return {
    clock,
    monotonic: given?.monotonic ?? machineMonotonic,
    random: machineRandom,
    log,
    cipher,
    ask,
    askForProgram: ask,
    document: (name) =>
      openDocument
        ? openDocument({ directory: store, name, clock, log, quarantine })
        : new FileDocument(join(store, `${name}.json`)),
    quarantine,
    lineFile: (name) => new FileLines({ file: join(store, `${name}.jsonl`), what: name, log }),
    unsyncedLineFile(name) {
      const made = notes.get(name) ?? new UnsyncedFileLines({ file: join(store, `${name}.notes`), what: name });
      notes.set(name, made);
      return made;
    },
    apiFetch,
    tokenFetch: apiFetch,
    pictureFetch,
    sandboxFetch(certificate, origin) {
      const network = sandboxNetwork(certificate, origin);
      served(network);
      return async (request) => {
        const response = await (between ? between(request, () => network(request)) : network(request));
        watch?.(request, response.clone());
        return response;
      };
    },
    journalWorker: threads ? JOURNAL_WORKER : null,
    pasteWorker: PASTE_WORKER,
    backupWorker: threads ? BACKUP_WORKER : null,
    passphraseWorker: null,
    sandboxed: true,
    locale: 'en-GB',
    paths: {
      userData: folder,
      store,
      logs: join(folder, 'logs'),
      resources: RESOURCES,
      notices: join(folder, 'notices.json'),
      policies: join(folder, 'policies.json'),
      command: ['latchkey'],
    },
    versions: {
      app: '0.0.0-test',
      electron: null,
      chrome: null,
      node: process.versions.node,
      platform: process.platform,
    },
    installation: {
      ...{ isPackaged: false, platform: process.platform, env: {}, home: folder, resources: folder, userData: folder },
      ...{ shared: folder, powerShell: async () => '' },
    },
    updates: {
      way: async () => ({ kind: 'off', reason: 'The app was started from its sources.' }),
      check: async () => null,
      download: async () => {},
      install: () => {},
    },
    ...power,
    screenLocked: new Emitter<void>(),
    idleSeconds: () => 0,
    touchId: null,
  };
}

const noNetwork: Fetch = () => Promise.reject(new TypeError('no network in this test'));

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const read = file.endsWith('journal.db') ? journalText(file) : '';
      return [file.slice(folder.length + 1), readFileSync(file, 'latin1') + read];
    }),
  );
}

/** The value of an answer; throws its error. */
export async function outputOf<Value>(answer: Promise<Envelope<Value>>): Promise<Value> {
  const envelope = await answer;
  if (envelope.ok) return envelope.value;
  throw toAppError(envelope.error);
}

/** The error of an answer; fails when it went well. */
export async function errorOf(answer: Promise<Envelope<unknown>>): Promise<ErrorData> {
  const envelope = await answer;
  if (envelope.ok) throw new Error('this was expected to fail');
  return envelope.error;
}

/** Less than the time of a test, so that a wait for something that never happens says so. */
const MAX_WAIT_MS = 150_000;

/** Waits until `check` gives something, looking again after a few milliseconds, later after more. */
export async function eventually<Value>(check: () => Promise<Value | null | undefined | false>): Promise<Value> {
  const end = Date.now() + MAX_WAIT_MS;
  for (let pauseMs = 5; ; pauseMs = Math.min(40, pauseMs * 1.2)) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
