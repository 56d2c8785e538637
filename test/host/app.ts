/** Electron's `app`: paths, the single-instance lock, and the lifecycle from ready to quit. */
import { EventEmitter } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { endBrowser, startBrowser } from './browser.ts';
import { appDataDir, hub, options } from './hub.ts';
import { InstanceLock } from './instance-lock.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';
import { BrowserWindow, lifecycle } from './window.ts';

const paths = new Map<string, string>([
  ['home', homedir()],
  ['appData', appDataDir()],
  ['temp', tmpdir()],
  ['desktop', join(homedir(), 'Desktop')],
  ['documents', join(homedir(), 'Documents')],
  ['downloads', join(homedir(), 'Downloads')],
  ['exe', process.execPath],
  ['module', process.execPath],
]);

const { switches } = hub;
const commandLine = modelled('commandLine', {
  appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
  appendArgument: (argument: string): void => record('commandLine.appendArgument', argument),
  hasSwitch: (name: string): boolean => switches.has(name),
  getSwitchValue: (name: string): string => switches.get(name) ?? '',
  removeSwitch: (name: string): void => void switches.delete(name),
});

let lock: InstanceLock | null = null;
let state: 'running' | 'quitting' | 'gone' = 'running';
/** Ends the process; the `exit` of the app's `process` is `app.exit`, as in Electron. */
const endProcess = process.exit.bind(process);
/** The app quit before `ready`: Electron starts all the same, and ends then. */
let hasQuitEarly = false;

/** Windows only: elsewhere Electron has no such member. */
const windowsOnly = <Member>(member: Member): Member | undefined => (process.platform === 'win32' ? member : undefined);

class App extends EventEmitter {
  readonly commandLine = commandLine;
  readonly isPackaged = options.packaged;
  readonly dock = undefined;
  get name(): string {
    return hub.appName;
  }
  set name(name: string) {
    hub.appName = name;
  }
  getName(): string {
    return hub.appName;
  }
  setName(name: string): void {
    hub.appName = name;
  }
  getVersion(): string {
    return options.version;
  }
  getAppPath(): string {
    return options.appDir;
  }
  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getSystemLocale(): string {
    return this.getLocale();
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }
  getPath(name: string): string {
    if (name === 'userData' || name === 'sessionData') return hub.userData;
    if (name === 'logs') return paths.get('logs') ?? join(hub.userData, 'logs');
    if (name === 'crashDumps') return join(hub.userData, 'crashes');
    const path = paths.get(name);
    if (!path) throw new NotModelled(`app.getPath('${name}')`);
    return path;
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (name === 'userData') hub.userData = path;
    else paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined && !isAbsolute(path)) throw new TypeError('Path must be absolute');
    paths.set('logs', path ?? join(hub.userData, 'logs'));
  }
  isReady(): boolean {
    return hub.ready;
  }
  whenReady(): Promise<void> {
    return hub.ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }
  requestSingleInstanceLock(data: unknown = null): boolean {
    lock ??= new InstanceLock(hub.userData);
    return lock.acquire({ argv: process.argv, cwd: process.cwd(), data }, (greeting) => {
      const second = greeting as { argv: string[]; cwd: string; data: unknown };
      this.emit('second-instance', {}, second.argv, second.cwd, second.data);
    });
  }
  hasSingleInstanceLock(): boolean {
    return lock?.isHeld ?? false;
  }
  releaseSingleInstanceLock(): void {
    lock?.release();
  }
  enableSandbox(): void {
    if (hub.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    record('app.enableSandbox');
    switches.delete('no-sandbox');
    switches.set('enable-sandbox', '');
  }
  disableHardwareAcceleration(): void {
    record('app.disableHardwareAcceleration');
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  readonly setToastActivatorCLSID = windowsOnly((id: string): void => record('app.setToastActivatorCLSID', id));
  setAboutPanelOptions(about: unknown): void {
    record('app.setAboutPanelOptions', about);
  }
  setDesktopName(name: string): void {
    record('app.setDesktopName', name);
  }
  relaunch(): void {
    record('app.relaunch');
  }
  focus(): void {
    for (const window of BrowserWindow.getAllWindows()) window.focus();
  }

  /** before-quit → every window's close → will-quit → quit; the app can prevent each but the last. */
  quit(): void {
    if (state !== 'running') return;
    state = 'quitting';
    if (this.emitPreventable('before-quit')) {
      state = 'running';
      return;
    }
    const open = BrowserWindow.getAllWindows();
    for (const window of open) {
      window.once('closed', () => this.finishQuit());
      if (!window._close()) state = 'running';
    }
    if (open.length === 0) this.finishQuit();
  }
  exit(code = 0): void {
    if (state === 'gone') return;
    state = 'gone';
    lock?.release();
    if (hub.ready) this.shutDown(code);
    else {
      // Before its message loop runs, Electron ends without an event.
      process.removeAllListeners('exit');
      endProcess(code);
    }
  }
  private shutDown(code: number): void {
    this.emit('quit', {}, code);
    setTimeout(() => endProcess(code), 5000).unref();
    void endBrowser().then(() => endProcess(code));
  }
  private finishQuit(): void {
    if (state !== 'quitting' || BrowserWindow.getAllWindows().length > 0) return;
    if (this.emitPreventable('will-quit')) {
      state = 'running';
      return;
    }
    state = 'gone';
    lock?.release();
    if (hub.ready) this.shutDown(0);
    else {
      this.emit('quit', {}, 0);
      hasQuitEarly = true;
    }
  }
  /** Emits a preventable event; true when a listener prevented it. */
  private emitPreventable(event: string): boolean {
    let prevented = false;
    this.emit(event, {
      preventDefault: () => {
        prevented = true;
      },
      get defaultPrevented() {
        return prevented;
      },
    });
    return prevented;
  }
}
export const app = modelled('app', new App());

/** The longest time that Node's timers take. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Makes the profile, or takes other users' rights to one that exists. */
function makeProfilePrivate(): void {
  mkdirSync(hub.userData, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(hub.userData, 0o700);
}

/**
 * Emits `ready`, once the app's main module is evaluated. Chromium's process exists before, as in Electron, so that an app that keeps this
 * process busy does not delay it. The host sets no handlers of signals: an app that sets none is killed, where Electron would quit it.
 */
export async function becomeReady(): Promise<void> {
  const early = SIGNALS.find((signal) => process.listenerCount(signal) > 0);
  if (early) throw new NotModelled(`a listener of ${early} from before ready, whose place Electron's own takes`);
  if (hasQuitEarly) {
    hub.ready = true;
    app.emit('ready', {}, {});
    endProcess(0);
  }
  makeProfilePrivate();
  await startBrowser();
  if (state !== 'running') return;
  hub.ready = true;
  // Electron lives until it quits, also while Node has nothing to do.
  setInterval(() => {}, MAX_TIMEOUT_MS);
  app.emit('ready', {}, {});
}

lifecycle.created = (window) => {
  app.emit('web-contents-created', {}, window.webContents);
  app.emit('browser-window-created', {}, window);
};
lifecycle.focused = (window) => app.emit('browser-window-focus', {}, window);
lifecycle.quit = () => app.quit();
lifecycle.lastClosed = () => {
  if (state !== 'running') return;
  if (app.listenerCount('window-all-closed') === 0) app.quit();
  else app.emit('window-all-closed');
};
