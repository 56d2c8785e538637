/** Makes the ports of the platform for Electron. Call after `ready`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, powerMonitor, safeStorage, systemPreferences } from 'electron';
import owner from '../../../../resources/owner.json' with { type: 'json' };
import { finishDeletion } from '../delete-everything.ts';
import { Emitter } from '../emitter.ts';
import { FileLines } from '../file-lines.ts';
import { FileLog } from '../file-log.ts';
import { commandIn, installationHere } from '../installation.ts';
import type { Paths, PlatformKit, Versions } from '../kit.ts';
import { machineClock, machineRandom } from '../machine.ts';
import { machineLocale } from '../machine-locale.ts';
import { NetworkWay } from '../network-way.ts';
import { sandboxNetwork } from '../node-https.ts';
import { policyFile } from '../policy-file.ts';
import { pooledNetwork } from '../pooled-network.ts';
import type { Document, Fetch, LineFile, Log, UnsyncedLineFile } from '../ports.ts';
import { makeFolderPrivate } from '../private-files.ts';
import { publicNetwork } from '../public-network.ts';
import { QuarantineList } from '../quarantine.ts';
import { singleTryNetwork } from '../single-try-network.ts';
import { readSystemPolicies, systemPolicyPorts } from '../system-policies.ts';
import { UnsyncedFileLines } from '../unsynced-file-lines.ts';
import { type BuildFacts, updateWay } from '../update-way.ts';
import { askForProgram, askNatively } from './ask.ts';
import { isSandboxed } from './chromium-sandbox.ts';
import { systemCipher } from './cipher.ts';
import { networkSession } from './network-session.ts';
import { storeDocument } from './store-document.ts';
import { electronUpdateEngine } from './update-engine.ts';

/** Returns the paths of the console's folders and files. */
export function pathsOf(userData: string): Paths {
  return {
    userData,
    store: join(userData, 'store'),
    logs: join(userData, 'logs'),
    resources: join(app.getAppPath(), 'resources'),
    notices: join(bundlesFolder(), 'notices.json'),
    policies: policyFile(process.platform, process.env),
    // An AppImage is mounted at another place in each run.
    command: app.isPackaged
      ? [process.env.APPIMAGE ?? commandIn({ resources: process.resourcesPath, platform: process.platform })]
      : ['node', join(app.getAppPath(), 'scripts', 'latchkey.mjs')],
  };
}

/** Returns the folder of the built bundles: `main`, `preload` and `renderer`. */
export const bundlesFolder = (): string => join(app.getAppPath(), 'out');

/** Returns the console's log; in development it is echoed to stderr. */
export function systemLog(paths: Paths): Log {
  const file = join(paths.logs, 'latchkey.log');
  return app.isPackaged
    ? new FileLog({ file, clock: machineClock })
    : new FileLog({ file, clock: machineClock, echo: (line) => process.stderr.write(`${line}\n`) });
}

/** Methods of requests that Chromium may send twice. */
const READS = new Set(['GET', 'HEAD']);

/** Makes the ports of the console. First completes a deletion of everything, and makes the console's folders private. */
export function systemKit(log: Log): PlatformKit {
  const paths = pathsOf(app.getPath('userData'));
  finishDeletion([paths.store, paths.logs], log);
  for (const folder of [paths.store, paths.logs]) makeFolderPrivate(folder, log);
  const documents = new Map<string, Document<unknown>>();
  const lineFiles = new Map<string, LineFile>();
  const unsyncedLineFiles = new Map<string, UnsyncedLineFile>();
  const quarantine = new QuarantineList();
  const versions = versionsHere();
  const userAgent = `Latchkey/${versions.app}`;
  const way = new NetworkWay();
  const apiSession = (index: number) => networkSession(`api-${index}`, way);
  const reads = pooledNetwork(apiSession, userAgent);
  const writes = singleTryNetwork((index) => networkSession(`write-${index}`, way), userAgent);
  const apiFetch: Fetch = (request) => (READS.has(request.method) ? reads(request) : writes(request));
  const resumed = new Emitter<void>();
  powerMonitor.on('resume', () => resumed.emit());
  const suspended = new Emitter<void>();
  powerMonitor.on('suspend', () => suspended.emit());
  const screenLocked = new Emitter<void>();
  powerMonitor.on('lock-screen', () => screenLocked.emit());

  return {
    clock: machineClock,
    random: machineRandom,
    log,
    cipher: systemCipher(safeStorage, process.platform),
    ask: askNatively,
    askForProgram,
    document<Value>(name: string) {
      const known = documents.get(name);
      if (known) return known as Document<Value>;
      const made = storeDocument<Value>({ directory: paths.store, name, clock: machineClock, log, quarantine });
      documents.set(name, made as Document<unknown>);
      return made;
    },
    quarantine,
    lineFile(name) {
      const made = lineFiles.get(name) ?? new FileLines({ file: join(paths.store, `${name}.jsonl`), what: name, log });
      lineFiles.set(name, made);
      return made;
    },
    unsyncedLineFile(name) {
      const made =
        unsyncedLineFiles.get(name) ?? new UnsyncedFileLines({ file: join(paths.store, `${name}.notes`), what: name });
      unsyncedLineFiles.set(name, made);
      return made;
    },
    apiFetch,
    tokenFetch: singleTryNetwork((index) => networkSession(`token-${index}`, way), userAgent),
    pictureFetch: publicNetwork({ userAgent, proxied: reads, proxyOf: (url) => apiSession(0).resolveProxy(url) }),
    way,
    resolveProxy: (url) => apiSession(0).resolveProxy(url),
    sandboxFetch: sandboxNetwork,
    journalWorker: pathToFileURL(join(bundlesFolder(), 'main', 'journal-worker.js')),
    pasteWorker: pathToFileURL(join(bundlesFolder(), 'main', 'paste-worker.js')),
    backupWorker: pathToFileURL(join(bundlesFolder(), 'main', 'backup-worker.js')),
    passphraseWorker: pathToFileURL(join(bundlesFolder(), 'main', 'passphrase-worker.js')),
    sandboxed: isSandboxed(),
    locale: machineLocale([app.getSystemLocale(), ...app.getPreferredSystemLanguages(), app.getLocale()]),
    paths,
    versions,
    installation: installationHere({
      isPackaged: app.isPackaged,
      resources: process.resourcesPath,
      userData: paths.userData,
    }),
    updates: electronUpdateEngine({
      ...owner.updates,
      way: () => updateWay(buildFacts()),
      fetch: apiFetch,
      log,
      releaseLock: () => app.releaseSingleInstanceLock(),
    }),
    systemPolicies: () => readSystemPolicies(systemPolicyPorts(owner.appId)),
    suspended,
    screenLocked,
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    touchId:
      process.platform === 'darwin' && systemPreferences.canPromptTouchID()
        ? { prompt: (reason) => systemPreferences.promptTouchID(reason) }
        : null,
    resumed,
  };
}

function versionsHere(): Versions {
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>;
  return {
    app: app.getVersion(),
    electron: electron ?? null,
    chrome: chrome ?? null,
    node: node ?? '',
    platform: process.platform,
  };
}

const buildFacts = (): BuildFacts => ({
  isPackaged: app.isPackaged,
  platform: process.platform,
  resources: process.resourcesPath,
  env: process.env,
  updates: owner.updates,
});
